import { expect, type Locator, type Page } from '@playwright/test';
import type { Lesson } from '../../../contract/entities/lesson.ts';
import { DEMO_PASSWORD } from '../../../server/demo/people.ts';

/** The demo accounts, by the part before the at sign. */
export type Who = 'learner' | 'consultant' | 'consultant2' | 'manager' | 'admin';

/** How sync stands, at the top right of every screen. */
export const pill = (page: Page): Locator => page.locator('a[href="/sync"]').getByRole('status');

/** Fills in the login form and sends it. */
export async function tryLogIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Email or phone').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

/** Logs in and waits for the mirror. The address may name the screen to land on. */
export async function logIn(page: Page, who: Who, path = '/'): Promise<void> {
  await page.goto(path);
  await tryLogIn(page, `${who}@example.org`, DEMO_PASSWORD);
  await expect(pill(page)).toContainText('Up to date');
}

/** Another screen without loading the app anew, as a tap on a link would open it. */
export async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState({}, '', to), path);
}

/** Rows of one table of the person's database, as they lie on the phone. */
export async function rowsOf<T>(page: Page, table: string): Promise<T[]> {
  const rows = await page.evaluate(async (name) => {
    const known = await indexedDB.databases();
    const found = known.find((one) => one.name?.startsWith('haversack-') && one.name !== 'haversack-device');
    if (!found?.name) return [];
    const request = indexedDB.open(found.name);
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(new Error('the database did not open')));
    });
    // Whoever wants to delete or upgrade it must not wait for a test.
    db.addEventListener('versionchange', () => db.close());
    const all = db.transaction(name).objectStore(name).getAll();
    const values = await new Promise<unknown[]>((resolve, reject) => {
      all.addEventListener('success', () => resolve(all.result));
      all.addEventListener('error', () => reject(new Error('the rows were not read')));
    });
    db.close();
    return values;
  }, table);
  return rows as T[];
}

/** Whether this page is controlled by the service worker, and what stands in the way. */
function shellState(page: Page): Promise<'controlled' | 'uncontrolled' | 'installing' | 'missing'> {
  return page.evaluate(async () => {
    const { serviceWorker } = navigator;
    const registration = await serviceWorker.getRegistration();
    if (serviceWorker.controller) return 'controlled';
    if (registration?.installing || registration?.waiting || registration?.active?.state === 'activating')
      return 'installing';
    return registration?.active ? 'uncontrolled' : 'missing';
  });
}

/** The page registers the service worker soon after its start. One that is missing longer failed to install. */
const REGISTERED_WITHIN_MS = 10_000;
const SHELL_WITHIN_MS = 120_000;

/**
 * Waits until the service worker has the files of the app and controls this page. Loads the page again where waiting
 * would not help: a page that was loading while the service worker took over stays without it, and an installation that
 * lost a request is tried again by the next page alone.
 */
export async function shellReady(page: Page): Promise<void> {
  let missingSince: number | null = null;
  const isReady = async (): Promise<boolean> => {
    const state = await shellState(page);
    if (state !== 'missing') missingSince = null;
    else missingSince ??= performance.now();
    const hasFailed = missingSince !== null && performance.now() - missingSince > REGISTERED_WITHIN_MS;
    if (state === 'uncontrolled' || hasFailed) {
      missingSince = null;
      await page.reload();
    }
    return state === 'controlled';
  };
  await expect
    .poll(isReady, { message: 'the service worker controls the page', intervals: [50, 100], timeout: SHELL_WITHIN_MS })
    .toBe(true);
}

/** Waits until the app opens without a network: its own files, and the pictures of the lessons. */
export async function readyForOffline(page: Page): Promise<void> {
  await shellReady(page);
  const lessons = await rowsOf<Pick<Lesson, 'media'>>(page, 'lessons');
  // Films and sounds come only when somebody asks for them.
  const pictures = lessons.flatMap(({ media }) => media).filter(({ kind }) => kind === 'cover' || kind === 'image');
  const wanted = [...new Set(pictures.map(({ sha256 }) => `/media/${sha256}`))];
  await expect
    .poll(
      () =>
        page.evaluate(async (paths) => {
          const found = await Promise.all(paths.map((path) => caches.match(path)));
          return found.filter((hit) => hit === undefined).length;
        }, wanted),
      { message: 'pictures still missing', timeout: 20_000 },
    )
    .toBe(0);
}

/** Writes one comment into the box of the screen that is open. */
export async function comment(page: Page, text: string): Promise<void> {
  const box = page.getByRole('textbox', { name: 'Write a comment' });
  await box.fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByRole('listitem').filter({ hasText: text })).toBeVisible();
  await expect(box).toHaveValue('');
}
