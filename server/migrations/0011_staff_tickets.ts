import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

const statements = [
  `alter table tickets
    add column taken_at timestamptz, add column first_answered_at timestamptz, add column snooze_until timestamptz,
    add column reject_reason text, add column duplicate_of text,
    add column waiting_since timestamptz, add column waited_min integer not null default 0`,
  `create index tickets_free on tickets (scope, rev) where responsible_id is null and state = 'new'`,
  `create index tickets_holder on tickets (scope, responsible_id, rev)`,
  // Records which tickets left the pool. Devices that show such a ticket as unassigned fetch this change with their
  // next pull.
  `create table ticket_pool_exits (
    scope text not null, ticket_id text not null, rev bigint not null, primary key (scope, rev, ticket_id),
    foreign key (scope, ticket_id) references tickets (scope, id) on delete cascade)`,
  `create index ticket_pool_exits_ticket on ticket_pool_exits (scope, ticket_id)`,
  `create index ticket_log_actor on ticket_log (scope, actor_id, ticket_id)`,
  `create table telegram_chats (
    scope text not null, user_id text not null, chat_id text not null, linked_at timestamptz not null,
    primary key (scope, user_id))`,
  `create table bot_messages (
    scope text not null, id text not null, user_id text not null, by_id text not null, ticket_id text,
    body text not null, delivery text not null, created_at timestamptz not null, updated_at timestamptz not null,
    primary key (scope, id))`,
  `create index bot_messages_user on bot_messages (scope, user_id, created_at)`,
];

export const name = '0011_staff_tickets';

/** Adds the tables and columns that employees need to handle tickets, and messages through the Telegram bot. */
export async function up(tx: Tx): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx);
}
