import { buildRestoreArgs } from '../../../contract/writes/contact.ts';
import { restoreBlockArgs } from '../../../contract/writes/landing-block.ts';
import type { Args, WriteName } from '../../../contract/writes/index.ts';
import type { PhoneDb } from '../schema/db.ts';
import { blockBehindStuck, releaseDependents, withDependents } from './dependents.ts';
import { attentionStates, isUnsent, type Entry } from './entry.ts';
import { queueOffers } from './handover.ts';
import { oldValues, prepareEntry, saveFiles, type DraftFile, type OutboxDeps } from './outbox.ts';
import { outboxTransaction, removeEntries } from './undo.ts';
import { ensureBase, entriesOf, foldEntries, rebuildRow, type AnyRow } from './view.ts';
import { jsonEqual } from '../../../contract/json-equal.ts';

// Actions on writes that the server did not accept. [Note: A retry is a new op] The server stores its response to an op
// under the op id, so a changed write gets a new id and refers to the old one.

const isResolvable = (entry: Entry) => attentionStates.includes(entry.state) || isUnsent(entry);

async function getResolvable(db: PhoneDb, op_id: string): Promise<Entry> {
  const entry = await db.outbox.get({ op_id });
  if (!entry || !isResolvable(entry)) throw new Error('this write is no longer waiting for a decision');
  return entry;
}

/** Applies the waiting writes that precede this entry to the server's row and returns the result. */
async function rowBefore(db: PhoneDb, entry: Entry, deps: OutboxDeps): Promise<AnyRow | null> {
  await ensureBase(db, entry.entity, entry.entity_id);
  const base = (await db.base.get([entry.entity, entry.entity_id]))?.row ?? null;
  const earlier = (await entriesOf(db, entry.entity, entry.entity_id)).filter((other) => other.seq! < entry.seq!);
  return foldEntries(base, earlier, deps.actor);
}

interface Replacement {
  kind: WriteName;
  args: unknown;
}

/**
 * Replaces an entry with a new op in the same position. Dependents that were already sent get new ids too: their frozen
 * text refers to the old op, which will never be executed, so the server cannot have executed them.
 */
async function replaceEntry(db: PhoneDb, old: Entry, { kind, args }: Replacement, deps: OutboxDeps): Promise<string> {
  const affected = await withDependents(db, old);
  const renamed = new Map(affected.filter((e) => e === old || e.frozen !== null).map((e) => [e.op_id, deps.newId()]));
  const op_id = renamed.get(old.op_id)!;
  const withNewIds = (ids: readonly string[]) => ids.map((id) => renamed.get(id) ?? id);
  const draft = { kind, id: old.entity_id, args: args as Args<WriteName>, title: old.title };
  const { write, ...fresh } = prepareEntry(draft, deps, op_id);
  const before = await rowBefore(db, old, deps);
  const base_rev = (await db.base.get([old.entity, old.entity_id]))?.row?.rev ?? 0;
  const next: Entry = {
    ...fresh,
    seq: old.seq!,
    deps: withNewIds(old.deps),
    atomic_group: old.atomic_group,
    supersedes: old.frozen === null ? old.supersedes : old.op_id,
    base: write.mode === 'patch' ? oldValues(before, fresh.args) : null,
    base_rev,
    ...(old.absorbed && { absorbed: old.absorbed }),
  };
  await db.outbox.put(next);
  for (const entry of affected.slice(1)) {
    const hasNewId = renamed.has(entry.op_id);
    await db.outbox.put({
      ...entry,
      deps: withNewIds(entry.deps),
      ...(hasNewId && { op_id: renamed.get(entry.op_id)!, supersedes: entry.op_id, frozen: null }),
      ...(entry.state === 'blocked' && { state: 'waiting_dep', error: null, next_at: 0 }),
    });
    await ensureBase(db, entry.entity, entry.entity_id);
  }
  await blockBehindStuck(db, deps.actor);
  const rows = new Map(affected.map((entry) => [`${entry.entity}:${entry.entity_id}`, entry]));
  for (const row of rows.values()) await rebuildRow(db, row.entity, row.entity_id, deps.actor);
  return op_id;
}

/**
 * Edits a write: replaces it with a new op that has different args, in the same position. Entries blocked behind it are
 * released. `files` are the new files that the args refer to. Returns the new op id. Throws ZodError for bad args, and
 * an Error if the write is no longer waiting.
 */
