import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

const statements = [
  `create table donations (
    id text not null, donor_id text not null, author_id text not null, amount_cents int not null, currency text not null,
    purpose text not null, purpose_text text not null default '', method text not null, paid_at timestamptz not null,
    receipt text not null, comment text not null default '', is_anonymous boolean not null default false,
    photo_sha256 text, photo_mime text, state text not null, reason text not null default '', decided_by_id text,
    decided_at timestamptz, entered_at timestamptz not null, scope text not null, rev bigint not null default 0,
    created_at timestamptz not null, updated_at timestamptz not null, primary key (scope, id))`,
  `create index donations_rev on donations (scope, rev)`,
  `create index donations_donor on donations (scope, donor_id, paid_at)`,
  `create index donations_author on donations (scope, author_id)`,
  `create index donations_photo on donations (scope, photo_sha256) where photo_sha256 is not null`,
];

export const name = '0024_donations';

/** Adds donations that were paid outside of this app and are entered by hand. */
export async function up(tx: Tx): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx);
}
