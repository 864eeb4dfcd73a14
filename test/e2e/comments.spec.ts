import type { BrowserContext, Page } from '@playwright/test';
import type { Lesson } from '../../contract/entities/lesson.ts';
import { Client } from './helpers/client.ts';
import { comment, logIn, pill, readyForOffline, rowsOf } from './helpers/phone.ts';
import { lessonWithPictures } from './helpers/screens.ts';
import { test as atHome } from './helpers/home.ts';
import { expect, test } from './helpers/test.ts';

const texts = ['I will try this on the bus.', 'This one was a mistake.', 'Three breaths, then I asked.'] as const;
const kept = [texts[0], texts[2]];

async function prepared(page: Page, url: string): Promise<Lesson> {
  await logIn(page, 'learner', `${url}/`);
  await readyForOffline(page);
  return lessonWithPictures(page);
}

/** A new tab that finds no network: the lesson with its pictures, three comments, one of them undone. */
async function readAndWrite(context: BrowserContext, address: string, lesson: Lesson): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: lesson.title })).toBeVisible();
  for (const picture of await page.locator('main img').all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  }
  for (const text of texts) await comment(page, text);
  await page.getByRole('listitem').filter({ hasText: texts[1] }).getByText('Undo').click();
  await expect(page.getByText(texts[1])).toHaveCount(0);
  return page;
}

/** In the end both sides hold the two comments, once each, and the phone has nothing more to send. */
async function expectSent(page: Page, url: string, lesson: Lesson): Promise<void> {
  await expect(pill(page)).toContainText('Up to date', { timeout: 30_000 });
  const client = await Client.logIn(url, 'learner');
  const held = (await client.comments(lesson.id)).filter((text) => texts.some((own) => own === text));
  expect(held).toEqual(kept);
  for (const text of kept) await expect(page.getByText(text)).toHaveCount(1);
  expect(await rowsOf(page, 'outbox')).toEqual([]);
}

atHome('comments written with no network arrive exactly once', async ({ page, context, server }) => {
  await page.goto('/dashboard');
  const lesson = await lessonWithPictures(page);
  await context.setOffline(true);
  await page.close();
  const reopened = await readAndWrite(context, `${server.url}/lesson/view/${lesson.id}`, lesson);
  await expect(pill(reopened)).toContainText('Offline, 2 to send');
  await context.setOffline(false);
  await expectSent(reopened, server.url, lesson);
});

test('comments written while the server is dead arrive exactly once', async ({ page, context, server }) => {
  const lesson = await prepared(page, server.url);
  await server.kill();
  await page.close();
  const reopened = await readAndWrite(context, `${server.url}/lesson/view/${lesson.id}`, lesson);
  await expect(pill(reopened)).toContainText('No answer, 2 to send');
  await server.start();
  await expectSent(reopened, server.url, lesson);
});

test('comments whose receipt is lost are not written twice', async ({ page, context, server, network }) => {
  const lesson = await prepared(page, network.url);
  await context.setOffline(true);
  await page.close();
  const reopened = await readAndWrite(context, `${network.url}/lesson/view/${lesson.id}`, lesson);
  await expect(pill(reopened)).toContainText('Offline, 2 to send');
  const before = network.count('/api/sync/push');
  network.spoil('/api/sync/push', 'lose_reply', 1);
  await context.setOffline(false);
  await expectSent(reopened, server.url, lesson);
  expect(network.count('/api/sync/push'), 'the lost one and its repetition').toBeGreaterThan(before + 1);
});
