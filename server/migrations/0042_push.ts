import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

const statements = [
  `create table push_subscriptions (
    scope text not null, user_id text not null, device_id text not null, session_id text not null,
    endpoint text not null, p256dh text not null, auth text not null, server_key text not null,
    created_at timestamptz not null, primary key (scope, user_id, device_id))`,
  `create unique index push_subscriptions_endpoint on push_subscriptions (scope, endpoint)`,
  `alter table users add column push_leads boolean not null default true,
    add column push_tickets boolean not null default true, add column push_tasks boolean not null default true,
    add column push_names boolean not null default false, add column quiet_hours text`,
];

export const name = '0042_push';

/** Creates the push subscriptions of devices, and the settings for push messages. */
export async function up(tx: Tx): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx);
}
