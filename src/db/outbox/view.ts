import type { EntityName } from '../../../contract/entities/stores.ts';
import { Refused } from '../../../contract/errors.ts';
import type { WriteContext } from '../../../contract/writes/define.ts';
import { z } from '../../../contract/zod.ts';
import type { PhoneDb } from '../schema/db.ts';
import { foldedStates, type Entry } from './entry.ts';
import { writeOf } from './write-registry.ts';

export type AnyRow = { id: string; rev: number };

/** Who acts on this phone, for the optimistic steps. */
export interface Actor {
  user_id: string;
  user_name: string;
  first_name: string;
  device_id: string;
  is_manager: boolean;
}

export function stepContext(actor: Actor, id: string, at_ms: number): WriteContext {
  return { ...actor, id, at: new Date(at_ms).toISOString() };
}

/**
 * The row as the screen shows it: the server's copy with the waiting writes on top, in their order. A step that the
 * new copy makes illegal is left out and named to `onIllegal`; the server will say so. Pure, and harmless to repeat.
 */
export function fold(
  base: AnyRow | null,
  entries: readonly Entry[],
  actor: Actor,
  onIllegal: (entry: Entry) => void = () => {},
): AnyRow | null {
  let row: unknown = base;
  for (const entry of entries) {
    if (!foldedStates.includes(entry.state)) continue;
    try {
      const write = writeOf(entry.kind);
      if (write) row = write.optimistic(row, entry.args, stepContext(actor, entry.entity_id, entry.at_client));
    } catch (error) {
      // A parked write of another version may not even parse here.
      if (!(error instanceof Refused || error instanceof z.core.$ZodError)) throw error;
      onIllegal(entry);
    }
  }
  return row as AnyRow | null;
}

/** The waiting and stuck writes of one row, in their order. */
export function entriesOf(db: PhoneDb, entity: EntityName, id: string): Promise<Entry[]> {
  return db.outbox.where('[entity+entity_id]').equals([entity, id]).sortBy('seq');
}

/** Keeps the server's copy of a row aside before a write of ours lies on top of it. Gives the row as it is shown. */
export async function ensureBase(db: PhoneDb, entity: EntityName, id: string): Promise<AnyRow | null> {
  const shown = ((await db.table(entity).get(id)) as AnyRow | undefined) ?? null;
  if (!(await db.base.get([entity, id]))) await db.base.put({ entity, id, row: shown });
  return shown;
}

/**
 * Rebuilds one row from its base and its writes. To be called inside a transaction over the entity's table, `outbox`
 * and `base`, after either changed. Without waiting writes the base becomes the row and goes.
 */
export async function rebuild(db: PhoneDb, entity: EntityName, id: string, actor: Actor): Promise<void> {
  const kept = await db.base.get([entity, id]);
  if (!kept) return;
  const entries = (await entriesOf(db, entity, id)).filter((entry) => foldedStates.includes(entry.state));
  const row = fold(kept.row, entries, actor);
  if (row === null) await db.table(entity).delete(id);
  else await db.table(entity).put(row);
  if (entries.length === 0) await db.base.delete([entity, id]);
}

/**
 * Takes the server's copy of a row (null when it is deleted). An older copy than the known one is ignored, so that
 * the screen never steps back. Inside a transaction as for `rebuild`; the caller rebuilds afterwards.
 */
export async function applyServerRow(
  db: PhoneDb,
  entity: EntityName,
  id: string,
  row: AnyRow | null,
  rev: number,
): Promise<void> {
  const kept = await db.base.get([entity, id]);
  if (kept) {
    if (kept.row === null || rev > kept.row.rev || (row === null && rev >= kept.row.rev))
      await db.base.put({ entity, id, row });
    return;
  }
  const shown = (await db.table(entity).get(id)) as AnyRow | undefined;
  if (row === null) {
    if (shown && rev >= shown.rev) await db.table(entity).delete(id);
  } else if (!shown || rev > shown.rev) {
    await db.table(entity).put(row);
  }
}
