import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Lesson } from '../../contract/entities/lesson.ts';
import { MEDIA_CHUNK_BYTES } from '../../contract/media-range.ts';
import { openEmbedded } from '../../server/db/drivers.ts';
import { writeVideo } from '../helpers/videos.ts';
import { DiskBrowser } from './helpers/browser.ts';
import { writeComment, logIn, pill, waitUntilReadyForOffline, tableRows } from './helpers/phone.ts';
import { newFolder, startServer } from './helpers/start-server.ts';
import { test as atHome, visit } from './helpers/home.ts';
import { expect, test } from './helpers/test.ts';

const root = join(import.meta.dirname, '../..');

async function lessonWith(page: Page, kind: 'video' | 'audio', title = ''): Promise<Lesson> {
  const lessons = await tableRows<Lesson>(page, 'lessons');
  return lessons.find((lesson) => lesson.title.includes(title) && lesson.media.some((item) => item.kind === kind))!;
}

const states = async (page: Page) => (await tableRows<{ state: string }>(page, 'downloads')).map(({ state }) => state);

/** Returns the position of the player in seconds. */
const timeOf = (page: Page) => page.locator('video').evaluate((video) => (video as HTMLVideoElement).currentTime);

/** Seeks the player to a second, and waits until the player has reached that position. */
async function seek(page: Page, to: number): Promise<void> {
  await page.locator('video').evaluate(
    (element, seconds) =>
      new Promise<void>((resolve) => {
        element.addEventListener('seeked', () => resolve(), { once: true });
        (element as HTMLVideoElement).currentTime = seconds;
      }),
    to,
  );
}

test('the video of a downloaded category plays offline, from any position', async ({ page, context, server }) => {
  await logIn(page, 'learner', '/lessons');
  await waitUntilReadyForOffline(page);
  const lesson = await lessonWith(page, 'video');
  await page.goto(`/lessons/category/${lesson.category_id}`);
  const row = page.getByRole('listitem').filter({ hasText: lesson.title });
  await expect(row).toContainText(/online only, \d+ kB/);
  await page.getByRole('button', { name: /^Download all, \d+ kB$/ }).click();
  await expect(page.getByText(/^Everything is on this device/)).toBeVisible({ timeout: 30_000 });
  await expect(row).toContainText('on this device, ');
  expect(new Set(await states(page))).toEqual(new Set(['downloaded']));

  await context.setOffline(true);
  await server.kill();
  await page.reload();
  await expect(page.getByText(/^Everything is on this device/)).toBeVisible();
  await page.goto(`/lesson/view/${lesson.id}`);
  await page.getByText('Transcript', { exact: true }).click();
  await expect(page.getByText('Now it is your turn', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Play video' }).click();
  await expect.poll(() => timeOf(page), { message: 'the film does not play' }).toBeGreaterThan(0.3);
  await seek(page, 20);
  await expect.poll(() => timeOf(page), { message: 'the film does not go on after the seek' }).toBeGreaterThan(20.3);
  await seek(page, 5);
  await expect.poll(() => timeOf(page)).toBeGreaterThan(5.3);
  expect(await timeOf(page)).toBeLessThan(20);
  const cues = await page.locator('video').evaluate((video) => (video as HTMLVideoElement).textTracks[0]?.cues?.length);
  expect(cues).toBe(9);
});

atHome(
  'plays a video from the server without storing it, prints the lesson, and shows the size of the video without a network',
  async ({ page, context }) => {
    await page.goto('/lessons');
    const lesson = await lessonWith(page, 'video');
    const film = lesson.media.find(({ kind }) => kind === 'video')!;
    await page.goto(`/lesson/view/${lesson.id}`);
    await page.getByRole('button', { name: 'Play video' }).click();
    await seek(page, 12);
    await expect.poll(() => timeOf(page)).toBeGreaterThan(12.3);
    expect(await page.evaluate(async (path) => (await caches.match(path)) === undefined, `/media/${film.sha256}`)).toBe(
      true,
    );
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(page.getByRole('heading', { level: 1, name: lesson.title })).toBeVisible();
    await expect(page.locator('header, nav, video, textarea').filter({ visible: true })).toHaveCount(0);
    const paper = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    expect(paper, 'dark text on white').toBe('light');
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByText('online only, 317 kB', { exact: false })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Play video' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Download when possible' }).click();
    await expect(page.getByText('waiting to download', { exact: false })).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('button', { name: 'Play video' })).toBeVisible({ timeout: 30_000 });
    await expect.poll(() => states(page), { timeout: 30_000 }).toContain('downloaded');
    await page.goto('/downloads');
    await page.getByRole('button', { name: `Remove: ${lesson.title}` }).click();
    await expect.poll(async () => (await states(page)).length).toBeLessThan(2);
  },
);

