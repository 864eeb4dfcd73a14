import type { EntityName } from '../../../contract/entities/stores.ts';
import { Refused } from '../../../contract/errors.ts';
import type { WriteContext } from '../../../contract/writes/define.ts';
import { z } from '../../../contract/zod.ts';
import type { PhoneDb } from '../schema/db.ts';
import { foldedStates, type Entry } from './entry.ts';
import { writeOf } from './write-registry.ts';

export type AnyRow = { id: string; rev: number };

/** The acting user and device, for applying writes optimistically. */
export interface Actor {
  user_id: string;
  user_name: string;
  first_name: string;
  device_id: string;
  is_manager: boolean;
}

export function writeContext(actor: Actor, id: string, at_ms: number): WriteContext {
  return { ...actor, id, at: new Date(at_ms).toISOString() };
}

/**
 * Returns the row to show: the server's copy with the waiting writes applied in order. A write that is not possible on
 * the server's copy is skipped and passed to `onIllegal`; the server will refuse it. A write that the server accepted
 * in an earlier epoch is skipped too, because the copy already contains its effect, and others may have changed the
 * same field since. Pure and idempotent.
 */
export function foldEntries(
  base: AnyRow | null,
  entries: readonly Entry[],
  actor: Actor,
  onIllegal: (entry: Entry) => void = () => {},
): AnyRow | null {
  let row: unknown = base;
  for (const entry of entries) {
    if (!foldedStates.includes(entry.state) || entry.accepted_at !== undefined) continue;
    try {
      const write = writeOf(entry.kind);
      if (write) row = write.optimistic(row, entry.args, writeContext(actor, entry.entity_id, entry.at_client));
    } catch (error) {
      // The args of a parked write from another app version may be invalid.
      if (!(error instanceof Refused || error instanceof z.core.$ZodError)) throw error;
      onIllegal(entry);
    }
  }
  return row as AnyRow | null;
}

/** Returns the waiting and stuck writes of one row in order. */
export function entriesOf(db: PhoneDb, entity: EntityName, id: string): Promise<Entry[]> {
  return db.outbox.where('[entity+entity_id]').equals([entity, id]).sortBy('seq');
}

/**
 * Saves the server's copy of a row in `base` before a local write changes it. Returns the row that is currently shown.
 */
export async function ensureBase(db: PhoneDb, entity: EntityName, id: string): Promise<AnyRow | null> {
  const currentRow = ((await db.table(entity).get(id)) as AnyRow | undefined) ?? null;
  if (!(await db.base.get([entity, id]))) await db.base.put({ entity, id, row: currentRow });
  return currentRow;
}

/**
 * Rebuilds one row from its base, which is the server's copy, and its waiting writes. Call inside a transaction over
 * the entity's table, `outbox` and `base`, after `outbox` or `base` has changed. If no writes are waiting, the base
 * becomes the row and is deleted from `base`; a row that the server no longer has is deleted too.
 */
export async function rebuildRow(db: PhoneDb, entity: EntityName, id: string, actor: Actor): Promise<void> {
  const baseRow = await db.base.get([entity, id]);
  if (!baseRow) return;
  const entries = (await entriesOf(db, entity, id)).filter((entry) => foldedStates.includes(entry.state));
  const isDeletedOnServer = entries.length === 0 && baseRow.unseen;
  const row = isDeletedOnServer ? null : foldEntries(baseRow.row, entries, actor);
  if (row === null) await db.table(entity).delete(id);
  else await db.table(entity).put(row);
  if (entries.length === 0) await db.base.delete([entity, id]);
}

/**
 * Stores the server's copy of a row (null if deleted), unless a newer copy is already stored. Call inside a transaction
 * as for `rebuildRow`; the caller rebuilds the row afterwards.
 */
export async function applyServerRow(
  db: PhoneDb,
  entity: EntityName,
  id: string,
  row: AnyRow | null,
  rev: number,
): Promise<void> {
  const baseRow = await db.base.get([entity, id]);
  if (baseRow) {
    if (baseRow.row === null || rev > baseRow.row.rev || (row === null && rev >= baseRow.row.rev))
      await db.base.put({ entity, id, row });
    return;
  }
  const currentRow = (await db.table(entity).get(id)) as AnyRow | undefined;
  if (row === null) {
    if (currentRow && rev >= currentRow.rev) await db.table(entity).delete(id);
  } else if (!currentRow || rev > currentRow.rev) {
    await db.table(entity).put(row);
  }
}
