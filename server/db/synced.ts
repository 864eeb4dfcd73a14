import type { ColumnType } from 'kysely';

/** A jsonb column: read as a value, written as JSON text. */
export type Json<T> = ColumnType<T, string, string>;

/** The same with a default. */
export type GeneratedJson<T> = ColumnType<T, string | undefined, string>;

/** What every synced table carries. `field_revs` holds the rev at which a field last changed. */
export interface Synced {
  scope: string;
  rev: number;
  field_revs: Json<Record<string, number>>;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
  deleted_by: string | null;
}
