import type { EntityRows } from '../../handlers.ts';
import { changedProgress, countProgress, progressOf, progressPage } from './progress-repository.ts';
import {
  categoryById,
  categoryPage,
  changedCategories,
  changedLessons,
  countCategories,
  countLessons,
  lessonById,
  lessonPage,
} from './repository.ts';

export const categoryRows: EntityRows<'categories'> = {
  storage: { table: 'categories', tombstones: true, erase: 'shared content' },
  changed: changedCategories,
  page: categoryPage,
  count: countCategories,
  one: categoryById,
};

export const lessonRows: EntityRows<'lessons'> = {
  storage: { table: 'lessons', tombstones: true, erase: 'shared content' },
  changed: changedLessons,
  page: lessonPage,
  count: countLessons,
  one: lessonById,
};

export const lessonProgressRows: EntityRows<'lesson_progress'> = {
  storage: { table: 'lesson_progress', tombstones: false, erase: 'anonymous with the account' },
  changed: changedProgress,
  page: progressPage,
  count: countProgress,
  one: progressOf,
};
