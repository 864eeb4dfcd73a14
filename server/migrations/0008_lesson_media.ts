import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

const statements = [
  `create table media_pieces (
    scope text not null, sha256 text not null, piece int not null, data bytea not null,
    primary key (scope, sha256, piece))`,
  // Videos are already compressed, so the database need not try to compress them again.
  `alter table media_pieces alter column data set storage external`,
  `alter table lessons add column transcript text not null default ''`,
];

export const name = '0008_lesson_media';

/**
 * Stores video and audio in chunks, so that a range of bytes can be read without reading the rest. Adds transcripts to
 * lessons.
 */
export async function up(tx: Tx): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx);
}
