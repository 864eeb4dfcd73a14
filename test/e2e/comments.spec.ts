import type { BrowserContext, Page } from '@playwright/test';
import type { Lesson } from '../../contract/entities/lesson.ts';
import { Client } from './helpers/client.ts';
import { writeComment, pill, tableRows } from './helpers/phone.ts';
import { findLessonWithPictures } from './helpers/screens.ts';
import { expect, test } from './helpers/home.ts';

type Texts = readonly [string, string, string];

/** The texts of three comments on a lesson. The second comment is undone. */
const commentTexts = (where: string): Texts => [
  `I will try this ${where}.`,
  `Not ${where}, this was a mistake.`,
  `Three breaths ${where}, then I asked.`,
];

async function openLesson(page: Page): Promise<Lesson> {
  await page.goto('/dashboard');
  return findLessonWithPictures(page);
}

/** Opens the lesson with its pictures in a new offline tab and writes three comments, one of which is undone. */
async function readAndWrite(context: BrowserContext, lesson: Lesson, texts: Texts): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`/lesson/view/${lesson.id}`);
  await expect(page.getByRole('heading', { level: 1, name: lesson.title })).toBeVisible();
  for (const picture of await page.locator('main img').all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  }
  for (const text of texts) await writeComment(page, text);
  await page.getByRole('listitem').filter({ hasText: texts[1] }).getByText('Undo').click();
  await expect(page.getByText(texts[1])).toHaveCount(0);
  return page;
}

/** Expects each of the two comments exactly once on the device and on the server, and an empty outbox. */
async function expectSent(page: Page, url: string, lesson: Lesson, texts: Texts): Promise<void> {
  await expect(pill(page)).toContainText('Up to date', { timeout: 30_000 });
  const client = await Client.logIn(url, 'learner');
  const stored = (await client.comments(lesson.id)).filter((text) => texts.some((own) => own === text));
  const expected = [texts[0], texts[2]];
  expect(stored).toEqual(expected);
  for (const text of expected) await expect(page.getByText(text)).toHaveCount(1);
  // Reading time may also be in the outbox for some time.
  await expect.poll(() => tableRows(page, 'outbox')).toEqual([]);
}

test('delivers each comment exactly once if it was written offline', async ({ page, context, server }) => {
  const texts = commentTexts('on the bus');
  const lesson = await openLesson(page);
  await context.setOffline(true);
  await page.close();
  const reopened = await readAndWrite(context, lesson, texts);
  await expect(pill(reopened)).toContainText('Offline, 2 to send');
  await context.setOffline(false);
  await expectSent(reopened, server.url, lesson, texts);
});

test('delivers each comment exactly once if it was written while the server was down', async ({
  page,
  context,
  server,
}) => {
  const texts = commentTexts('at the stop');
  const lesson = await openLesson(page);
  await server.kill();
  await page.close();
  const reopened = await readAndWrite(context, lesson, texts);
  await expect(pill(reopened)).toContainText('No reply, 2 to send');
  await server.start();
  await expectSent(reopened, server.url, lesson, texts);
});

test('stores each comment exactly once if the reply to the push is lost', async ({
  page,
  context,
  server,
  network,
}) => {
  const texts = commentTexts('on the train');
  const lesson = await openLesson(page);
  await context.setOffline(true);
  await page.close();
  const reopened = await readAndWrite(context, lesson, texts);
  await expect(pill(reopened)).toContainText('Offline, 2 to send');
  const lost = network.hits('lose_reply');
  // Reading time is also pushed, so make only the push with this comment lose its reply.
  network.spoil('/api/sync/push', 'lose_reply', 1, texts[2]);
  await context.setOffline(false);
  await expectSent(reopened, server.url, lesson, texts);
  expect(network.hits('lose_reply')).toBe(lost + 1);
});
