import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import type { Lesson } from '../../../contract/entities/lesson.ts';
import { DEMO_PASSWORD } from '../../../server/demo/people.ts';
import { evaluateWithDatabases } from './disk.ts';

/** The demo accounts, named by the local part of their email address. */
export type Who = 'learner' | 'consultant' | 'consultant2' | 'manager' | 'admin';

/**
 * Opens a page on another device that stays online. It has no service worker, because caching the whole app takes about
 * as long as the rest of a login. Close its context afterwards.
 */
export async function openOnlinePage(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, serviceWorkers: 'block' });
  return context.newPage();
}

/** Returns the sync status at the top right of every screen. */
export const pill = (page: Page): Locator => page.locator('a[href="/sync"]').getByRole('status');

/** Fills in and submits the login form. */
export async function tryLogIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Email or phone').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

/** Logs in and waits until the first sync is complete. `path` is the screen to open. */
export async function logIn(page: Page, who: Who, path = '/'): Promise<void> {
  await page.goto(path);
  await tryLogIn(page, `${who}@example.org`, DEMO_PASSWORD);
  await expect(pill(page)).toContainText('Up to date');
}

/** Opens another screen without reloading, like a click on a link. */
export async function goToPath(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState({}, '', to), path);
}

/** Returns the rows of one table in the person's database on the device. */
export async function tableRows<T>(page: Page, table: string): Promise<T[]> {
  const rows = await evaluateWithDatabases(
    page,
    async (name) => {
      const known = await allDatabases();
      const found = known.find((one) => one.name.startsWith('haversack-') && one.name !== 'haversack-device');
      if (!found) return [];
      const request = found.factory.open(found.name);
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(new Error('the database did not open')));
      });
      // Close this connection if the database is deleted or upgraded, so that the deletion or upgrade does not wait for
      // the test.
      db.addEventListener('versionchange', () => db.close());
      const all = db.transaction(name).objectStore(name).getAll();
      const values = await new Promise<unknown[]>((resolve, reject) => {
        all.addEventListener('success', () => resolve(all.result));
        all.addEventListener('error', () => reject(new Error('the rows were not read')));
      });
      db.close();
      return values;
    },
    table,
  );
  return rows as T[];
}

/**
 * Waits for the confirmation of a write: `done`, or `slow` if the server takes more than two seconds, for example on a
 * busy machine.
 */
export async function expectConfirmation(
  page: Page,
  done: string,
  slow = 'Saved on this device. Will be sent.',
): Promise<void> {
  await expect(page.getByText(done).or(page.getByText(slow)).first()).toBeVisible();
}

const SHELL_TIMEOUT_MS = 120_000;

/** Whether the service worker has cached the app and controls this page. */
const isControlled = (page: Page): Promise<boolean> =>
  page.evaluate(() => navigator.serviceWorker.controller?.state === 'activated');

/** Waits until the service worker has cached the app and controls this page, without a reload. */
export async function waitForShell(page: Page, timeout = SHELL_TIMEOUT_MS): Promise<void> {
  await expect
    .poll(() => isControlled(page), {
      message: 'the service worker controls the page',
      intervals: [50, 100],
      timeout,
    })
    .toBe(true);
}

/** Waits until the app's files and the lessons' images are cached, so that the app can be opened offline. */
export async function waitUntilReadyForOffline(page: Page): Promise<void> {
  await waitForShell(page);
  const lessons = await tableRows<Pick<Lesson, 'media'>>(page, 'lessons');
  // Videos and audio are downloaded only on request.
  const pictures = lessons.flatMap(({ media }) => media).filter(({ kind }) => kind === 'cover' || kind === 'image');
  let missing = [...new Set(pictures.map(({ sha256 }) => `/media/${sha256}`))];
  await expect
    .poll(
      async () => {
        // Each check stops at the first missing image and skips images that were already found, which takes less
        // processor time.
        missing = await page.evaluate(async (paths) => {
          for (const [index, path] of paths.entries()) if (!(await caches.match(path))) return paths.slice(index);
          return [];
        }, missing);
        return missing.length;
      },
      { message: 'pictures still missing', intervals: [100, 200], timeout: 20_000 },
    )
    .toBe(0);
}

/** Writes one comment in the composer of the open screen. */
export async function writeComment(page: Page, text: string): Promise<void> {
  const box = page.getByRole('textbox', { name: 'Write a comment' });
  await box.fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByRole('listitem').filter({ hasText: text })).toBeVisible();
  await expect(box).toHaveValue('');
}
