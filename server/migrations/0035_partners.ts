import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

const statements = [
  `alter table users
    add column partner_since timestamptz, add column company text not null default '',
    add column partner_note text not null default '', add column commission_percent int not null default 0,
    add column partner_files jsonb not null default '[]'`,
  `create index users_partner_files on users using gin (partner_files jsonb_path_ops) where partner_since is not null`,
];

export const name = '0035_partners';

/** Adds the data of people who are partners: a company, a commission and files. */
export async function up(tx: Tx): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx);
}
