import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

export const name = '0051_file_stores';

const statements = [
  `create table stored_objects (
    scope text not null, store text not null, sha256 text not null, is_complete boolean not null default false,
    unused_since timestamptz, deleting_until timestamptz, primary key (scope, store, sha256))`,
  `create index stored_objects_unused on stored_objects (scope, unused_since) where unused_since is not null`,
  `alter table media_files add column stored_in text not null default 'database', add column unused_since timestamptz`,
  `alter table blobs add column stored_in text not null default 'database', add column object_sha256 text,
    add column width int, add column height int`,
  `alter table landing_image_variants add column stored_in text not null default 'database',
    add column object_sha256 text, add column bytes int`,
  `create index media_files_stored on media_files (scope, stored_in, sha256) where stored_in <> 'database'`,
  `create index blobs_stored on blobs (scope, stored_in, object_sha256) where stored_in <> 'database'`,
  `create index landing_image_variants_stored on landing_image_variants (scope, stored_in, object_sha256)
    where stored_in <> 'database'`,
];

/**
 * Adds columns that say where the bytes of files are stored, and a table of the objects in stores outside the database.
 */
export async function up(tx: Tx): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx);
}
