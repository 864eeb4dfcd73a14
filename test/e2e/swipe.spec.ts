import type { CDPSession, Locator, Page } from '@playwright/test';
import type { Task } from '../../contract/entities/task.ts';
import { Client } from './helpers/client.ts';
import { expect, test } from './helpers/home.ts';
import { tableRows } from './helpers/phone.ts';

// Swipes rows of tasks with touches that Chromium handles like those of a finger.

test.use({ who: 'consultant' });

/** Creates a visit of the consultant and returns its row in the list. */
async function addVisit(page: Page, client: Client, title: string): Promise<{ id: string; row: Locator }> {
  const start_at = new Date(Date.now() - 60_000).toISOString();
  const { id } = await client.call('tasks.create', { body: { type: 'meet', title, start_at } });
  const row = page.getByRole('listitem').filter({ hasText: title });
  await expect(row).toBeVisible();
  return { id, row };
}

/** Opens the tasks on a page with the size of a phone. Returns a session through which touches can be sent. */
async function openOnPhone(page: Page): Promise<CDPSession> {
  await page.setViewportSize({ width: 390, height: 844 });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 });
  await page.goto('/tasks');
  // Rows can be swiped only after the code for it has been loaded, which happens soon after the start.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/task-swipe-')),
  );
  return cdp;
}

/** Puts a finger on the title of a row and moves it in small steps. The finger is not lifted. */
async function drag(cdp: CDPSession, row: Locator, right: number, down = 0): Promise<void> {
  await row.scrollIntoViewIfNeeded();
  const box = (await row.getByRole('link').first().boundingBox())!;
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  const STEPS = 8;
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  for (let step = 1; step <= STEPS; step += 1) {
    const touchPoints = [{ x: x + (right * step) / STEPS, y: y + (down * step) / STEPS }];
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints });
    await row.page().evaluate(() => new Promise(requestAnimationFrame));
  }
}

const lift = (cdp: CDPSession) => cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });

const stateOf = async (page: Page, id: string) =>
  (await tableRows<Task>(page, 'tasks')).find((task) => task.id === id)?.state;

test('a swipe to the right starts a task, and a swipe to the left offers a new time', async ({ page, server }) => {
  const client = await Client.logIn(server.url, 'consultant');
  const cdp = await openOnPhone(page);
  const { id, row } = await addVisit(page, client, 'The swiped visit');
  await drag(cdp, row, 110);
  const hint = row.locator('[data-armed="true"]');
  await expect(hint).toHaveText('Start');
  await expect(hint).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await lift(cdp);
  await expect(row.getByRole('button', { name: 'Pause' })).toBeVisible();
  expect(await stateOf(page, id)).toBe('in_progress');
  await expect(hint).toHaveCount(0);

  await row.getByRole('button', { name: 'Pause' }).click();
  await expect(row.getByRole('button', { name: 'Resume' })).toBeVisible();
  await drag(cdp, row, -110);
  await expect(hint).toHaveText('Reschedule');
  await lift(cdp);
  await expect(page.getByRole('dialog', { name: 'Reschedule' })).toBeVisible();
});

test('a short swipe, a scroll and a drag with the mouse leave a task unchanged', async ({ page, server }) => {
  const client = await Client.logIn(server.url, 'consultant');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const cdp = await openOnPhone(page);
  const { id, row } = await addVisit(page, client, 'The visit that stays');

  await drag(cdp, row, 60);
  await expect(row.locator('[data-armed="false"]')).toHaveText('Start');
  await lift(cdp);
  await expect(row.locator('[data-armed]')).toHaveCount(0);
  expect(await row.evaluate((element) => element.getBoundingClientRect().x >= 0 && element.style.transform)).toBe('');

  await page.setViewportSize({ width: 390, height: 360 });
  await page.evaluate(() => window.scrollTo(0, 0));
  await drag(cdp, row, 40, -120);
  await lift(cdp);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(40);

  await page.setViewportSize({ width: 390, height: 844 });
  const box = (await row.boundingBox())!;
  await page.mouse.move(box.x + 100, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + 260, box.y + 20, { steps: 6 });
  await expect(row.locator('[data-armed]')).toHaveCount(0);
  await page.mouse.move(box.x + 100, box.y - 200);
  await page.mouse.up();
  expect(await stateOf(page, id)).toBe('planned');
  expect(new URL(page.url()).pathname).toBe('/tasks');
});

test('a task that changes on the server during a swipe is not started, and a message says why', async ({
  page,
  server,
}) => {
  const client = await Client.logIn(server.url, 'consultant');
  const cdp = await openOnPhone(page);
  const { id, row } = await addVisit(page, client, 'The visit that changes');
  await drag(cdp, row, 110);
  await expect(row.locator('[data-armed="true"]')).toBeVisible();
  await client.call('tasks.update', { body: { id, action: 'cancel', at: new Date().toISOString() } });
  await expect(page.getByText('The task has changed in the meantime. Nothing was done.')).toBeVisible();
  await lift(cdp);
  expect(await stateOf(page, id)).toBe('cancelled');
});
