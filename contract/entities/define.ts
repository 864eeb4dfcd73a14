import type { z } from '../zod.ts';

/**
 * Groups of entities that are pulled together, in fetch order. p0: own work; p1: own notes; p2: shared content; p3: the
 * rest.
 */
export const groups = ['p0', 'p1', 'p2', 'p3'] as const;
export type Group = (typeof groups)[number];

/**
 * How concurrent changes to a field are resolved. `merge`: the sets are united; `lww`: the last write wins; `ask`: a
 * conflict is reported to the user.
 */
export type FieldPolicy = 'merge' | 'lww' | 'ask';

/**
 * The part of an entity that devices mirror: the first `size` rows, sorted by the field `order` and then by id, both in
 * the same direction. Further rows are fetched on demand.
 */
export interface Window {
  size: number;
  order: string;
  /** `asc`, the default: rows with the lowest values come first. `desc`: rows with the highest values come first. */
  direction?: 'asc' | 'desc';
  /**
   * If set, each value of this field has a window of its own. The table needs the index `[group_by+order]`, or the
   * index `order` if `group_by` is not set.
   */
  group_by?: string;
}

/**
 * An entity whose rows are mirrored to phones. `indexes` is a Dexie store definition; its first part is always `id`.
 */
export interface Entity<Row extends { id: string; rev: number } = { id: string; rev: number }> {
  group: Group;
  schema: z.ZodMiniType<Row>;
  indexes: string;
  /** If absent, all rows are mirrored. */
  window?: Window;
  policies: Record<string, FieldPolicy>;
  /**
   * Whether the digest of the group includes this row; if absent, all rows are included. Needed if server and phone
   * delete old rows at different times.
   */
  inDigest?(row: Row): boolean;
  /**
   * Parent records: when access to one of them is lost, this row is removed as well. `key` is the field that holds the
   * parent's id.
   */
  parents?: readonly { entity: string; key: string }[];
}

export function defineEntity<Row extends { id: string; rev: number }>(entity: Entity<Row>): Entity<Row> {
  return entity;
}
