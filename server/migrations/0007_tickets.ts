import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

const statements = [
  `create table tickets (
    scope text not null, id text not null,
    rev bigint not null default 0, field_revs jsonb not null default '{}',
    created_at timestamptz not null, updated_at timestamptz not null, deleted_at timestamptz, deleted_by text,
    number integer not null, type text not null, subject text not null, state text not null default 'new',
    priority text not null default 'normal', channel text not null default 'app',
    author_id text not null, responsible_id text, previous_id text, reason text not null default '',
    stars integer, rating_comment text not null default '',
    first_response_due timestamptz, resolve_due timestamptz, resolved_at timestamptz, closed_at timestamptz,
    primary key (scope, id))`,
  `create unique index tickets_number on tickets (scope, number)`,
  `create index tickets_rev on tickets (scope, rev)`,
  `create index tickets_author on tickets (scope, author_id, rev)`,
  `create index tickets_resolved on tickets (scope, resolved_at) where state = 'resolved'`,
  `create table ticket_messages (
    scope text not null, id text not null, ticket_id text not null, author_id text not null,
    by_staff boolean not null default false, internal boolean not null default false,
    body text not null, attachments jsonb not null default '[]',
    written_at timestamptz not null, created_at timestamptz not null,
    primary key (scope, id),
    foreign key (scope, ticket_id) references tickets (scope, id) on delete cascade)`,
  `create index ticket_messages_order on ticket_messages (scope, ticket_id, created_at, id)`,
  `create index ticket_messages_files on ticket_messages using gin (attachments jsonb_path_ops)`,
  `create table ticket_log (
    scope text not null, id text not null, ticket_id text not null, actor_id text not null, command text not null,
    claimed_at timestamptz not null, received_at timestamptz not null, primary key (scope, id),
    foreign key (scope, ticket_id) references tickets (scope, id) on delete cascade)`,
  `create index ticket_log_ticket on ticket_log (scope, ticket_id, received_at)`,
  `create index users_avatar on users (scope, avatar_sha256) where avatar_sha256 is not null`,
];

export const name = '0007_tickets';

/** Creates tickets with their conversations. */
export async function up(tx: Tx): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx);
}
