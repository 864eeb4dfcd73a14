import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { Client } from './helpers/client.ts';
import { visit } from './helpers/home.ts';
import {
  writeComment,
  logIn,
  pill,
  waitUntilReadyForOffline,
  tableRows,
  waitForShell,
  type Who,
} from './helpers/phone.ts';
import { findLessonWithPictures, openScreen, waitUntilSettled } from './helpers/screens.ts';
import { expect } from './helpers/test.ts';

// Takes the pictures of the README: `npm run screenshots -- --docs`.

const folder = join(import.meta.dirname, '../../docs/pictures');
const phone = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 };
const desk = { viewport: { width: 1440, height: 900 } };

async function shoot(page: Page, name: string): Promise<void> {
  await expect(page.getByText('Saved on this device. Will be sent.')).toHaveCount(0);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await waitUntilSettled(page);
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
}

async function open(browser: Browser, baseURL: string, who: Who, device: BrowserContextOptions): Promise<Page> {
  const page = await (await browser.newContext({ baseURL, ...device })).newPage();
  await logIn(page, who);
  return page;
}

visit('a learner comments on a lesson offline', async ({ browser, network }) => {
  const page = await open(browser, network.url, 'learner', phone);
  const lesson = await findLessonWithPictures(page);
  await waitUntilReadyForOffline(page);
  await page.context().setOffline(true);
  await page.goto(`/lesson/view/${lesson.id}`);
  await writeComment(page, 'Tried it today with two families.');
  await writeComment(page, 'The third breath is the hard one.');
  await expect(pill(page)).toContainText('Offline, 2 to send');
  await page.getByText('The third breath is the hard one.').scrollIntoViewIfNeeded();
  await shoot(page, 'learner-offline');
  await page.context().close();
});

visit('the day of a consultant', async ({ browser, network }) => {
  const page = await open(browser, network.url, 'consultant', phone);
  const row = page.getByRole('listitem').filter({ hasText: 'Call Sergey B.' });
  await openScreen(page, '/tasks');
  await row.getByRole('button', { name: 'Start' }).click();
  await expect(row.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(pill(page)).toContainText('Up to date');
  await openScreen(page, '/staff-dashboard');
  await shoot(page, 'consultant-day');
  await page.context().close();
});

async function notesOnServer(client: Client, id: string): Promise<string | null | undefined> {
  const found = await client.call('contacts.list', { query: { page_size: '100' } });
  const contacts = Array.isArray(found) ? found : found.results;
  return contacts.find((contact) => contact.id === id)?.notes;
}

visit('two people changed the same contact', async ({ browser, network, server }) => {
  const first = await open(browser, network.url, 'consultant', phone);
  const second = await open(browser, network.url, 'manager', phone);
  await waitForShell(second);
  const client = await Client.logIn(server.url, 'consultant');
  const body = { first_name: 'Jonas', last_name: 'Weber', notes: 'Met at the open evening.', city: 'Berlin' };
  const { id } = await client.call('contacts.add', { body });
  for (const page of [first, second])
    await expect
      .poll(async () => (await tableRows<{ id: string }>(page, 'contacts')).some((row) => row.id === id))
      .toBe(true);
  const edit = async (page: Page, notes: string) => {
    await page.goto(`/contacts/${id}/edit`);
    await page.getByLabel('Notes', { exact: true }).fill(notes);
    await page.getByRole('button', { name: 'Save contact' }).click();
  };
  await second.context().setOffline(true);
  await edit(second, 'Prefers to be written to.');
  await expect(pill(second)).toContainText('Offline, 1 to send');
  await edit(first, 'Prefers to be called.');
  // The pill also shows "Up to date" before the save, so wait for the note on the server.
  await expect.poll(() => notesOnServer(client, id)).toBe('Prefers to be called.');
  await second.context().setOffline(false);
  await expect(pill(second)).toContainText('1 needs you');
  await pill(second).click();
  await second.getByRole('button', { name: 'Choose', exact: true }).click();
  await expect(second.getByRole('dialog').getByRole('radiogroup', { name: 'Notes' })).toBeVisible();
  await shoot(second, 'conflict');
  for (const page of [first, second]) await page.context().close();
});

visit('the people table of a manager', async ({ browser, network }) => {
  const page = await open(browser, network.url, 'manager', desk);
  await openScreen(page, '/people');
  await page.getByRole('row').nth(2).getByRole('gridcell').nth(2).click();
  await expect(page.getByRole('complementary', { name: 'Preview' }).getByRole('list').first()).toBeVisible();
  await shoot(page, 'desk');
  await page.context().close();
});
