import type { BrowserContext, Page } from '@playwright/test';
import type { Comment } from '../../../contract/entities/comment.ts';
import type { Contact } from '../../../contract/entities/contact.ts';
import type { Task } from '../../../contract/entities/task.ts';
import { expect } from './home.ts';
import { goToPath, pill, tableRows, tryLogIn, waitUntilReadyForOffline, writeComment } from './phone.ts';

export interface Credentials {
  username: string;
  password: string;
}

async function openApp(page: Page, path: string, { username, password }: Credentials): Promise<void> {
  await page.goto(path);
  await tryLogIn(page, username, password);
  await expect(pill(page)).toContainText('Up to date');
  await waitUntilReadyForOffline(page);
}

/** Goes online again and waits until everything is sent. */
async function sendAll(context: BrowserContext, page: Page): Promise<void> {
  await context.setOffline(false);
  await expect(pill(page)).toContainText('Up to date', { timeout: 30_000 });
  await expect.poll(() => tableRows(page, 'outbox')).toEqual([]);
}

/** A learner logs in, comments on a lesson and adds a contact offline, and goes online again. */
export async function learnerDay(context: BrowserContext, credentials: Credentials): Promise<void> {
  const page = await context.newPage();
  await openApp(page, '/lessons', credentials);
  for (const table of ['lessons', 'news', 'events', 'books', 'contacts', 'comments'])
    expect((await tableRows(page, table)).length, table).toBeGreaterThan(0);
  const [lesson] = await tableRows<{ id: string }>(page, 'lessons');
  await context.setOffline(true);
  await goToPath(page, `/lesson/view/${lesson!.id}`);
  await expect(page.getByRole('heading', { name: 'Comments' })).toBeVisible();
  await writeComment(page, 'Written on the train');
  await goToPath(page, '/contacts/new');
  await page.getByLabel('First name').fill('Nora');
  await page.getByRole('button', { name: 'Save contact' }).click();
  await expect(pill(page)).toContainText('Offline, 2 to send');
  await sendAll(context, page);
  const comments = await tableRows<Comment>(page, 'comments');
  expect(comments.filter(({ text }) => text === 'Written on the train')).toHaveLength(1);
  const contacts = await tableRows<Contact>(page, 'contacts');
  expect(contacts.filter(({ first_name }) => first_name === 'Nora')).toHaveLength(1);
}

/** A consultant logs in, starts a task offline, and goes online again. */
export async function consultantDay(context: BrowserContext, credentials: Credentials): Promise<void> {
  const page = await context.newPage();
  await openApp(page, '/tasks', credentials);
  for (const table of ['tasks', 'staff_tickets', 'waiting_leads'])
    expect((await tableRows(page, table)).length, table).toBeGreaterThan(0);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Start', exact: true }).first().click();
  await expect(page.getByRole('button', { name: 'Pause' }).first()).toBeVisible();
  await expect(pill(page)).toContainText('Offline, 1 to send');
  await sendAll(context, page);
  expect((await tableRows<Task>(page, 'tasks')).filter(({ state }) => state === 'in_progress')).toHaveLength(1);
}
