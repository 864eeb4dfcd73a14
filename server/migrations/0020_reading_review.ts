import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

export const name = '0020_reading_review';

/**
 * Adds a flag for reading time whose end was in the future when the server received it. Such time is stored but not
 * counted.
 */
export async function up(tx: Tx): Promise<void> {
  await sql`alter table lesson_slices add column needs_review boolean not null default false`.execute(tx);
}
