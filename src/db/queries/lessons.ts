import type { Category } from '../../../contract/entities/category.ts';
import type { LessonProgress } from '../../../contract/entities/lesson-progress.ts';
import type { Lesson } from '../../../contract/entities/lesson.ts';
import type { PhoneDb } from '../schema/db.ts';

/** A category with the number of its lessons and the number that the user has completed. */
export interface CategoryCard extends Category {
  lessons: number;
  done: number;
}

/** A lesson in a list, without its body and transcript. */
export interface LessonCard extends Omit<Lesson, 'body' | 'transcript'> {
  /** URL of the cover, or undefined. */
  cover: string | undefined;
  progress: LessonProgress | undefined;
}

const MAX_CATEGORIES = 100;
const MAX_LESSONS = 300;

export const mediaPath = (sha256: string): string => `/media/${sha256}`;

/** Returns the URL of the cover; undefined without one. */
export function coverOf(lesson: Pick<Lesson, 'media'>): string | undefined {
  const cover = lesson.media.find((item) => item.kind === 'cover');
  return cover && mediaPath(cover.sha256);
}

/** Returns a lesson without its body and transcript. */
export function lessonCard(
  { body: _, transcript: __, ...lesson }: Lesson,
  progress: LessonProgress | undefined,
): LessonCard {
  return { ...lesson, cover: coverOf(lesson), progress };
}

async function withProgress(db: PhoneDb, lessons: readonly Lesson[]): Promise<LessonCard[]> {
  const progress = await db.lesson_progress.bulkGet(lessons.map((lesson) => lesson.id));
  return lessons.map((lesson, index) => lessonCard(lesson, progress[index]));
}

function lessonsIn(db: PhoneDb, category_id: string) {
  return db.lessons.where('[category_id+position]').between([category_id, -Infinity], [category_id, Infinity]);
}

/** Returns all categories that have lessons, with the user's progress. They are in order, those in `language` first. */
export async function savedCategories(db: PhoneDb, language: string): Promise<CategoryCard[]> {
  const categories = await db.categories.orderBy('position').limit(MAX_CATEGORIES).toArray();
  const done = new Set(await db.lesson_progress.where('state').equals('done').primaryKeys());
  const cards = await Promise.all(
    categories.map(async (category) => {
      const ids = await lessonsIn(db, category.id).primaryKeys();
      return { ...category, lessons: ids.length, done: ids.filter((id) => done.has(id)).length };
    }),
  );
  const languageRank = (category: Category) => (category.language === language ? 0 : 1);
  return cards.filter((category) => category.lessons > 0).toSorted((a, b) => languageRank(a) - languageRank(b));
}

/** Returns the lessons of a category in order. */
export async function savedLessons(db: PhoneDb, category_id: string): Promise<LessonCard[]> {
  return withProgress(db, await lessonsIn(db, category_id).limit(MAX_LESSONS).toArray());
}

/** Returns the most recently read unfinished lesson, or undefined. */
async function lastStarted(db: PhoneDb): Promise<Lesson | undefined> {
  const recent = await db.lesson_progress.orderBy('last_read_at').reverse().limit(20).toArray();
  for (const progress of recent.filter((item) => item.state === 'started')) {
    const lesson = await db.lessons.get(progress.id);
    if (lesson) return lesson;
  }
  return undefined;
}

/** Returns at least `count` unfinished lessons of the categories in order, or all of them if there are fewer. */
async function unfinishedLessons(
  db: PhoneDb,
  categories: readonly CategoryCard[],
  count: number,
): Promise<LessonCard[]> {
  const found: LessonCard[] = [];
  for (const category of categories) {
    if (found.length >= count) break;
    const lessons = await savedLessons(db, category.id);
    found.push(...lessons.filter((lesson) => lesson.progress?.state !== 'done'));
  }
  return found;
}

/**
 * Returns the lesson to continue, if there is one, followed by unfinished lessons in `language`, or in other languages
 * if there are none: at most `count` + 1 lessons in total.
 */
export async function savedNextLessons(db: PhoneDb, language: string, count: number): Promise<LessonCard[]> {
  const started = await lastStarted(db);
  const categories = await savedCategories(db, language);
  const own = categories.filter((category) => category.language === language);
  const others = categories.filter((category) => category.language !== language);
  // Reads one more lesson than needed, because the started lesson may be among them.
  const inLanguage = await unfinishedLessons(db, own, count + 2);
  const isStarted = (lesson: LessonCard) => lesson.id === started?.id;
  const hasOwn = inLanguage.some((lesson) => !isStarted(lesson));
  const unfinished = hasOwn ? inLanguage : await unfinishedLessons(db, others, count + 2);
  const nextLessons = unfinished.filter((lesson) => !isStarted(lesson));
  return [...(started ? await withProgress(db, [started]) : []), ...nextLessons].slice(0, count + 1);
}
