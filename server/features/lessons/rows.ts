import type { EntityRows } from '../../handlers.ts';
import { readChangedProgress, countProgress, progressOf, readProgressPage } from './progress-repository.ts';
import {
  categoryById,
  readCategoryPage,
  readChangedCategories,
  readChangedLessons,
  countCategories,
  countLessons,
  lessonById,
  readLessonPage,
} from './repository.ts';

export const categoryRows: EntityRows<'categories'> = {
  storage: { table: 'categories', tombstones: true, erase: 'shared content' },
  changed: readChangedCategories,
  page: readCategoryPage,
  count: countCategories,
  one: categoryById,
};

export const lessonRows: EntityRows<'lessons'> = {
  storage: { table: 'lessons', tombstones: true, erase: 'shared content' },
  changed: readChangedLessons,
  page: readLessonPage,
  count: countLessons,
  one: lessonById,
};

export const lessonProgressRows: EntityRows<'lesson_progress'> = {
  storage: { table: 'lesson_progress', tombstones: false, erase: 'anonymous with the account' },
  changed: readChangedProgress,
  page: readProgressPage,
  count: countProgress,
  one: progressOf,
};
