import type { RowSources } from '../handlers.ts';
import { meRows } from '../features/accounts/rows.ts';
import { commentRows } from '../features/comments/rows.ts';
import { categoryRows, lessonProgressRows, lessonRows } from '../features/lessons/rows.ts';
import { taskRows } from '../features/tasks/rows.ts';

/** What a pull sends, by entity. */
export const rowSources: RowSources = {
  me: meRows,
  tasks: taskRows,
  lesson_progress: lessonProgressRows,
  categories: categoryRows,
  lessons: lessonRows,
  comments: commentRows,
};
