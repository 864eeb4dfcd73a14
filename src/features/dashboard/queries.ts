import type { PhoneDb } from '../../db/schema/db.ts';
import { lessonFiles, savedDownloads, type LessonFiles } from '../../db/storage/lesson-files.ts';
import { withOneVideo } from '../../db/storage/video-quality.ts';
import { savedLessons, savedNextLessons, type LessonCard } from '../../db/queries/lessons.ts';
import type { Category } from '../../../contract/entities/category.ts';

const MAX_SHELF_LESSONS = 4;

/** Position of a lesson in its category, such as 3 of 12. */
export interface LessonPosition {
  number: number;
  total: number;
  color: Category['color'];
}

/** An upcoming lesson with the download state of its files. */
export interface UpcomingLesson {
  lesson: LessonCard;
  files: LessonFiles;
}

export interface DashboardData {
  /** The lesson to read now, and its position in its category. */
  now: { lesson: LessonCard; place: LessonPosition } | null;
  shelf: UpcomingLesson[];
  /** Number of lessons on this device. */
  lessons: number;
}

async function positionOf(db: PhoneDb, lesson: LessonCard): Promise<LessonPosition> {
  const category = await db.categories.get(lesson.category_id);
  const lessonsInCategory = await savedLessons(db, lesson.category_id);
  const number = lessonsInCategory.findIndex((other) => other.id === lesson.id) + 1;
  return { number, total: lessonsInCategory.length, color: category?.color ?? 'teal' };
}

/** Returns all data of the learner's dashboard, from this device only. */
export async function savedDashboard(db: PhoneDb, language: string): Promise<DashboardData> {
  // Downloads are read first, because a live query does not observe what is read after the loop over categories.
  const rows = await savedDownloads(db);
  const [first, ...next] = await savedNextLessons(db, language, MAX_SHELF_LESSONS);
  const home = {
    now: first ? { lesson: first, place: await positionOf(db, first) } : null,
    lessons: await db.lessons.count(),
  };
  // The video quality is read last: it may come from another database, and a live query observes no reads after that.
  const shelf = await withOneVideo(db, next);
  return { ...home, shelf: shelf.map((lesson) => ({ lesson, files: lessonFiles(lesson, rows) })) };
}
