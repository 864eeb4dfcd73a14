import type { Page } from '@playwright/test';
import { callNamed } from '../../contract/api-calls/index.ts';
import { VIEW_PAGE_HEADER } from '../../contract/api-calls/view-as.ts';
import type { Employee } from '../../contract/entities/employee.ts';
import type { Lesson } from '../../contract/entities/lesson.ts';
import { expect, test } from './helpers/home.ts';
import { goToPath, pill, waitUntilReadyForOffline, tableRows } from './helpers/phone.ts';
import type { Proxy } from './helpers/proxy.ts';
import { listStaffPaths } from './helpers/screens.ts';
import { readStoredData } from './helpers/stored-data.ts';

test.use({ who: 'manager' });

const upToDate = { timeout: 30_000 };

/** Waits until the page sends no more requests, so that no reply changes the stored data later. */
async function waitUntilIdle(network: Proxy): Promise<void> {
  let last = -1;
  const isQuiet = (): boolean => {
    const before = last;
    last = network.requests.length;
    return last === before;
  };
  await expect.poll(isQuiet, { intervals: [1_000] }).toBe(true);
}

/** Opens the form that starts a view of Olga's app, and fills it in. Returns the path below which the view will be. */
async function prepareView(page: Page): Promise<string> {
  const olga = (await tableRows<Employee>(page, 'employees')).find(({ name }) => name === 'Olga Sommer');
  const base = `/staff-dashboard/view-as/${olga?.id}`;
  await page.goto(base);
  await expect(pill(page)).toContainText('Up to date', upToDate);
  await waitUntilReadyForOffline(page);
  await page.getByRole('textbox', { name: 'Reason' }).fill('Asked for help with tasks');
  return base;
}

async function startView(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start viewing' }).click();
  await expect(page.locator('[data-view-banner]')).toBeVisible();
}

async function endView(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-view-banner]')).toHaveCount(0);
}

/**
 * Presses each locked button, switch, check box, radio button and submit button of the screen, and returns their number.
 */
const tryToWrite = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const controls = '[aria-disabled="true"], input:is([type="checkbox"], [type="radio"]), button[type="submit"]';
    const found = [...document.querySelectorAll<HTMLElement>(`main :is(${controls})`)];
    for (const control of found) if (control.isConnected) control.click();
    return found.length;
  });

test('no screen in view mode changes anything on the device or the server', async ({
  page,
  pageOf,
  network,
  server,
}) => {
  const olga = await pageOf('consultant');
  await olga.goto('/staff-dashboard');
  await expect(pill(olga)).toContainText('Up to date', upToDate);
  const paths = [...new Set(await listStaffPaths(olga))];
  await olga.close();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/employees');
  await expect(pill(page)).toContainText('Up to date', upToDate);
  const base = await prepareView(page);
  await waitUntilIdle(network);
  const before = await readStoredData(page);
  await startView(page);
  const from = network.requests.length;
  const { path: createTask } = callNamed('tasks.create');
  let attempts = 0;
  for (const path of paths) {
    await goToPath(page, `${base}${path}`);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
    attempts += await tryToWrite(page);
    await expect(page.locator('[data-view-banner]'), path).toBeVisible();

    // The server refuses the token of the view, whatever the client does.
    const view = network.requests.findLast(({ headers }) => VIEW_PAGE_HEADER.toLowerCase() in headers)!;
    const reply = await fetch(`${server.url}${createTask}`, {
      method: 'POST',
      headers: {
        authorization: view.headers.authorization!,
        [VIEW_PAGE_HEADER]: path.split('?')[0]!,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ type: 'meet', title: 'Written in a view', start_at: new Date().toISOString() }),
    });
    expect([path, reply.status, ((await reply.json()) as { code: string }).code]).toEqual([path, 403, 'view_only']);
  }
  expect(attempts).toBeGreaterThan(paths.length);
  expect(await readStoredData(page)).toEqual(before);

  // Every call has the header of the view. A call without this header would be one of the viewer's own sync.
  const calls = network.requests.slice(from).filter(({ path }) => path.startsWith('/api/'));
  expect(calls).not.toEqual([]);
  const own = calls.filter(({ headers }) => !(VIEW_PAGE_HEADER.toLowerCase() in headers));
  expect(own.map(({ method, path }) => `${method} ${path}`)).toEqual([]);

  const end = network.requests.length;
  await endView(page);
  await expect(pill(page)).toContainText('Up to date', upToDate);
  // The viewer's own sync continues.
  await expect.poll(() => network.requests.slice(end).some(({ path }) => path.startsWith('/api/sync/'))).toBe(true);
});

test('a download of the viewer pauses during view mode, and continues afterwards', async ({ page, network }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/lessons');
  const isVideo = ({ kind }: { kind: string }): boolean => kind === 'video';
  const lesson = (await tableRows<Lesson>(page, 'lessons')).find(({ media }) => media.some(isVideo))!;
  const file = `/media/${lesson.media.find(isVideo)?.sha256}`;
  network.spoil(file, 'status_503');
  await page.goto(`/lesson/view/${lesson.id}`);
  await page.getByRole('button', { name: 'Keep on this device' }).click();
  await expect.poll(() => network.count(file), { message: 'the download has started' }).toBeGreaterThan(0);
  const base = await prepareView(page);
  await startView(page);
  const count = network.count(file);
  network.heal();
  for (const path of ['/tasks', '/lessons', '/downloads', '/staff-dashboard']) {
    await goToPath(page, `${base}${path}`);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await waitUntilIdle(network);
  }
  expect(network.count(file)).toBe(count);
  await endView(page);
  const states = async () => (await tableRows<{ state: string }>(page, 'downloads')).map(({ state }) => state);
  await expect.poll(states, { message: 'the download goes on' }).toContain('downloaded');
  await page.goto('/downloads');
  await page.getByRole('button', { name: `Remove: ${lesson.title}` }).click();
  await expect.poll(async () => (await states()).length).toBe(0);
});
