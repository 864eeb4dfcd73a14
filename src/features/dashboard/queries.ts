import type { PhoneDb } from '../../db/schema/db.ts';
import { lessonFiles, savedDownloads, type LessonFiles } from '../../db/storage/downloads.ts';
import { withOneVideo } from '../../db/storage/video-quality.ts';
import { savedLessons, savedNextLessons, type LessonCard } from '../../db/queries/lessons.ts';
import type { Category } from '../../../contract/entities/category.ts';

const SHELF = 4;

/** Where a lesson stands in its category. */
export interface LessonPosition {
  number: number;
  total: number;
  color: Category['color'];
}

/** A lesson that comes next, and how it stands with its films and sounds. */
export interface ShelfLesson {
  lesson: LessonCard;
  files: LessonFiles;
}

export interface Home {
  /** An employee's day; null for others. */
  day: { running: string | null; open: number } | null;
  /** What to read now, and where it stands. */
  now: { lesson: LessonCard; place: LessonPosition } | null;
  shelf: ShelfLesson[];
  /** All lessons on this phone. */
  lessons: number;
}

async function positionOf(db: PhoneDb, lesson: LessonCard): Promise<LessonPosition> {
  const category = await db.categories.get(lesson.category_id);
  const others = await savedLessons(db, lesson.category_id);
  const number = others.findIndex((other) => other.id === lesson.id) + 1;
  return { number, total: others.length, color: category?.color ?? 'teal' };
}

/** What runs and how much is open, of an employee's tasks. */
async function savedDay(db: PhoneDb): Promise<NonNullable<Home['day']>> {
  const inState = (state: string) => db.tasks.where('[state+start_at]').between([state, ''], [state, '\uffff']);
  const running = await inState('in_progress').first();
  const open = (await inState('planned').count()) + (await inState('paused').count()) + (running ? 1 : 0);
  return { running: running?.title ?? null, open };
}

/** Everything on the learner's home, from this phone alone. */
export async function savedHome(db: PhoneDb, user_id: string, language: string): Promise<Home> {
  const me = await db.me.get(user_id);
  // Before the long way through the categories, on which a live query loses sight of what comes after.
  const rows = await savedDownloads(db);
  const [first, ...next] = await savedNextLessons(db, language, SHELF);
  const home = {
    day: me?.is_staff ? await savedDay(db) : null,
    now: first ? { lesson: first, place: await positionOf(db, first) } : null,
    lessons: await db.lessons.count(),
  };
  // At the end: it may ask another database, and a live query loses sight of what comes after that as well.
  const shelf = await withOneVideo(db, next);
  return { ...home, shelf: shelf.map((lesson) => ({ lesson, files: lessonFiles(lesson, rows) })) };
}
