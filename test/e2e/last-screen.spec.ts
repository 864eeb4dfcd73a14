import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import type { Contact } from '../../contract/entities/contact.ts';
import { PAINTED_MARK } from '../../src/boot/cover.ts';
import { LAST_SCREEN_PREFIX } from '../../src/lib/last-screen.ts';
import { readAllStorage } from './helpers/disk.ts';
import { expect, visit } from './helpers/home.ts';
import { logIn, tableRows, waitUntilReadyForOffline } from './helpers/phone.ts';
import { logOut } from './helpers/shared-phone.ts';
import { readShiftsWhenSettled, watchShifts } from './helpers/shift-watch.ts';

const ROW = 'main li a[href^="/contacts/"]';

/** Makes the closed shadow tree of the stored screen visible to the test, and records violations of the policy. */
async function watchStarts(context: BrowserContext): Promise<void> {
  await context.addInitScript(`
    const { attachShadow } = Element.prototype;
    Element.prototype.attachShadow = function (init) { return attachShadow.call(this, { ...init, mode: 'open' }); };
    globalThis.violations = [];
    document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => violations.push(violatedDirective));
  `);
}

const violationsOf = (page: Page): Promise<string[]> => page.evaluate('violations');

/** Whether the stored screen was shown when the page was opened. */
const isMarked = (page: Page): Promise<boolean> =>
  page.evaluate((mark) => performance.getEntriesByName(mark).length > 0, PAINTED_MARK);

const cover = (page: Page) => page.locator('[style*="2147483647"]');

async function storedPaths(page: Page): Promise<string[]> {
  const keys = (await tableRows<{ key: string }>(page, 'meta')).map(({ key }) => key);
  return keys.filter((key) => key.startsWith(LAST_SCREEN_PREFIX)).map((key) => key.slice(LAST_SCREEN_PREFIX.length));
}

/** Logs in on the list of contacts and waits until it is stored. Returns the name and the path of the first contact. */
async function storeContacts(page: Page): Promise<{ name: string; path: string }> {
  await logIn(page, 'consultant', '/contacts');
  await waitUntilReadyForOffline(page);
  await expect.poll(() => storedPaths(page)).toContain('/contacts');
  const row = page.locator(ROW).first();
  const path = (await row.getAttribute('href')) ?? '';
  const contacts = await tableRows<Pick<Contact, 'id' | 'first_name' | 'last_name'>>(page, 'contacts');
  const contact = contacts.find(({ id }) => path.endsWith(id));
  return { name: `${contact?.first_name} ${contact?.last_name}`, path };
}

const blockScripts = (session: CDPSession, urls: string[]): Promise<unknown> =>
  session.send('Network.setBlockedURLs', { urls });

visit('shows the rows of the last screen offline before the app has started', async ({ page, context }) => {
  await watchStarts(context);
  await watchShifts(context);
  const { path } = await storeContacts(page);
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await context.setOffline(true);
  await blockScripts(session, ['*/assets/*.js']);
  await page.goto('/contacts');
  await expect(page.locator(ROW).first()).toBeVisible();
  expect(await page.locator('#root > *').count()).toBe(1);
  expect(await page.locator('#root > .splash').count()).toBe(1);
  // The stored screen claims nothing about the sync, and neither the keyboard nor a screen reader reaches it.
  await expect(page.getByText('Up to date')).toHaveCount(0);
  await expect(page.locator('a[href="/sync"]').first()).toContainText('Loading');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  await expect(page.locator('nav a[href="/tasks"]')).toBeVisible();

  await blockScripts(session, []);
  await page.goto('about:blank');
  await page.goto('/contacts');
  await expect(page.locator(`#root a[href="${path}"]`).first()).toBeVisible();
  await expect(cover(page)).toHaveCount(0);
  expect(await isMarked(page)).toBe(true);
  expect(await violationsOf(page)).toEqual([]);
  const { shift, shifted } = await readShiftsWhenSettled(page);
  expect(shift, shifted.join('\n')).toBeLessThanOrEqual(0.02);
});

visit('follows a link of the last screen as soon as the app has started', async ({ page, context }) => {
  await watchStarts(context);
  const { path } = await storeContacts(page);
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setBypassServiceWorker', { bypass: true });
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/contacts', { waitUntil: 'commit' });
  const row = page.locator(`a[href="${path}"]`).first();
  await expect(row).toBeVisible();
  const box = await row.boundingBox();
  await page.mouse.click(box!.x + 20, box!.y + box!.height / 2);
  await expect(page).toHaveURL(path);
  await expect(row).toBeVisible();
  release();
  await expect(cover(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Contacts');
  await expect(page).toHaveURL(path);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Contacts' })).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
});

visit('removes the last screen with a logout, and shows it to nobody else', async ({ page, context, baseURL }) => {
  const { name, path } = await storeContacts(page);
  expect(await readAllStorage(page)).toContain(path);
  await logOut(page, baseURL ?? '');
  const left = await readAllStorage(page);
  expect(left).not.toContain(path);
  expect(left).not.toContain(name);
  await watchStarts(context);
  await page.goto('/contacts');
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  expect(await isMarked(page)).toBe(false);
  await logIn(page, 'consultant2', '/contacts');
  await expect.poll(() => storedPaths(page)).toContain('/contacts');
  await page.reload();
  await expect.poll(() => isMarked(page)).toBe(true);
  await expect(page.getByText(name, { exact: true })).toHaveCount(0);
});