export async function supersedeEntry(
  db: PhoneDb,
  op_id: string,
  args: unknown,
  deps: OutboxDeps,
  files: readonly DraftFile[] = [],
): Promise<string> {
  await saveFiles(db, files, deps.now);
  return outboxTransaction(db, async () => {
    const old = await getResolvable(db, op_id);
    return replaceEntry(db, old, { kind: old.kind, args }, deps);
  });
}

/**
 * Resolves a conflict with one value per conflicting field; the other fields keep the values of the write. Returns the
 * new op id, or null if the row already has all the values.
 */
export function resolveConflict(
  db: PhoneDb,
  op_id: string,
  values: Readonly<Record<string, unknown>>,
  deps: OutboxDeps,
): Promise<string | null> {
  return outboxTransaction(db, async () => {
    const old = await getResolvable(db, op_id);
    const row = ((await rowBefore(db, old, deps)) ?? {}) as Record<string, unknown>;
    const newValues = { ...(old.args as object), ...values };
    const remaining = Object.entries(newValues).filter(
      ([field, value]) => !jsonEqual(row[field] ?? null, value ?? null),
    );
    if (remaining.length > 0)
      return replaceEntry(db, old, { kind: old.kind, args: Object.fromEntries(remaining) }, deps);
    await removeEntries(db, [old], deps.actor);
    return null;
  });
}

/** Returns a write that restores a deleted record and contains the refused change. */
function buildRestoration({ entity, kind, args, error }: Entry, at: string): Replacement {
  const row = error?.fields?.['row'];
  if (entity === 'landing_blocks') return { kind: 'landing_block.restore', args: restoreBlockArgs(row, args, at) };
  return { kind: 'contact.restore', args: buildRestoreArgs(row, kind, args, at) };
}

/**
 * Restores a contact or landing page block that was deleted on the server, with the refused change applied. The
 * server's response contains the row.
 */
export function restoreDeleted(db: PhoneDb, op_id: string, deps: OutboxDeps): Promise<string> {
  return outboxTransaction(db, async () => {
    const old = await getResolvable(db, op_id);
    return replaceEntry(db, old, buildRestoration(old, new Date(deps.now).toISOString()), deps);
  });
}

/**
 * Offers a refused write and its dependents to the record's current owner: the writes leave the outbox, and an offer is
 * queued for each. Returns the op id of the first offer, or `op_id` if there was nothing to offer.
 */
export function handOverEntry(db: PhoneDb, op_id: string, deps: OutboxDeps): Promise<string> {
  return outboxTransaction(db, async () => {
    const all = (await withDependents(db, await getResolvable(db, op_id))).filter(isResolvable);
    // A request for the lead is of no use to the new owner, but the notes that were queued after it are.
    const op_ids = await queueOffers(
      db,
      all.filter(({ kind }) => kind !== 'lead.take'),
      deps,
    );
    await removeEntries(db, all, deps.actor);
    return op_ids[0] ?? op_id;
  });
}

/**
 * Resends a parked write with the same id and bytes, and releases the entries blocked behind it. Does nothing for a
 * write in another state.
 */
export async function retryEntry(db: PhoneDb, op_id: string, deps: OutboxDeps): Promise<void> {
  await outboxTransaction(db, async () => {
    const first = await db.outbox.get({ op_id });
    if (first?.state !== 'parked') return;
    await ensureBase(db, first.entity, first.entity_id);
    await db.outbox.put({ ...first, state: 'queued', next_at: 0, attempts_srv: 0, error: null });
    await rebuildRow(db, first.entity, first.entity_id, deps.actor);
    await releaseDependents(db, first, deps.actor);
  });
}

/** Moves the lanes of this write and, transitively, of its dependencies to the front of the outbox. */
export async function sendFirst(db: PhoneDb, op_id: string): Promise<void> {
  await db.transaction('rw', db.outbox, async () => {
    const lanes = new Set<string>();
    const raise = async (entry: Entry | undefined): Promise<void> => {
      if (!entry || lanes.has(entry.lane)) return;
      lanes.add(entry.lane);
      const laneEntries = await db.outbox.where('lane').equals(entry.lane).toArray();
      for (const other of laneEntries) {
        await db.outbox.put({ ...other, priority: 1, next_at: 0 });
        for (const dep of other.deps) await raise(await db.outbox.get({ op_id: dep }));
      }
    };
    await raise(await db.outbox.get({ op_id }));
  });
}
