import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

const statements = [
  `alter table contacts add column merged_ids jsonb not null default '[]'`,
  // Index for finding the contact into which a given contact was merged. It is small, because few contacts were merged.
  `create index contacts_merged_ids on contacts using gin (merged_ids jsonb_path_ops) where merged_ids <> '[]'`,
  // Index for finding the tasks of a merged contact.
  `create index tasks_contact on tasks (scope, contact_id) where contact_id is not null`,
];

export const name = '0045_contact_merges';

/** Adds the ids of the contacts that were merged into a contact. */
export async function up(tx: Tx): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx);
}
