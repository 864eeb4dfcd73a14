import type { EntityRows } from '../../handlers.ts';
import { changedComments, commentById, commentPage, countComments } from './repository.ts';

export const commentRows: EntityRows<'comments'> = {
  changed: changedComments,
  page: commentPage,
  count: countComments,
  one: commentById,
};
