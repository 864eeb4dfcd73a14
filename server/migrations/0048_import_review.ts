import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

export const name = '0048_import_review';

const statements = [
  `alter table import_rows add column kept_reason text, add column was text`,
  `alter table notifications add column count int`,
];

/**
 * Adds to the rows of imports how the previous plan treated them, and why an undo did not revert a person. Adds to
 * notifications the number of people that they report.
 */
export async function up(tx: Tx): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx);
}
