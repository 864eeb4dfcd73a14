import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

export const name = '0046_weekly_goal';

/** Adds the weekly learning goal to the settings of an account. */
export async function up(tx: Tx): Promise<void> {
  await sql.raw(`alter table users add column weekly_goal text default 'lessons:3'`).execute(tx);
}
