import type { Me } from '../../contract/entities/me.ts';
import type { Ticket } from '../../contract/entities/ticket.ts';
import { Client } from './helpers/client.ts';
import { logIn, openOnlinePage, pill, tableRows } from './helpers/phone.ts';
import { expect, test } from './helpers/home.ts';

/** Returns the caller's own rows of one kind on the server. */
async function fetchServerRows(client: Client, kind: 'tickets' | 'me'): Promise<unknown[]> {
  const { rows } = await client.call('sync.snapshot', { query: { group: 'p0' } });
  return rows.filter(({ c }) => c === kind).map(({ row }) => row);
}

test('a help request with replies, all written offline, arrives once, in order, and gets a number', async ({
  page,
  context,
  server,
  network,
}) => {
  await context.setOffline(true);
  await page.close();
  const offline = await context.newPage();
  await offline.goto('/help');
  await offline.getByRole('link', { name: 'New request' }).first().click();
  await offline.getByRole('button', { name: 'What is it about?' }).click();
  await offline.getByRole('option', { name: 'Problem', exact: true }).click();
  await offline.getByLabel('Subject').fill('The film has no sound');
  // The draft is kept when the page is closed.
  await expect.poll(async () => JSON.stringify(await tableRows(offline, 'meta'))).toContain('The film has no sound');
  await offline.reload();
  await expect(offline.getByLabel('Subject')).toHaveValue('The film has no sound');
  await offline.getByLabel('Message').fill('I see the picture, and hear nothing.');
  await offline.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(offline.getByText('No number yet')).toBeVisible();
  const box = offline.getByRole('textbox', { name: 'Write a message' });
  await box.fill('It is the first lesson.');
  await offline.getByRole('button', { name: 'Send', exact: true }).click();
  const messages = offline.getByRole('list', { name: 'Conversation' }).getByRole('listitem');
  await expect(messages).toHaveCount(2);
  await expect(messages.last()).toContainText('Not sent yet');
  await expect(pill(offline)).toContainText('Offline, 2 to send');

  const lost = network.hits('lose_reply');
  network.spoil('/api/sync/push', 'lose_reply', 1, 'The film has no sound');
  await context.setOffline(false);
  await expect(pill(offline)).toContainText('Up to date', { timeout: 30_000 });
  expect(network.hits('lose_reply')).toBe(lost + 1);
  await expect(offline.getByText(/^No\. \d+$/)).toBeVisible();
  await expect(messages.last()).not.toContainText('Not sent yet');
  const client = await Client.logIn(server.url, 'learner');
  const tickets = (await fetchServerRows(client, 'tickets')) as Ticket[];
  const found = tickets.filter(({ subject }) => subject === 'The film has no sound');
  expect(found).toHaveLength(1);
  expect(found[0]?.number).toBeGreaterThan(0);
  expect(found[0]?.messages.map(({ body }) => body)).toEqual([
    'I see the picture, and hear nothing.',
    'It is the first lesson.',
  ]);
  await expect.poll(() => tableRows(offline, 'outbox')).toEqual([]);
});

test('a profile edited offline reaches the server once, with its picture', async ({
  page,
  context,
  server,
  network,
}) => {
  // Closed pages must not send anything, because the test closes a page after the edit.
  network.unplug();
  await context.setOffline(true);
  await page.close();
  const offline = await context.newPage();
  await offline.goto('/profile/edit');
  const png = await offline.screenshot({ clip: { x: 0, y: 0, width: 200, height: 300 } });
  await offline.getByLabel('Photo file').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: png });
  await expect(offline.getByRole('button', { name: 'Remove photo' })).toBeVisible();
  await offline.getByLabel('City').fill('Ulm');
  await offline.getByRole('button', { name: 'Save' }).click();
  await expect(offline.getByText('Ulm')).toBeVisible();
  await expect(offline.getByText('Not sent yet').first()).toBeVisible();
  const download = offline.waitForEvent('download');
  await offline.goto('/profile/settings');
  await offline.getByRole('button', { name: 'Export my data' }).click();
  expect((await download).suggestedFilename()).toMatch(/^haversack-\d{4}-\d\d-\d\d\.json$/);

  const lost = network.hits('lose_reply');
  network.heal();
  network.spoil('/api/sync/push', 'lose_reply', 1, '"Ulm"');
  await context.setOffline(false);
  await expect(pill(offline)).toContainText('Up to date', { timeout: 30_000 });
  expect(network.hits('lose_reply')).toBe(lost + 1);
  const client = await Client.logIn(server.url, 'learner');
  const [me] = (await fetchServerRows(client, 'me')) as Me[];
  expect(me).toMatchObject({ city: 'Ulm', avatar: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } });
  await expect.poll(() => tableRows(offline, 'outbox')).toEqual([]);

  // Another device fetches the picture from the server.
  const second = await openOnlinePage(context.browser()!, server.url);
  await logIn(second, 'learner', '/profile/view');
  await expect(second.getByText('Ulm')).toBeVisible();
  await expect(second.locator('main img').first()).toHaveAttribute('src', /^blob:/);
  await second.context().close();
});
