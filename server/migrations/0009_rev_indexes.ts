import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

const tables = [
  'lesson_progress',
  'tasks',
  'contacts',
  'contact_categories',
  'handovers',
  'news_reads',
  'event_answers',
] as const;

export const name = '0009_touched';

/** Adds an index (scope, rev) to every synced table, so that a check for newer rows reads only the index. */
export async function up(tx: Tx): Promise<void> {
  for (const table of tables) await sql.raw(`create index ${table}_touched on ${table} (scope, rev)`).execute(tx);
}
