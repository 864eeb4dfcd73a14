import type { z } from '../zod.ts';

/** Pull groups, in the order they are fetched: p0 own work, p1 own notes, p2 what all share, p3 the rest. */
export const groups = ['p0', 'p1', 'p2', 'p3'] as const;
export type Group = (typeof groups)[number];

/** What happens when two people changed the same field: sets merge, harmless ones take the last, the rest asks. */
export type FieldPolicy = 'merge' | 'lww' | 'ask';

/** A mirrored thing. `indexes` is a Dexie store definition; its first part is always `id`. */
export interface Entity<Row extends { id: string; rev: number } = { id: string; rev: number }> {
  group: Group;
  schema: z.ZodMiniType<Row>;
  indexes: string;
  policies: Record<string, FieldPolicy>;
  /** Whether a digest of the group counts this row; all when absent. For rows that each side drops in its own time. */
  inDigest?(row: Row): boolean;
  /** The rows that take this one with them when access to them is lost. */
  parents?: readonly { entity: string; key: string }[];
}

export function defineEntity<Row extends { id: string; rev: number }>(entity: Entity<Row>): Entity<Row> {
  return entity;
}
