import { sql } from 'kysely';
import { UNDO_DAYS } from '../../../contract/imports/fields.ts';
import type { Db } from '../../db/tables.ts';

const DAY_MS = 86_400_000;

/**
 * Deletes the files and rows of imports that can no longer be undone, because they contain personal data; keeps the
 * counts. Imports that were never run are deleted entirely.
 */
export async function dropOldImports(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - UNDO_DAYS * DAY_MS).toISOString();
  await sql`delete from imports where state in ('uploaded', 'previewed') and created_at < ${before}
    and coalesce(planned_at, created_at) < ${before}`.execute(db);
  await sql`update imports set data = null where data is not null and finished_at < ${before}`.execute(db);
  await sql`delete from import_rows r where not exists (select 1 from imports i
    where i.scope = r.scope and i.id = r.import_id and i.data is not null)`.execute(db);
}
