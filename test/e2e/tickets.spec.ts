import type { StaffTicket } from '../../contract/entities/staff-ticket.ts';
import type { Ticket } from '../../contract/entities/ticket.ts';
import { Client } from './helpers/client.ts';
import { expectConfirmation, pill, tableRows } from './helpers/phone.ts';
import { expect, test } from './helpers/home.ts';

test('reports a ticket lost to a faster employee and delivers a reply to its author', async ({ pageOf, server }) => {
  const learner = await Client.logIn(server.url, 'learner');
  const newTicket = { type: 'problem', subject: 'The map stays white', body: 'Where is the group?' } as const;
  const { id } = (await learner.call('tickets.create', { body: newTicket })) as { id: string };
  const page = await pageOf('consultant');
  const context = page.context();
  await page.goto('/tickets?list=free');
  await expect(page.getByRole('link', { name: 'The map stays white' })).toBeVisible();
  await context.setOffline(true);
  await page.close();
  const offline = await context.newPage();
  await offline.goto('/tickets?list=free');
  await offline.getByRole('button', { name: 'Take ticket “The map stays white”' }).click();
  const row = offline.getByRole('listitem').filter({ hasText: 'The map stays white' });
  await expect(row.getByText('Requested')).toBeVisible();
  await expect(pill(offline)).toContainText('Offline, 1 to send');

  // In the meantime, an employee who is online takes the ticket and replies.
  const timur = await Client.logIn(server.url, 'consultant2');
  await timur.call('tickets.update', { body: { id, action: 'take' } });
  await timur.call('tickets.update', { body: { id, action: 'reply', body: 'Third house on the left.' } });
  await timur.call('tickets.update', { body: { id, action: 'note', body: 'Draw a better map.' } });

  await context.setOffline(false);
  await expect(offline.getByText('Ticket is already taken by another employee')).toBeVisible({ timeout: 30_000 });
  await expect(offline.getByText(/The map stays white, Timur Nazarov, \d\d:\d\d/)).toBeVisible();
  await expect(offline.getByRole('button', { name: 'Take ticket “The map stays white”' })).toHaveCount(0);
  await offline.getByRole('link', { name: 'Next ticket' }).click();
  await expect(offline.getByRole('button', { name: 'Take', exact: true })).toBeVisible();
  await offline.goto(`/user/new-request/${id}`);
  await expect(offline.getByText(/^Timur Nazarov, \d\d:\d\d$/)).toBeVisible();
  await expect(offline.getByRole('textbox')).toHaveCount(0);
  const [mine] = (await tableRows<StaffTicket>(offline, 'staff_tickets')).filter((ticket) => ticket.id === id);
  expect(mine).toMatchObject({ access: 'other', messages: [], author_id: null });
  const notice = offline.getByRole('status').filter({ hasText: 'Ticket is already taken by another employee' });
  await notice.getByRole('button').click();
  await expect(pill(offline)).toContainText('Up to date');

  const { rows } = await learner.call('sync.snapshot', { query: { group: 'p0' } });
  const theirs = rows.find(({ c, id: of }) => c === 'tickets' && of === id)?.row as Ticket;
  expect(theirs.state).toBe('waiting_user');
  expect(theirs.messages.map(({ body }) => body)).toEqual(['Where is the group?', 'Third house on the left.']);
});

test('author and employee both see the pictures of a request and its reply', async ({ page, pageOf }) => {
  await page.goto('/help/new');
  const png = await page.screenshot({ clip: { x: 0, y: 0, width: 200, height: 150 } });
  const picture = { name: 'map.png', mimeType: 'image/png', buffer: png };
  await page.getByRole('button', { name: 'What is it about?' }).click();
  await page.getByRole('option', { name: 'Problem', exact: true }).click();
  await page.getByLabel('Subject').fill('A white map');
  await page.getByLabel('Picture files').setInputFiles(picture);
  await expect(page.getByRole('button', { name: 'Remove picture 1' })).toBeVisible();
  await page.getByLabel('Message').fill('It looks like this.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText(/^No\. \d+$/)).toBeVisible();
  const id = page.url().split('/').at(-1) ?? '';

  const olga = await pageOf('consultant');
  await olga.goto(`/user/new-request/${id}`);
  await olga.getByRole('button', { name: 'Take', exact: true }).click();
  await expect(olga.getByRole('img', { name: 'Picture 1' })).toHaveAttribute('src', /^blob:/);
  await olga.getByRole('textbox', { name: 'Reply' }).fill('Like this it is right.');
  await olga.getByLabel('Picture files').setInputFiles(picture);
  await expect(olga.getByRole('button', { name: 'Remove picture 1' })).toBeVisible();
  await olga.getByRole('button', { name: 'Send', exact: true }).click();
  await expectConfirmation(olga, 'Message sent successfully');

  const answer = page.getByRole('listitem').filter({ hasText: 'Like this it is right.' });
  await expect(answer.getByRole('img', { name: 'Picture 1' })).toHaveAttribute('src', /^blob:/);
  await expect(page.getByText('Answered')).toBeVisible();

  // Replies by Telegram, which the demo page simulates.
  await olga.getByRole('radio', { name: 'Telegram' }).check({ force: true });
  await olga.getByRole('textbox', { name: 'Reply via Telegram' }).fill('See you at six.');
  await olga.getByRole('button', { name: 'Send via Telegram' }).click();
  await expect(olga.getByText('Telegram: delivered')).toBeVisible();
  await olga.goto('/demo/telegram');
  await expect(olga.getByText('See you at six.')).toBeVisible();
});
