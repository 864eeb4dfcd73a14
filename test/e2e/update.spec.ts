import type { Page } from '@playwright/test';
import { Client } from './helpers/client.ts';
import { writeComment, logIn, pill, waitUntilReadyForOffline, tableRows, waitForShell } from './helpers/phone.ts';
import { findLessonWithPictures } from './helpers/screens.ts';
import { expect, test } from './helpers/test.ts';

/** Time within which the page must reload; it requests the reload after at most 15 s. */
const TAKEOVER_MS = 30_000;

test('a new version waits, is offered, and takes over with one reload when confirmed', async ({ page, network }) => {
  await logIn(page, 'learner', `${network.url}/`);
  await waitUntilReadyForOffline(page);
  const lesson = await findLessonWithPictures(page);
  await page.goto(`${network.url}/lesson/view/${lesson.id}`);
  await page.getByRole('textbox', { name: 'Write a comment' }).fill('Half a thou');
  let loads = 0;
  page.on('load', () => (loads += 1));

  network.append('/sw.js', '\n// the next build\n');
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  // The person continues to work, and no page reloads by itself.
  await pill(page).click();
  const offer = page.getByText('Update ready');
  await expect(offer.first()).toBeVisible();
  expect(loads).toBe(0);

  await page.getByRole('button', { name: 'Update now' }).click();
  await expect.poll(() => loads, { timeout: TAKEOVER_MS }).toBe(1);
  await expect(page.getByRole('heading', { level: 1, name: 'Sync centre' })).toBeVisible();
  await expect(offer).toHaveCount(0);
  const waiting = await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);
  expect(waiting).toBe(false);
  await page.goto(`${network.url}/lesson/view/${lesson.id}`);
  await expect(page.getByRole('textbox', { name: 'Write a comment' })).toHaveValue('Half a thou');
  expect(loads, 'one reload, and the test’s own').toBe(2);
});

/**
 * Makes a service worker as slow as on a slow device: the message `hold` keeps it alive for 3 s, and the message
 * `let-go` blocks it for 3 s.
 */
const BUSY = `addEventListener('message', (event) => {
  const { type } = event.data ?? {};
  if (type === 'hold') event.waitUntil(new Promise((resolve) => setTimeout(resolve, 3000)));
  const end = Date.now() + (type === 'let-go' ? 3000 : 0);
  while (Date.now() < end);
});`;

test('an update waits until the old version has ended its work, and then reloads the page once', async ({
  page,
  network,
}) => {
  network.prepend('/sw.js', BUSY);
  await logIn(page, 'learner', `${network.url}/`);
  await waitForShell(page);
  await pill(page).click();
  let loads = 0;
  page.on('load', () => (loads += 1));
  network.append('/sw.js', '\n// the next build\n');
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  await expect(page.getByText('Update ready').first()).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.controller?.postMessage({ type: 'hold' }));
  await page.getByRole('button', { name: 'Update now' }).click();
  await expect.poll(() => loads, { timeout: TAKEOVER_MS }).toBe(1);
  const waiting = await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);
  expect(waiting, 'the new version took over before the reload').toBe(false);
});

const TASK = 'Call Sergey B.';

async function step(page: Page, origin: string, name: string): Promise<void> {
  await page.goto(`${origin}/tasks`);
  const row = page.getByRole('listitem').filter({ hasText: TASK });
  await row.getByRole('button', { name, exact: true }).click();
  await expect(row.getByRole('button', { name, exact: true })).toHaveCount(0);
}

test('an update loses neither unsent changes nor a half-filled form', async ({ page, network, server }) => {
  await logIn(page, 'consultant', `${network.url}/`);
  await waitUntilReadyForOffline(page);
  const lesson = await findLessonWithPictures(page);
  const texts = Array.from({ length: 8 }, (_, count) => `Before the update, ${count}.`);

  network.spoil('/api/', 'lose_request');
  await page.goto(`${network.url}/lesson/view/${lesson.id}`);
  for (const text of texts.slice(0, 5)) await writeComment(page, text);
  await step(page, network.url, 'Start');
  await page.goto(`${network.url}/contacts/new`);
  await page.getByLabel('First name').fill('Half a per');
  let loads = 0;
  page.on('load', () => (loads += 1));
  network.append('/sw.js', '\n// the next build\n');
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  await pill(page).click();
  await expect(page.getByText('Update ready').first()).toBeVisible();
  expect(loads).toBe(0);

  // The version that will be replaced still sends its requests.
  network.heal();
  await expect.poll(async () => (await tableRows(page, 'outbox')).length, { timeout: 30_000 }).toBe(0);
  network.spoil('/api/', 'lose_request');
  await page.goto(`${network.url}/lesson/view/${lesson.id}`);
  for (const text of texts.slice(5)) await writeComment(page, text);
  await step(page, network.url, 'Pause');
  const waiting = (await tableRows<{ op_id: string; kind: string }>(page, 'outbox')).map(({ op_id }) => op_id);
  expect(waiting.length).toBeGreaterThanOrEqual(4);
  await pill(page).click();
  loads = 0;
  await page.getByRole('button', { name: 'Update now' }).click();
  await expect.poll(() => loads, { timeout: TAKEOVER_MS }).toBe(1);
  await expect(page.getByRole('heading', { level: 1, name: 'Sync centre' })).toBeVisible();
  const left = (await tableRows<{ op_id: string }>(page, 'outbox')).map(({ op_id }) => op_id);
  expect(left).toEqual(expect.arrayContaining(waiting));

  await page.goto(`${network.url}/contacts/new`);
  await expect(page.getByLabel('First name')).toHaveValue('Half a per');
  await page.getByLabel('First name').fill('Half a person');
  await page.getByRole('button', { name: 'Save contact' }).click();
  network.heal();
  await expect.poll(async () => (await tableRows(page, 'outbox')).length, { timeout: 30_000 }).toBe(0);
  const client = await Client.logIn(server.url, 'consultant');
  expect((await client.comments(lesson.id)).filter((text) => text.startsWith('Before the update'))).toEqual(texts);
  expect((await client.tasks()).find(({ title }) => title === TASK)).toMatchObject({ state: 'paused' });
  const found = await client.call('contacts.list', { query: { page_size: '100' } });
  const results = Array.isArray(found) ? found : found.results;
  expect(results.filter(({ first_name }) => first_name === 'Half a person')).toHaveLength(1);
});
