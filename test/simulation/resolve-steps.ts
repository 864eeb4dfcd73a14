import { isRestorable, attentionStates, isUndoable, type Entry } from '../../src/db/outbox/entry.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import type { SimTab } from './sim-tab.ts';
import type { World } from './world.ts';

const outboxEntries = (tab: SimTab) => tab.phone.db.outbox.orderBy('seq').toArray();

/**
 * Returns the ids of writes that have not been discarded: writes that wait or were accepted, and writes that were
 * merged into such a write.
 */
async function keptIds(db: PhoneDb): Promise<Set<string>> {
  return db.transaction('r', [db.outbox, db.history], async () => {
    const kept = [...(await db.outbox.toArray()), ...(await db.history.toArray())];
    return new Set(kept.flatMap(({ op_id, absorbed }) => [op_id, ...(absorbed ?? [])]));
  });
}

/**
 * Records writes that leave the outbox during `run` as discarded by the person, including merged writes. Writes that
 * another tab merged or that the server accepted at that moment are not recorded.
 */
async function recordDiscarded(world: World, tab: SimTab, run: () => Promise<unknown>): Promise<void> {
  const before = await outboxEntries(tab);
  const recordMissing = (kept: Set<string>) => {
    for (const { op_id, absorbed, supersedes } of before) {
      for (const id of [op_id, ...(absorbed ?? [])]) if (!kept.has(id)) world.givenUp.add(id);
      // If a write was sent again, the writes that depend on it also have new ids. Only their entries contain the old
      // ids.
      if (supersedes && !kept.has(op_id)) world.givenUp.add(supersedes);
    }
  };
  try {
    await run();
    recordMissing(await keptIds(tab.phone.db));
  } catch (error) {
    // A tab can be killed after its transaction has been committed.
    if (tab.dead) recordMissing(await world.phoneOf(tab).readDisk(keptIds));
    throw error;
  }
}

/** Sends a rejected write again under a new id, and records that id so that the outcome of the write can be checked. */
async function sendAgain(world: World, tab: SimTab, { op_id, args }: Entry): Promise<void> {
  try {
    world.resentAs.set(op_id, await tab.phone.store.supersede(op_id, args));
  } catch (error) {
    // A tab can be killed after its transaction has been committed.
    const entries = tab.dead ? await world.phoneOf(tab).readDisk((db) => db.outbox.toArray()) : [];
    const resent = entries.find(({ supersedes }) => supersedes === op_id);
    if (resent) world.resentAs.set(op_id, resent.op_id);
    throw error;
  }
}

export async function undoStep(world: World, tab: SimTab): Promise<void> {
  const entry = (await outboxEntries(tab)).filter(isUndoable).at(-1);
  if (entry) await recordDiscarded(world, tab, () => tab.phone.store.undo(entry.op_id));
}

async function resolveConflict(world: World, tab: SimTab, entry: Entry): Promise<void> {
  const { store } = tab.phone;
  if (entry.error?.code === 'record_deleted') {
    if (isRestorable(entry) && world.chance.happens(0.6)) await store.restore(entry.op_id);
    else await recordDiscarded(world, tab, () => store.discard(entry.op_id));
    return;
  }
  const conflicts = Object.entries(entry.error?.fields ?? {}) as [string, { mine: unknown; theirs: unknown }][];
  const values = conflicts.map(
    ([field, { mine, theirs }]) => [field, world.chance.happens(0.5) ? mine : theirs] as const,
  );
  const resolve = () => store.resolve(entry.op_id, Object.fromEntries(values));
  // If the server's value is chosen in every field, no write is left to send.
  if (values.every(([field, value]) => value === conflicts.find(([name]) => name === field)?.[1].theirs))
    await recordDiscarded(world, tab, resolve);
  else await resolve();
}

/** Makes the person open the sync centre and act on a rejected or waiting write. */
export async function resolveStep(world: World, tab: SimTab): Promise<void> {
  const { store } = tab.phone;
  const entries = await outboxEntries(tab);
  const entry = entries.find(({ state }) => attentionStates.includes(state) && state !== 'blocked');
  if (!entry) {
    const last = entries.at(-1);
    if (last) await store.sendFirst(last.op_id);
    return;
  }
  if (entry.state === 'conflict') return resolveConflict(world, tab, entry);
  if (entry.state === 'parked') return store.retry(entry.op_id);
  const what = world.chance.pickWeighted({ again: 3, hand_over: 2, discard: 1 });
  // The screens do not offer to hand over a request for a lead, because it contains no work.
  const isHandedOver = what === 'hand_over' && entry.kind !== 'lead.take';
  if (what === 'again') await sendAgain(world, tab, entry);
  else if (isHandedOver) await store.handOver(entry.op_id);
  else await recordDiscarded(world, tab, () => store.discard(entry.op_id));
  return undefined;
}
