import { writeNamed } from '../../../contract/writes/index.ts';
import type { PhoneDb } from '../schema/db.ts';
import { isUnsent, type Entry } from './entry.ts';
import { outboxTransaction, removeEntries } from './undo.ts';
import type { Actor } from './view.ts';

// [Note: Coalesce just before sending] Writes to the same record are merged when they are about to be sent, not when
// they are made: until then each can be undone separately.

const modeOf = (entry: Entry) => writeNamed(entry.kind)?.mode;

const isMergeable = (entry: Entry) =>
  isUnsent(entry) && entry.atomic_group === null && entry.supersedes === null && (entry.blobs ?? []).length === 0;

/** Merges two adjacent entries of a lane. Returns null if they must stay separate. */
function merge(first: Entry, second: Entry): Entry | null {
  if (!isMergeable(first) || !isMergeable(second) || modeOf(second) !== 'patch') return null;
  if (first.kind !== second.kind && modeOf(first) !== 'create') return null;
  if (!second.deps.every((dep) => dep === first.op_id || first.deps.includes(dep))) return null;
  try {
    const args = writeNamed(first.kind)!.parse({ ...(first.args as object), ...(second.args as object) });
    return {
      ...first,
      args,
      // The oldest base values win: they are what the user saw before the first change.
      base: first.base && { ...second.base, ...first.base },
      absorbed: [...(first.absorbed ?? []), second.op_id, ...(second.absorbed ?? [])],
      size_bytes: JSON.stringify(args).length,
    };
  } catch {
    return null;
  }
}

/**
 * Returns the entries that cancel each other out: the create and the delete of a record that was never sent, and all
 * writes in between.
 */
function findCancelledOut(lane: readonly Entry[], all: readonly Entry[]): Entry[] {
  const last = lane.at(-1);
  const create = lane.findLast((entry) => modeOf(entry) === 'create');
  if (!last || !create || modeOf(last) !== 'delete') return [];
  const cancelled = all.filter(
    ({ entity, entity_id, seq }) => entity === create.entity && entity_id === create.entity_id && seq! >= create.seq!,
  );
  const ids = new Set(cancelled.map(({ op_id }) => op_id));
  const isNeeded = all.some((entry) => !ids.has(entry.op_id) && entry.deps.some((dep) => ids.has(dep)));
  const canCancel = cancelled.every((entry) => isUnsent(entry) && entry.atomic_group === null);
  return isNeeded || !canCancel ? [] : cancelled;
}

interface Plan {
  kept: Map<string, Entry>;
  removed: Map<string, Entry>;
  /** Maps the op id of each merged entry to the op id of the entry that absorbed it, to update dependencies. */
  renamed: Map<string, string>;
}

function planMerges(entries: readonly Entry[]): Plan {
  const plan: Plan = { kept: new Map(), removed: new Map(), renamed: new Map() };
  const frozenDeps = new Set(entries.filter((entry) => entry.frozen !== null).flatMap((entry) => entry.deps));
  for (const lane of Map.groupBy(entries, (entry) => entry.lane).values()) {
    for (const entry of findCancelledOut(lane, entries)) plan.removed.set(entry.op_id, entry);
    let last: Entry | null = null;
    for (const entry of lane) {
      if (plan.removed.has(entry.op_id)) break;
      const mergedEntry: Entry | null = last && !frozenDeps.has(entry.op_id) ? merge(last, entry) : null;
      if (mergedEntry) {
        plan.kept.set(mergedEntry.op_id, mergedEntry);
        plan.removed.set(entry.op_id, entry);
        plan.renamed.set(entry.op_id, mergedEntry.op_id);
      }
      last = mergedEntry ?? entry;
    }
  }
  return plan;
}

/**
 * Merges adjacent unsent writes to the same record: patches keep the oldest base, create and patch become one create,
 * create and delete vanish; commands are never merged. Call before claiming.
 */
export async function coalesceEntries(db: PhoneDb, actor: Actor): Promise<void> {
  await outboxTransaction(db, async () => {
    const entries = await db.outbox.orderBy('seq').toArray();
    const { kept, removed, renamed } = planMerges(entries);
    if (removed.size === 0) return;
    for (const entry of entries) {
      if (removed.has(entry.op_id)) continue;
      const next = kept.get(entry.op_id) ?? entry;
      const deps = next.deps.map((dep) => renamed.get(dep) ?? dep);
      if (next !== entry || deps.some((dep, index) => dep !== entry.deps[index]))
        await db.outbox.put({ ...next, deps });
    }
    await removeEntries(db, [...removed.values()], actor);
  });
}
