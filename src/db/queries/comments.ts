import type { Comment } from '../../../contract/entities/comment.ts';
import type { PhoneDb } from '../schema/db.ts';

// All screens read the comments table through this module, so that they do not depend on how comments are stored.

const inThread = (db: PhoneDb, thread: string) =>
  db.comments.where('[thread+created_at]').between([thread, ''], [thread, '\uffff']);

/** Returns the comments with these ids, in the same order; undefined for each comment that is not on this phone. */
export const commentsByIds = (db: PhoneDb, ids: readonly string[]): Promise<(Comment | undefined)[]> =>
  db.comments.bulkGet([...ids]);

/** Returns how many comments of a thread are on this phone. */
export const countComments = (db: PhoneDb, thread: string): Promise<number> => inThread(db, thread).count();

/** Returns the latest `limit` comments of a thread, latest first. */
export const latestComments = (db: PhoneDb, thread: string, limit: number): Promise<Comment[]> =>
  inThread(db, thread).reverse().limit(limit).toArray();
