import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

export const name = '0015_standard_names';

/** Tables with their new names. Their primary keys are renamed accordingly. */
const tables = [
  ['book_shelf', 'library_items'],
  ['lead_takes', 'lead_claims'],
  ['media_pieces', 'media_chunks'],
  ['sync_scope_events', 'access_revocations'],
  ['ticket_pool_exits', 'ticket_claims'],
] as const;

const columns = [
  ['account_links', 'made_at', 'created_at'],
  ['account_links', 'made_by', 'created_by'],
  ['account_links', 'spent_at', 'used_at'],
  ['account_links', 'tries', 'attempts'],
  ['media_chunks', 'piece', 'chunk'],
  ['users', 'left_pool_rev', 'claimed_rev'],
] as const;

/**
 * Indexes with their new names. The order matters: a name such as `X_rev` can be given to another index only after its
 * former index has been renamed.
 */
const indexes = [
  ['book_shelf_rev', 'library_items_user_rev'],
  ['contact_categories_rev', 'contact_categories_owner_rev'],
  ['contacts_rev', 'contacts_owner_rev'],
  ['event_answers_rev', 'event_answers_user_rev'],
  ['lesson_progress_rev', 'lesson_progress_user_rev'],
  ['news_reads_rev', 'news_reads_user_rev'],
  ['tasks_rev', 'tasks_assignee_rev'],
  ['book_shelf_touched', 'library_items_rev'],
  ['books_touched', 'books_rev'],
  ['contact_categories_touched', 'contact_categories_rev'],
  ['contacts_touched', 'contacts_rev'],
  ['event_answers_touched', 'event_answers_rev'],
  ['handovers_touched', 'handovers_rev'],
  ['lesson_progress_touched', 'lesson_progress_rev'],
  ['news_reads_touched', 'news_reads_rev'],
  ['person_events_touched', 'person_events_rev'],
  ['tasks_touched', 'tasks_rev'],
  ['lead_takes_day', 'lead_claims_day'],
  ['lead_takes_person', 'lead_claims_person'],
  ['sync_scope_events_rev', 'access_revocations_rev'],
  ['ticket_pool_exits_ticket', 'ticket_claims_ticket'],
  ['users_left_pool', 'users_claimed'],
] as const;

const statements = [
  ...tables.flatMap(([from, to]) => [
    `alter table ${from} rename to ${to}`,
    `alter index ${from}_pkey rename to ${to}_pkey`,
  ]),
  `alter table ticket_claims
    rename constraint ticket_pool_exits_scope_ticket_id_fkey to ticket_claims_scope_ticket_id_fkey`,
  ...columns.map(([table, from, to]) => `alter table ${table} rename column ${from} to ${to}`),
  ...indexes.map(([from, to]) => `alter index ${from} rename to ${to}`),
  `update jobs set kind = 'email', payload = payload - 'letter' || jsonb_build_object('template', payload->'letter')
    where kind = 'letter'`,
];

/** Gives tables, columns, indexes and queued emails the names that the code uses. */
export async function up(tx: Tx): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx);
}
