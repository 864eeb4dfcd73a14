import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Lesson } from '../../contract/entities/lesson.ts';
import { lessonId, makeCategory, makeLesson, showLessons } from './lesson-app.ts';

const categoryId = (number: number) => `0198c000-0000-7000-8000-0000000000c${number}`;

/** Shows a screen on a device with one category in each language, and one lesson in each category. */
async function show(at: string, languages: readonly Lesson['language'][]) {
  const categories = languages.map((language, index) =>
    makeCategory({ id: categoryId(index), position: index, slug: language, title: `Category ${language}`, language }),
  );
  const lessons = languages.map((language, index) =>
    makeLesson(index + 1, { category_id: categoryId(index), title: `Lesson ${language} ${index + 1}`, language }),
  );
  return showLessons(at, { categories, lessons, me: { language: 'en' } });
}

describe('lessons in several languages', () => {
  it("folds categories in other languages, below the ones in the user's language", async () => {
    await show('/lessons', ['ru', 'en', 'de']);
    const fold = (await screen.findByRole('heading', { name: 'In other languages' })).closest('details')!;
    expect(fold.open).toBe(false);
    const folded = within(fold).getAllByRole('link', { hidden: true });
    expect(folded.map(({ textContent }) => textContent)).toEqual(['Category ru', 'Category de']);
    expect(fold.contains(screen.getByRole('link', { name: 'Category en' }))).toBe(false);
  });

  it.each([[['ru', 'de']], [['en']]] as const)(
    "folds no category if all or none of them are in the user's language: %s",
    async (languages) => {
      await show('/lessons', languages);
      expect(await screen.findAllByRole('link', { name: /^Category/ })).toHaveLength(languages.length);
      expect(screen.queryByText('In other languages')).toBeNull();
    },
  );

  const offlineLessons = async () => {
    const section = (await screen.findByRole('heading', { name: 'Available offline' })).closest('section')!;
    return within(section)
      .getAllByRole('listitem')
      .map((row) => /Lesson \w+ \d/.exec(row.textContent)?.[0]);
  };

  it("lists only lessons in the user's language on Home while there are unfinished ones", async () => {
    await show('/dashboard', ['ru', 'en', 'de', 'en']);
    expect(await screen.findByRole('heading', { name: 'Lesson en 2' })).toBeTruthy();
    expect(await offlineLessons()).toEqual(['Lesson en 4']);
  });

  it("lists lessons in other languages on Home when all lessons in the user's language are done", async () => {
    const { db } = await show('/dashboard', ['ru', 'en', 'de']);
    const at = '2026-03-02T10:00:00.000Z';
    await db.lesson_progress.put({
      ...{ id: lessonId(2), rev: 1, state: 'done', slices: [], older_s: 0 },
      ...{ scrolled: 100, last_read_at: at, done_at: at },
    });
    expect(await screen.findByRole('heading', { name: 'Lesson ru 1' })).toBeTruthy();
    expect(await offlineLessons()).toEqual(['Lesson de 3']);
  });

  it('continues a started lesson in another language, followed by lessons in the language of the user', async () => {
    const { db } = await show('/dashboard', ['ru', 'en', 'en', 'ru']);
    await db.lesson_progress.put({
      ...{ id: lessonId(1), rev: 1, state: 'started', slices: [], older_s: 0 },
      ...{ scrolled: 10, last_read_at: '2026-03-02T10:00:00.000Z', done_at: null },
    });
    expect(await screen.findByRole('heading', { name: 'Lesson ru 1' })).toBeTruthy();
    await waitFor(async () => expect(await offlineLessons()).toEqual(['Lesson en 2', 'Lesson en 3']));
  });
});
