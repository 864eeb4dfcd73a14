import type { Page } from '@playwright/test';
import type { BookShelf } from '../../contract/entities/book-shelf.ts';
import type { Book } from '../../contract/entities/book.ts';
import { evaluateWithDatabases } from './helpers/disk.ts';
import { logIn, openOnlinePage, pill, tableRows } from './helpers/phone.ts';
import { expect, test } from './helpers/home.ts';

const READ = 'The Long Way Round';
const PAID = 'Small Tables';
const PDF = 'Before the Door';

async function bookNamed(page: Page, title: string): Promise<Book> {
  const found = (await tableRows<Book>(page, 'books')).find((book) => book.title === title);
  if (!found) throw new Error(`the book ${title} is not on the device`);
  return found;
}

const chapter = (page: Page) => page.locator('[data-chapter]');

async function download(page: Page, { id }: Book): Promise<void> {
  await page.goto(`/books/${id}`);
  const here = page.getByText(/^On this device, /);
  const button = page.getByRole('button', { name: /^Download, / });
  await expect(here.or(button)).toBeVisible();
  // Another test on this device may already have downloaded the book.
  if (await button.isVisible()) await button.click();
  await expect(here).toBeVisible();
}

test('a book that was read offline syncs its position and its bookmark to a second device', async ({
  page,
  context,
  browser,
  server,
}) => {
  const violations: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text());
  });
  await page.goto('/books');
  const book = await bookNamed(page, READ);
  await download(page, book);
  await context.setOffline(true);
  await page.reload();
  await page.getByRole('link', { name: 'Read', exact: true }).click();
  await expect(chapter(page).getByRole('heading', { name: 'The bus that was not there' })).toBeVisible();
  const picture = chapter(page).getByRole('img', { name: 'A bus between two hills' });
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(640);
  await page.getByRole('button', { name: 'Contents' }).click();
  await page.getByRole('list', { name: 'Chapters' }).getByText('A bench for two').click();
  await expect(chapter(page).getByRole('heading', { name: 'A bench for two' })).toBeVisible();
  await page.getByRole('button', { name: 'Add bookmark' }).click();
  await expect(page.getByRole('button', { name: 'Remove bookmark' })).toBeVisible();
  await expect
    .poll(
      async () => (await tableRows<BookShelf>(page, 'book_shelf')).find(({ id }) => id === book.id)?.places[0]?.place,
    )
    .toMatch(/^2\//);
  await context.setOffline(false);
  await expect.poll(() => tableRows(page, 'outbox'), { timeout: 30_000 }).toEqual([]);
  expect(violations).toEqual([]);

  const second = await openOnlinePage(browser, server.url);
  await logIn(second, 'learner', '/books');
  await expect(second.getByText(/\d+% read/)).toBeVisible();
  await download(second, book);
  await second.getByRole('link', { name: 'Continue reading' }).click();
  await expect(chapter(second).getByRole('heading', { name: 'A bench for two' })).toBeVisible();
  await second.getByRole('button', { name: 'Contents' }).click();
  await expect(second.getByRole('list', { name: 'Bookmarks' }).getByRole('listitem')).toHaveCount(1);
  await second.context().close();
});

/** URLs of the cached files of the PDF reader. */
const cachedReaderUrls = (page: Page) =>
  page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys())
        if (url.includes('/assets/pdf')) found.push(name.includes('precache') ? 'first visit' : name);
    }
    return found;
  });

test('downloads the PDF reader together with a PDF and opens the PDF offline', async ({ page, context }) => {
  const violations: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text());
  });
  await page.goto('/books');
  expect(await cachedReaderUrls(page)).toEqual([]);
  await download(page, await bookNamed(page, PDF));
  expect(await cachedReaderUrls(page)).toEqual(['haversack-late', 'haversack-late']);
  await context.setOffline(true);
  await page.reload();
  await page.getByRole('link', { name: 'Read', exact: true }).click();
  await expect(page.getByText('Page 1 of 3')).toBeVisible();
  await expect(page.getByText(/^Before you go/)).toBeAttached();
  const inked = () =>
    page.locator('canvas').evaluate((element) => {
      const canvas = element as HTMLCanvasElement;
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      return data.some((value, at) => at % 4 === 0 && value < 128);
    });
  await expect.poll(inked).toBe(true);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Page 2 of 3')).toBeVisible();
  await expect(page.getByText(/^At the table/)).toBeAttached();
  expect(violations).toEqual([]);
});

/** Opens the payment page of the paid book. Returns the id of the book. */
async function openPayment(page: Page): Promise<string> {
  await page.goto('/books');
  const { id } = await bookNamed(page, PAID);
  await page.goto(`/books/${id}`);
  await page.getByRole('button', { name: 'Buy for $4.50' }).click();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.getByRole('heading', { name: 'Payment simulator' })).toBeVisible();
  return id;
}

test('completes a purchase exactly once when the tab was closed after the payment', async ({ page, context }) => {
  const id = await openPayment(page);
  // The server processes the payment, but the tab is closed before the response arrives.
  await page.request.post(page.url(), { maxRedirects: 0 });
  await page.close();
  const again = await context.newPage();
  await again.goto(`/books/${id}`);
  await expect(again.getByText(/^On this device, /)).toBeVisible({ timeout: 30_000 });
  await expect(again.getByRole('button', { name: /^Buy/ })).toHaveCount(0);
  expect((await tableRows<BookShelf>(again, 'book_shelf')).filter(({ bought_at }) => bought_at !== null)).toHaveLength(
    1,
  );
  await expect(pill(again)).toContainText('Up to date');
});

test('lets a payer go back, return and try again after a declined card', async ({ pageOf, server }) => {
  const page = await pageOf('consultant');
  const id = await openPayment(page);
  const first = page.url();
  expect(new URL(first).origin).not.toBe(server.url);
  await page.getByRole('link', { name: 'Back without paying' }).click();
  await page.waitForURL((url) => url.origin === server.url);
  await openPayment(page);
  expect(page.url()).toBe(first);
  await page.getByRole('button', { name: 'Pay with a declined card' }).click();
  await expect(page.getByRole('alert')).toHaveText('The card was declined. Try again.');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.waitForURL((url) => url.origin === server.url);
  await page.goto(`/books/${id}`);
  await expect(page.getByText(/^On this device, /)).toBeVisible({ timeout: 30_000 });
});

test('reports a damaged book file and keeps the app running', async ({ page }) => {
  await page.goto('/books');
  const book = await bookNamed(page, READ);
  await download(page, book);
  const damage = async (sha256: string) => {
    const found = (await allDatabases()).find(
      ({ name }) => name.startsWith('haversack-') && name !== 'haversack-device',
    );
    const request = found!.factory.open(found!.name);
    await new Promise((resolve) => request.addEventListener('success', resolve));
    const store = request.result.transaction('blobs', 'readwrite').objectStore('blobs');
    const row = { sha256, mime: 'epub', data: new ArrayBuffer(9), bytes: 9, saved_at: 0, sent_at: 0 };
    await new Promise((resolve) => store.put(row).addEventListener('success', resolve));
    request.result.close();
  };
  await evaluateWithDatabases(page, damage, book.file.sha256);
  await page.goto(`/books/${book.id}/read`);
  await expect(page.getByText('The file of this book is damaged.')).toBeVisible();
  await page.getByRole('button', { name: 'Delete file' }).click();
  await page.getByRole('link', { name: 'Back to book' }).click();
  await expect(page.getByRole('button', { name: /^Download, / })).toBeVisible();
});
