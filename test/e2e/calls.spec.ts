import type { Contact } from '../../contract/entities/contact.ts';
import type { Interaction } from '../../contract/entities/interaction.ts';
import type { Task } from '../../contract/entities/task.ts';
import type { Page } from '@playwright/test';
import { uuidv7 } from 'uuidv7';
import { DiskBrowser } from './helpers/browser.ts';
import { Client } from './helpers/client.ts';
import { test as atHome } from './helpers/home.ts';
import {
  expectConfirmation,
  logIn,
  openOnlinePage,
  pill,
  waitUntilReadyForOffline,
  tableRows,
} from './helpers/phone.ts';
import { expect, test } from './helpers/test.ts';

/** Creates a contact of the consultant. If the number belongs to a user, the contact is linked to that user. */
async function addContact(url: string, number: string): Promise<string> {
  const client = await Client.logIn(url, 'consultant');
  const id = uuidv7();
  const names = { first_name: 'Jonas', last_name: 'Weber', middle_name: '' };
  const ways = { phones: [{ number, label: '' }], emails: [], telegram: null };
  const place = { city: 'Berlin', country: 'DE', address: '', work_zone: '' };
  const rest = { is_partner: false, category_id: null, status: 'new', notes: '', date_birth: null } as const;
  await client.call('contacts.add', {
    body: { id, ...names, ...ways, ...place, ...rest, next_step_at: null, consent: null },
  });
  return id;
}

interface Meta {
  key: string;
  value: { name?: string; number?: string } | null;
}

const savedCallIntent = async (page: Page) =>
  (await tableRows<Meta>(page, 'meta')).find(({ key }) => key === 'call_intent')?.value;
/** Returns the logged interactions with a contact or a phone number. */
const loggedCalls = async (page: Page, whom: string) =>
  (await tableRows<Interaction>(page, 'interactions')).filter(
    ({ contact_id, phone_raw }) => contact_id === whom || phone_raw === whom,
  );
const sheet = (page: Page) => page.getByRole('dialog', { name: 'How did the call with Jonas Weber go?' });

test('asks at the next start about a call during which the app was killed, and saves it once', async ({
  server,
  browser: other,
}) => {
  const contact = await addContact(server.url, '+491512345678');
  const browser = new DiskBrowser();
  try {
    const first = await browser.open();
    await logIn(first.page, 'consultant', `${server.url}/contacts/${contact}`);
    await waitUntilReadyForOffline(first.page);
    await first.page.getByRole('link', { name: 'Call', exact: true }).click();
    await expect
      .poll(() => savedCallIntent(first.page))
      .toMatchObject({ name: 'Jonas Weber', number: '+491512345678' });
    await browser.kill();

    const { context, page } = await browser.open({ offline: true });
    await page.goto(`${server.url}/lessons`);
    await sheet(page).getByText('Call back', { exact: true }).click();
    await sheet(page).getByRole('button', { name: 'Save call' }).click();
    await expect(sheet(page)).toHaveCount(0);
    await expect(page.getByText('Saved on this device. Will be sent.')).toBeVisible();
    await expect(pill(page)).toContainText('Offline, 5 to send');
    expect(await savedCallIntent(page)).toBeNull();
    await browser.kill();

    const again = await browser.open();
    await again.page.goto(`${server.url}/staff-dashboard`);
    await expect(pill(again.page)).toContainText('Up to date', { timeout: 30_000 });
    await expect(sheet(again.page)).toHaveCount(0);
    await context.close().catch(() => {});
  } finally {
    await browser.remove();
  }
  const second = await openOnlinePage(other, server.url);
  await logIn(second, 'consultant', '/staff-dashboard');
  const [row, ...more] = await loggedCalls(second, contact);
  expect(more).toEqual([]);
  expect(row).toMatchObject({ contact_id: contact, kind: 'call', direction: 'out', result: 'call_back' });
  const known = (await tableRows<Contact>(second, 'contacts')).find(({ id }) => id === contact);
  expect(known?.next_step_at).toBe(row?.follow_up_at);
  await second.context().close();
});

atHome.use({ who: 'consultant' });

atHome(
  'logs a call with three taps, and plans the follow-up as a task if the contact has an account',
  async ({ page, server }) => {
    const contact = await addContact(server.url, '+4915200000001');
    await page.goto(`/contacts/${contact}`);
    await page.getByRole('link', { name: 'Call', exact: true }).click();
    await expect(sheet(page)).toBeVisible();
    // Chromium's dialer prompt covers the page and receives real input, so dispatch the event directly.
    await sheet(page).getByRole('radio', { name: 'Call back' }).dispatchEvent('click');
    await expect
      .poll(async () => (await tableRows<Meta>(page, 'pages')).map(({ key }) => key))
      .toContain('users_to_link');
    await sheet(page).getByRole('button', { name: 'Save call' }).dispatchEvent('click');
    await expectConfirmation(page, 'Call logged');
    // The sync status may still be "Up to date" from before the call, so check the outbox as well.
    await expect.poll(() => tableRows(page, 'outbox'), { timeout: 30_000 }).toEqual([]);
    await expect(pill(page)).toContainText('Up to date', { timeout: 30_000 });
    const [row] = await loggedCalls(page, contact);
    expect(row?.rev).toBeGreaterThan(0);
    const tasks = (await tableRows<Task>(page, 'tasks')).filter(({ title }) => title === 'Call Jonas Weber');
    // The logged call is also a completed task, and the follow-up is planned.
    expect(tasks.find(({ state }) => state === 'completed')).toMatchObject({ result: 'call_back', id: row?.task_id });
    const task = tasks.find(({ state }) => state === 'planned');
    expect(task).toMatchObject({ type: 'call', start_at: row?.follow_up_at, reminders: [15] });
    expect(task?.rev).toBeGreaterThan(0);
  },
);

atHome(
  'logs an earlier call manually while offline, changes it, deletes it and restores it',
  async ({ page, context, network }) => {
    await page.goto('/staff-dashboard');
    // The pages that the test has left must not send the deletion, because undoing a sent deletion creates a new call.
    network.unplug();
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Log a call' }).last().click();
    await page.getByLabel('With', { exact: true }).fill('112');
    await page.getByRole('button', { name: '112' }).click();
    await page.getByRole('button', { name: 'No answer' }).click();
    await expect(page.getByText('Call logged')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const [row] = await loggedCalls(page, '112');
    expect(row).toMatchObject({ phone_raw: '112', result: 'no_answer', rev: 0 });

    await page.goto(`/calls/${row?.id}/edit`);
    await page.getByText('Reached', { exact: true }).click();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect.poll(async () => (await loggedCalls(page, '112'))[0]?.result).toBe('reached');
    await page.goto(`/calls/${row?.id}/edit`);
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect.poll(async () => (await loggedCalls(page, '112')).length).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    // The deletion must not be sent before the undo is stored.
    await expect.poll(async () => (await loggedCalls(page, '112')).length).toBe(1);
    network.heal();
    await context.setOffline(false);
    await expect(pill(page)).toContainText('Up to date', { timeout: 30_000 });
    const [sent] = await loggedCalls(page, '112');
    expect(sent).toMatchObject({ id: row?.id, result: 'reached' });
    expect(sent?.rev).toBeGreaterThan(0);
  },
);
