import type { EntityRows } from '../../handlers.ts';
import { changedComments, commentById, commentPage, countComments, lockOwnComments } from './repository.ts';

export const commentRows: EntityRows<'comments'> = {
  storage: { table: 'comments', tombstones: true, erase: 'anonymous with the account' },
  changed: changedComments,
  page: commentPage,
  count: countComments,
  one: commentById,
  lock: lockOwnComments,
};
