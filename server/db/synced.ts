import type { ColumnType } from 'kysely';

/** A jsonb column: read as a value, written as JSON text. */
export type Json<T> = ColumnType<T, string, string>;

/** A jsonb column with a default. */
export type GeneratedJson<T> = ColumnType<T, string | undefined, string>;

/** Columns of every synced table. `field_revs`: the rev at which each field last changed. */
export interface Synced {
  scope: string;
  rev: number;
  field_revs: Json<Record<string, number>>;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
  deleted_by: string | null;
}
