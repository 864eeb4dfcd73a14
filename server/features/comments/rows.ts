import type { EntityRows } from '../../handlers.ts';
import { countComments } from './counts.ts';
import { readChangedComments, commentById, readCommentPage, lockOwnComments } from './repository.ts';

export const commentRows: EntityRows<'comments'> = {
  storage: { table: 'comments', tombstones: true, erase: 'anonymous with the account' },
  changed: readChangedComments,
  page: readCommentPage,
  count: countComments,
  one: commentById,
  lock: lockOwnComments,
};
