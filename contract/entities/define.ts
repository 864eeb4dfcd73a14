import type { z } from '../zod.ts';

/** Pull groups in fetch order: p0 own work, p1 own notes, p2 shared content, p3 the rest. */
export const groups = ['p0', 'p1', 'p2', 'p3'] as const;
export type Group = (typeof groups)[number];

/**
 * How concurrent changes to one field resolve: `merge` unites sets, `lww` keeps the last value, `ask` reports a
 * conflict.
 */
export type FieldPolicy = 'merge' | 'lww' | 'ask';

/** A mirrored entity. `indexes` is a Dexie store definition; its first part is always `id`. */
export interface Entity<Row extends { id: string; rev: number } = { id: string; rev: number }> {
  group: Group;
  schema: z.ZodMiniType<Row>;
  indexes: string;
  policies: Record<string, FieldPolicy>;
  /**
   * Whether the digest of the group includes this row; all rows if absent. For rows that each side deletes at its own
   * time.
   */
  inDigest?(row: Row): boolean;
  /** Rows whose loss of access also removes this one. */
  parents?: readonly { entity: string; key: string }[];
}

export function defineEntity<Row extends { id: string; rev: number }>(entity: Entity<Row>): Entity<Row> {
  return entity;
}
