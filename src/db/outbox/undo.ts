import type { PhoneDb } from '../schema/db.ts';
import { entityTables } from '../schema/entity-tables.ts';
import { dependentsOf, withDependents } from './dependents.ts';
import { isUndoable, type Entry } from './entry.ts';
import { loadWrites } from './write-registry.ts';
import { entriesOf, foldEntries, rebuildRow, type Actor } from './view.ts';

/**
 * Returns writes to the same row as `first` that are valid now but would be invalid without the `undone` entries: for
 * example, a task cannot be paused once its start is undone.
 */
async function writesInvalidWithout(
  db: PhoneDb,
  undone: readonly Entry[],
  first: Entry,
  actor: Actor,
): Promise<Entry[]> {
  const base = (await db.base.get([first.entity, first.entity_id]))?.row ?? null;
  const entries = await entriesOf(db, first.entity, first.entity_id);
  const before: Entry[] = [];
  foldEntries(base, entries, actor, (entry) => before.push(entry));
  const after: Entry[] = [];
  const remaining = entries.filter((entry) => !undone.some((discarded) => discarded.op_id === entry.op_id));
  foldEntries(base, remaining, actor, (entry) => after.push(entry));
  return after.filter((entry) => !before.includes(entry));
}

/** Deletes entries and rebuilds their rows. Call inside a transaction over all entity tables, `outbox` and `base`. */
export async function removeEntries(db: PhoneDb, entries: readonly Entry[], actor: Actor): Promise<void> {
  await db.outbox.bulkDelete(entries.map((entry) => entry.seq!));
  const rows = new Map(entries.map((entry) => [`${entry.entity}:${entry.entity_id}`, entry] as const));
  for (const { entity, entity_id } of rows.values()) await rebuildRow(db, entity, entity_id, actor);
}

/** Runs a transaction over all tables that a write may change. */
export async function outboxTransaction<T>(db: PhoneDb, run: () => Promise<T>): Promise<T> {
  await loadWrites();
  return db.transaction('rw', [...entityTables(db), db.outbox, db.base], run);
}

/**
 * Undoes an unsent write, its dependents, and later writes to the row that would be invalid without it. Returns false
 * and changes nothing if any of these can no longer be undone.
 */
export async function undoEntry(db: PhoneDb, op_id: string, actor: Actor): Promise<boolean> {
  return outboxTransaction(db, async () => {
    const first = await db.outbox.get({ op_id });
    if (!first) return false;
    const undone = new Map<string, Entry>();
    const collect = async (entry: Entry): Promise<void> => {
      if (undone.has(entry.op_id)) return;
      undone.set(entry.op_id, entry);
      const impossible = await writesInvalidWithout(db, [...undone.values()], entry, actor);
      for (const next of [...impossible, ...(await dependentsOf(db, entry))]) await collect(next);
    };
    await collect(first);
    if (![...undone.values()].every(isUndoable)) return false;
    await removeEntries(db, [...undone.values()], actor);
    return true;
  });
}

/**
 * Discards a refused or stuck write and everything blocked behind it. Does nothing while any of these is being sent.
 */
export async function discardEntry(db: PhoneDb, op_id: string, actor: Actor): Promise<void> {
  await outboxTransaction(db, async () => {
    const first = await db.outbox.get({ op_id });
    if (!first || first.state === 'sending') return;
    const discarded = await withDependents(db, first);
    if (discarded.every((entry) => entry.state !== 'sending')) await removeEntries(db, discarded, actor);
  });
}
