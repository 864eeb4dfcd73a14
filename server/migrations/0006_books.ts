import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

const statements = [
  `create table books (
    scope text not null, id text not null,
    rev bigint not null default 0, field_revs jsonb not null default '{}',
    created_at timestamptz not null, updated_at timestamptz not null, deleted_at timestamptz, deleted_by text,
    path text not null, source_hash text not null,
    title text not null, author text not null, description text not null, language text not null,
    format text not null, file_sha256 text not null, file_bytes bigint not null, pages integer,
    price_cents integer not null, is_new boolean not null, media jsonb not null default '[]',
    primary key (scope, id))`,
  `create unique index books_path on books (scope, path)`,
  `create index books_touched on books (scope, rev)`,
  `create table book_shelf (
    scope text not null, user_id text not null, book_id text not null, rev bigint not null,
    bought_at timestamptz, places jsonb not null default '[]', marks jsonb not null default '[]',
    created_at timestamptz not null, updated_at timestamptz not null,
    primary key (scope, user_id, book_id))`,
  `create index book_shelf_rev on book_shelf (scope, user_id, rev)`,
  `create index book_shelf_touched on book_shelf (scope, rev)`,
  `create table book_orders (
    scope text not null, id text not null, ref text not null, user_id text not null, book_id text not null,
    provider text not null, price_cents integer not null, created_at timestamptz not null, paid_at timestamptz,
    primary key (scope, id))`,
  `create unique index book_orders_ref on book_orders (scope, ref)`,
  `create index book_orders_user on book_orders (scope, user_id, book_id)`,
];

export const name = '0006_books';

/** Creates books, each person's library, and orders. */
export async function up(tx: Tx): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx);
}
