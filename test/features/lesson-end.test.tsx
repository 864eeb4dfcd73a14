import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { LessonProgress } from '../../contract/entities/lesson-progress.ts';
import { lessonId, makeLesson, showLessons } from './lesson-app.ts';

const at = '2026-03-02T10:00:00.000Z';

const doneProgress = (number: number): LessonProgress => ({
  ...{ id: lessonId(number), rev: 1, state: 'done', slices: [], older_s: 0 },
  ...{ scrolled: 100, last_read_at: at, done_at: at },
});

/** Opens lesson number `open` of five lessons, of which the lessons in `done` are done. */
async function show(open: number, done: readonly number[]) {
  const shown = await showLessons('/lessons', { lessons: [1, 2, 3, 4, 5].map((number) => makeLesson(number)) });
  await shown.db.lesson_progress.bulkPut(done.map(doneProgress));
  fireEvent.click(await screen.findByRole('link', { name: 'Talking with people' }));
  fireEvent.click(await screen.findByRole('link', { name: `Lesson ${open}` }));
  await screen.findByText(`Text ${open}.`);
  return shown;
}

const card = async () => (await screen.findByRole('heading', { name: 'Lesson done' })).closest('section')!;
const finish = async () => fireEvent.click(await screen.findByRole('button', { name: 'Mark as done' }));
const kinds = async ({ db }: Awaited<ReturnType<typeof show>>) =>
  (await db.outbox.toArray()).map(({ kind }) => kind).filter((kind) => kind !== 'lesson.time');

describe('the end of a lesson', () => {
  it('shows and focuses the progress in the category when a lesson is marked as done', async () => {
    const shown = await show(2, [1]);
    await finish();
    const section = await card();
    await waitFor(() => expect(document.activeElement).toBe(section));
    expect(section.textContent).toContain('2 of 5 done');
    const ring = within(section).getByRole('progressbar', { name: 'Lessons done' });
    expect(ring.getAttribute('aria-valuenow')).toBe('40');
    expect([ring.style.getPropertyValue('--from'), ring.style.getPropertyValue('--share')]).toEqual(['0.2', '0.4']);
    expect(screen.queryByRole('button', { name: 'Mark as done' })).toBeNull();
    expect(await kinds(shown)).toEqual(['lesson.done']);
  });

  it('links from a lesson that was just done to the next unfinished one, with its length', async () => {
    const { path } = await show(2, [3]);
    await finish();
    const section = await card();
    expect(section.textContent).toContain('Next: Lesson 4');
    fireEvent.click(within(section).getByRole('link', { name: 'Start, 7 min' }));
    await waitFor(() => expect(path()).toBe(`/lesson/view/${lessonId(4)}`));
  });

  it('names an earlier unfinished lesson as the next one after the last lesson of a category', async () => {
    await show(5, [1, 3]);
    await finish();
    expect((await card()).textContent).toContain('Next: Lesson 2');
  });

  it('says that a category is finished when all its lessons are done', async () => {
    await show(5, [1, 2, 3, 4]);
    await finish();
    const section = await card();
    expect(section.textContent).toContain('You have done every lesson of this category.');
    expect(within(section).getByRole('link', { name: 'All lessons' }).getAttribute('href')).toBe('/lessons');
  });

  it('reopens a lesson with Undo, and focuses the button that marks it as done', async () => {
    const shown = await show(1, [1]);
    fireEvent.click(within(await card()).getByRole('button', { name: 'Undo' }));
    const button = await screen.findByRole('button', { name: 'Mark as done' });
    await waitFor(() => expect(document.activeElement).toBe(button));
    expect(await kinds(shown)).toEqual(['lesson.reopen']);
    expect(await shown.db.lesson_progress.get(lessonId(1))).toMatchObject({ state: 'started', scrolled: 0 });
  });

  it('neither animates the progress ring nor moves the focus for a lesson that was already done', async () => {
    await show(1, [1]);
    const section = await card();
    const ring = within(section).getByRole('progressbar', { name: 'Lessons done' });
    expect(ring.style.getPropertyValue('--from')).toBe(ring.style.getPropertyValue('--share'));
    expect(document.activeElement).not.toBe(section);
  });

  it('counts no scroll depth of a lesson after it was reopened in the same visit', async () => {
    const shown = await show(1, [1]);
    fireEvent.click(within(await card()).getByRole('button', { name: 'Undo' }));
    await screen.findByRole('button', { name: 'Mark as done' });
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    fireEvent.keyDown(window, { key: 'Shift' });
    fireEvent(window, new Event('pagehide'));
    await waitFor(async () => {
      const reading = (await shown.db.outbox.toArray()).filter(({ kind }) => kind === 'lesson.time');
      expect(reading.map(({ args }) => (args as { scrolled: number }).scrolled)).toEqual([0]);
    });
  });
});
