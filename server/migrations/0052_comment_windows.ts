import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

const statements = [
  // `deleted_at` is part of the index, so that the newest comments of a discussion are found without reading the table.
  `create index comments_newest_of_thread on comments (scope, thread, created_at, id) include (deleted_at)`,
  `drop index comments_thread`,
];

export const name = '0052_comment_windows';

/** Replaces the index of the comments of a discussion by one that also contains whether they are deleted. */
export async function up(tx: Tx): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx);
}
