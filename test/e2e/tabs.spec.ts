import type { Comment } from '../../contract/entities/comment.ts';
import { Client } from './helpers/client.ts';
import { writeComment, pill, tableRows } from './helpers/phone.ts';
import { findLessonWithPictures } from './helpers/screens.ts';
import { expect, test } from './helpers/home.ts';

test("two tabs show each other's comments, and each comment is sent once", async ({ page, context, server }) => {
  await page.goto('/dashboard');
  const lesson = await findLessonWithPictures(page);
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(`/lesson/view/${lesson.id}`);
    await expect(tab.getByRole('textbox', { name: 'Write a comment' })).toBeVisible();
  }
  await writeComment(page, 'Written in the first tab.');
  await expect(other.getByRole('listitem').filter({ hasText: 'Written in the first tab.' })).toBeVisible();
  await writeComment(other, 'And an answer in the second.');
  await expect(page.getByRole('listitem').filter({ hasText: 'And an answer in the second.' })).toBeVisible();
  for (const tab of [page, other]) await expect(pill(tab)).toContainText('Up to date');
  const client = await Client.logIn(server.url, 'consultant');
  const mine = async () => (await client.comments(lesson.id)).filter((text) => / (first tab|the second)\.$/.test(text));
  await expect.poll(mine).toEqual(['Written in the first tab.', 'And an answer in the second.']);
  await expect.poll(() => tableRows(other, 'outbox')).toEqual([]);
});

test("shows another person's change without a reload", async ({ page, server }) => {
  await page.goto('/dashboard');
  const lesson = await findLessonWithPictures(page);
  await page.goto(`/lesson/view/${lesson.id}`);
  await expect(pill(page)).toContainText('Up to date');
  const client = await Client.logIn(server.url, 'consultant');
  const text = 'Olga writes this from another phone.';
  const written: Comment = await client.call('comments.add', { body: { lesson: lesson.id, text } });
  await expect(page.getByText(text)).toBeVisible({ timeout: 8_000 });
  const rows = await tableRows<Comment>(page, 'comments');
  expect(rows.find(({ id }) => id === written.id)).toMatchObject({
    rev: written.rev,
    author_name: written.author_name,
  });
});
