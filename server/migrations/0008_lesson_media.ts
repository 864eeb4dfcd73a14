import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

const statements = [
  `create table media_pieces (
    scope text not null, sha256 text not null, piece int not null, data bytea not null,
    primary key (scope, sha256, piece))`,
  // Films are packed already: packing them again costs time and gains nothing.
  `alter table media_pieces alter column data set storage external`,
  `alter table lessons add column transcript text not null default ''`,
];

export const name = '0008_lesson_media';

/** Films and sounds in pieces, so that a stretch is read without the rest, and what is said in them. */
export async function up(tx: Tx): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx);
}
