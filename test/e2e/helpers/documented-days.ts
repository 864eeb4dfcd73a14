import type { BrowserContext, Locator, Page } from '@playwright/test';
import type { Book } from '../../../contract/entities/book.ts';
import type { Comment } from '../../../contract/entities/comment.ts';
import type { Contact } from '../../../contract/entities/contact.ts';
import type { CalendarEvent } from '../../../contract/entities/event.ts';
import type { Lesson } from '../../../contract/entities/lesson.ts';
import type { NewsItem } from '../../../contract/entities/news.ts';
import { expect } from './home.ts';
import { pill, tableRows, tryLogIn, waitUntilReadyForOffline, writeComment } from './phone.ts';

export interface Credentials {
  username: string;
  password: string;
}

/** Opens a device that has never been used. */
export type OpenDevice = () => Promise<BrowserContext>;

/** A PNG of one pixel. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

export async function openApp(page: Page, path: string, { username, password }: Credentials): Promise<void> {
  await page.goto(path);
  await tryLogIn(page, username, password);
  await expect(pill(page)).toContainText('Up to date');
}

export async function expectRows(page: Page, tables: readonly string[]): Promise<void> {
  for (const table of tables) expect((await tableRows(page, table)).length, table).toBeGreaterThan(0);
}

/** Goes offline and opens the app again, as after a restart of the device. */
export async function reopenOffline(page: Page, path: string): Promise<Page> {
  await waitUntilReadyForOffline(page);
  const context = page.context();
  await context.setOffline(true);
  await page.close();
  const offline = await context.newPage();
  await offline.goto(path);
  return offline;
}

/** Goes online again and waits until everything is sent. */
export async function sendAll(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await expect(pill(page)).toContainText('Up to date', { timeout: 30_000 });
  await expect.poll(() => tableRows(page, 'outbox')).toEqual([]);
}

export const heading = (page: Page, name?: string): Locator =>
  page.getByRole('heading', { level: 1, ...(name !== undefined && { name }) });

/** Downloads a free book. */
async function downloadBook(page: Page): Promise<Book> {
  const books = await tableRows<Book>(page, 'books');
  const book = books.find(({ price_cents, format }) => price_cents === 0 && format === 'pdf')!;
  await page.goto(`/books/${book.id}`);
  await page.getByRole('button', { name: /^Download/ }).click();
  await expect(page.getByText(/^On this device/)).toBeVisible();
  return book;
}

/** Opens a lesson, a news item, an event and a downloaded book without a network. */
async function readEverything(page: Page, lesson: Lesson, book: Book): Promise<void> {
  await page.goto(`/books/${book.id}/read`);
  await expect(page.getByText(/^Page 1 of \d/)).toBeVisible();
  const [news] = await tableRows<NewsItem>(page, 'news');
  await page.goto(`/news/view/${news!.id}`);
  await expect(heading(page, news!.title)).toBeVisible();
  const [event] = await tableRows<CalendarEvent>(page, 'events');
  await page.goto(`/events/view/${event!.id}`);
  await expect(heading(page, event!.title)).toBeVisible();
  await page.goto(`/lesson/view/${lesson.id}`);
  await expect(heading(page, lesson.title)).toBeVisible();
}

/** Adds a contact with a photo. */
async function addContact(page: Page, first_name: string): Promise<void> {
  await page.goto('/contacts/new');
  await page.getByLabel('First name').fill(first_name);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByLabel('Photo file').setInputFiles({ name: 'face.png', mimeType: 'image/png', buffer: pixel });
  await expect(page.getByRole('button', { name: 'Remove photo' })).toBeVisible();
  await page.getByRole('button', { name: 'Save contact' }).click();
  await expect(heading(page, first_name)).toBeVisible();
}

/** Checks that a second device of the learner shows exactly once what the first device has sent. */
async function checkOtherDevice(context: BrowserContext, credentials: Credentials, lesson: Lesson): Promise<void> {
  const page = await context.newPage();
  await openApp(page, `/lesson/view/${lesson.id}`, credentials);
  await expect(page.getByRole('listitem').filter({ hasText: 'Written on the train' })).toHaveCount(1);
  const contacts = await tableRows<Contact>(page, 'contacts');
  const added = contacts.filter(({ first_name }) => first_name === 'Nora');
  expect(added).toHaveLength(1);
  await page.goto(`/contacts/${added[0]!.id}`);
  await expect(page.getByRole('main').locator('img[src^="blob:"]').first()).toBeVisible();
}

/**
 * A learner logs in and downloads a book; reads a lesson, news, an event and the book offline, comments, adds a contact
 * with a photo, and goes online again.
 */
export async function learnerDay(openDevice: OpenDevice, credentials: Credentials): Promise<void> {
  const page = await (await openDevice()).newPage();
  await openApp(page, '/lessons', credentials);
  await expectRows(page, ['lessons', 'news', 'events', 'books', 'contacts', 'comments']);
  const book = await downloadBook(page);
  const [lesson] = await tableRows<Lesson>(page, 'lessons');
  const offline = await reopenOffline(page, '/lessons');
  await readEverything(offline, lesson!, book);
  await writeComment(offline, 'Written on the train');
  await addContact(offline, 'Nora');
  await expect(pill(offline)).toContainText('Offline, 3 to send');
  await sendAll(offline);
  const comments = await tableRows<Comment>(offline, 'comments');
  expect(comments.filter(({ text }) => text === 'Written on the train')).toHaveLength(1);
  await checkOtherDevice(await openDevice(), credentials, lesson!);
}
