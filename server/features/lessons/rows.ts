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
  changed: changedCategories,
  page: categoryPage,
  count: countCategories,
  one: categoryById,
};

export const lessonRows: EntityRows<'lessons'> = {
  changed: changedLessons,
  page: lessonPage,
  count: countLessons,
  one: lessonById,
};

export const lessonProgressRows: EntityRows<'lesson_progress'> = {
  changed: changedProgress,
  page: progressPage,
  count: countProgress,
  one: progressOf,
};