/** Imports a category with two videos, each of which is stored in several chunks. */
async function importVideos(folder: string): Promise<void> {
  const dir = newFolder('content');
  mkdirSync(join(dir, 'large'));
  writeFileSync(join(dir, 'large/category.md'), '---\ntitle: Large films\nlanguage: en\norder: 1\n---\nTwo films.\n');
  for (const name of ['one', 'two']) {
    await writeVideo(join(dir, `large/${name}.mp4`), 2.5 * MEDIA_CHUNK_BYTES, name);
    const head = `title: Film ${name}\ncategory: large\nlanguage: en\norder: 1\nminutes: 5\nvideo: ${name}.mp4`;
    writeFileSync(join(dir, `large/${name}.md`), `---\n${head}\n---\nA film.\n`);
  }
  const done = spawnSync(process.execPath, ['--import', 'tsx', 'server/cli/content.ts', 'import', dir], {
    cwd: root,
    env: { ...process.env, DATA_DIR: folder },
    encoding: 'utf8',
  });
  rmSync(dir, { recursive: true, force: true });
  expect(done.stdout + done.stderr).toContain('3 added');
}

/**
 * Changes the announced size of each lesson to 50 MB. The files are smaller, because the database would need too long
 * to store that many bytes.
 */
async function announceLargeSize(folder: string): Promise<void> {
  const db = await openEmbedded(join(folder, 'pgdata'));
  const sql = `update lessons set media = jsonb_set(media::jsonb, '{0,bytes}', '50000000') where title like 'Film %'`;
  expect((await db.query(sql)).affectedRows).toBe(2);
  await db.close();
}

async function importLargeVideos(folder: string): Promise<void> {
  await importVideos(folder);
  await announceLargeSize(folder);
}

// Chromium enforces a quota only in a persistent profile; without a profile, storage is kept in memory.
visit(
  'refuses a 100 MB download into 60 MB of free storage before it starts, and still downloads a small video',
  async () => {
    const server = await startServer(importLargeVideos);
    const browser = new DiskBrowser();
    try {
      const { context, page } = await browser.open();
      const devtools = await context.newCDPSession(page);
      await devtools.send('Storage.overrideQuotaForOrigin', { origin: server.url, quotaSize: 60e6 });
      await logIn(page, 'learner', `${server.url}/lessons`);
      const lessons = await tableRows<Lesson>(page, 'lessons');
      const { id, category_id } = lessons.find(({ title }) => title === 'Film one')!;
      const large = lessons.filter((lesson) => lesson.category_id === category_id).flatMap(({ media }) => media);
      const requested: string[] = [];
      context.on('request', (request) => requested.push(request.url()));
      await page.goto(`${server.url}/lessons/category/${category_id}`);
      await page.getByRole('button', { name: 'Download all, 100 MB' }).click();
      await expect(page.getByRole('alert')).toContainText(/This needs 100 MB, but only \d(\.\d)? MB is free/);
      await expect(page.getByRole('alert')).toContainText('Nothing was started.');
      expect(await tableRows(page, 'downloads')).toEqual([]);
      expect(requested.filter((url) => large.some(({ sha256 }) => url.includes(sha256)))).toEqual([]);
      // The device still accepts writes, and downloads that fit.
      await page.goto(`${server.url}/lesson/view/${id}`);
      await writeComment(page, 'Room for words there is.');
      await expect(pill(page)).toContainText('Up to date', { timeout: 30_000 });
      const small = await lessonWith(page, 'video', 'Listening before speaking');
      await page.goto(`${server.url}/lesson/view/${small.id}`);
      await page.getByRole('button', { name: 'Keep on this device' }).click();
      await expect(page.getByText('on this device, ', { exact: false })).toBeVisible({ timeout: 30_000 });
    } finally {
      await browser.remove();
      await server.remove();
    }
  },
);
