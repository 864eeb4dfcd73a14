import type { PhoneDb } from '../schema/db.ts';
import type { Entry } from './entry.ts';
import { writeOf } from './write-registry.ts';
import { ensureBase, entriesOf, rebuildRow, type Actor } from './view.ts';

/** Returns the entries that name this op as a dependency. */
async function directDependents(db: PhoneDb, op_id: string): Promise<Entry[]> {
  return db.outbox.filter((entry) => entry.deps.includes(op_id)).toArray();
}

/**
 * Returns the entries that cannot be sent without this one: those that depend on it, its atomic group and, for a
 * create, all later writes to the record.
 */
export async function dependentsOf(db: PhoneDb, cause: Entry): Promise<Entry[]> {
  const isCreate = writeOf(cause.kind)?.mode === 'create';
  const rowEntries = isCreate ? await entriesOf(db, cause.entity, cause.entity_id) : [];
  const later = rowEntries.filter((entry) => entry.seq! > cause.seq!);
  const group = cause.atomic_group
    ? await db.outbox.filter((entry) => entry.atomic_group === cause.atomic_group).toArray()
    : [];
  const dependents = [...later, ...group, ...(await directDependents(db, cause.op_id))];
  return dependents.filter(
    (entry, index) => entry.op_id !== cause.op_id && dependents.findIndex((o) => o.op_id === entry.op_id) === index,
  );
}

/** Returns a write and, transitively, everything that cannot be sent without it. */
export async function withDependents(db: PhoneDb, first: Entry): Promise<Entry[]> {
  const all = [first];
  for (const entry of all) {
    for (const next of await dependentsOf(db, entry)) {
      if (!all.some((earlier) => earlier.op_id === next.op_id)) all.push(next);
    }
  }
  return all;
}

/**
 * Blocks everything that depends, directly or transitively, on a refused or stuck entry, and rebuilds the affected
 * rows. Call inside a transaction over all entity tables, `outbox` and `base`.
 */
export async function blockDependents(db: PhoneDb, cause: Entry, actor: Actor): Promise<void> {
  for (const entry of await dependentsOf(db, cause)) {
    if (entry.state === 'blocked' || entry.state === 'rejected') continue;
    await db.outbox.put({ ...entry, state: 'blocked', lease: null });
    await rebuildRow(db, entry.entity, entry.entity_id, actor);
    await blockDependents(db, entry, actor);
  }
}

/** Whether this entry blocks its dependents. A conflict blocks them only if the entry belongs to an atomic group. */
const isBlocking = ({ state, atomic_group }: Entry): boolean =>
  state === 'rejected' || state === 'parked' || (state === 'conflict' && atomic_group !== null);

/**
 * Blocks the dependents of all refused and stuck entries. Call after dependents of one entry were released, because
 * some of them may also depend on another entry that is still stuck. Call inside a transaction as for
 * `blockDependents`.
 */
export async function blockBehindStuck(db: PhoneDb, actor: Actor): Promise<void> {
  const stuck = await db.outbox.where('state').anyOf('rejected', 'parked', 'conflict').toArray();
  for (const entry of stuck) if (isBlocking(entry)) await blockDependents(db, entry, actor);
}

/**
 * Releases the entries that were blocked behind `cause`. Call when `cause` is sent again, or when the server turns out
 * to have accepted an entry that this device had marked as refused. Entries that are also blocked by another entry stay
 * blocked. Call inside a transaction as for `blockDependents`.
 */
export async function releaseDependents(db: PhoneDb, cause: Entry, actor: Actor): Promise<void> {
  const dependents = (await withDependents(db, cause)).slice(1);
  const released = dependents.filter(({ state }) => state === 'blocked');
  if (released.length === 0) return;
  for (const entry of released) {
    await ensureBase(db, entry.entity, entry.entity_id);
    await db.outbox.put({ ...entry, state: 'waiting_dep', next_at: 0, attempts_srv: 0, error: null });
  }
  await blockBehindStuck(db, actor);
  for (const { entity, entity_id } of released) await rebuildRow(db, entity, entity_id, actor);
}
