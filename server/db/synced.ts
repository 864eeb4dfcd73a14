import type { ColumnType } from 'kysely';

/** A jsonb column. It is read as a value and written as JSON text. */
export type Json<T> = ColumnType<T, string, string>;

/** A jsonb column with a default value. */
export type GeneratedJson<T> = ColumnType<T, string | undefined, string>;

/** Columns of every synced table. `field_revs` maps each field to the rev at which it last changed. */
export interface Synced {
  scope: string;
  rev: number;
  field_revs: Json<Record<string, number>>;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
  deleted_by: string | null;
}
