import { writeNamed } from '../../../contract/writes/index.ts';
import type { PhoneDb } from '../schema/db.ts';
import { isUndoable, type Entry } from './entry.ts';
import { outboxTransaction, removeEntries } from './undo.ts';
import type { Actor } from './view.ts';

// [Note: Coalescing waits for the last moment] Writes of one record become one just before they are sent and not when
// they are made: until then each can still be taken back by itself.

const modeOf = (entry: Entry) => writeNamed(entry.kind)?.mode;

const isMergeable = (entry: Entry) =>
  isUndoable(entry) && entry.atomic_group === null && entry.supersedes === null && (entry.blobs ?? []).length === 0;

/** Two neighbours of a lane as one, or null where they must stay two. */
function merge(first: Entry, second: Entry): Entry | null {
  if (!isMergeable(first) || !isMergeable(second) || modeOf(second) !== 'patch') return null;
  if (first.kind !== second.kind && modeOf(first) !== 'create') return null;
  if (!second.deps.every((dep) => dep === first.op_id || first.deps.includes(dep))) return null;
  try {
    const args = writeNamed(first.kind)!.parse({ ...(first.args as object), ...(second.args as object) });
    return {
      ...first,
      args,
      // The oldest values: what the person saw before the first of the changes.
      base: first.base && { ...second.base, ...first.base },
      absorbed: [...(first.absorbed ?? []), second.op_id, ...(second.absorbed ?? [])],
      size_bytes: JSON.stringify(args).length,
    };
  } catch {
    return null;
  }
}

/** Writes that came to nothing: a record made and deleted here before anybody heard of it, and all in between. */
function cancelledOut(lane: readonly Entry[], all: readonly Entry[]): Entry[] {
  const last = lane.at(-1);
  const create = lane.findLast((entry) => modeOf(entry) === 'create');
  if (!last || !create || modeOf(last) !== 'delete') return [];
  const gone = all.filter(
    ({ entity, entity_id, seq }) => entity === create.entity && entity_id === create.entity_id && seq! >= create.seq!,
  );
  const ids = new Set(gone.map(({ op_id }) => op_id));
  const isNeeded = all.some((entry) => !ids.has(entry.op_id) && entry.deps.some((dep) => ids.has(dep)));
  const isMine = gone.every((entry) => isUndoable(entry) && entry.atomic_group === null);
  return isNeeded || !isMine ? [] : gone;
}

interface Plan {
  kept: Map<string, Entry>;
  removed: Map<string, Entry>;
  /** Op ids that others may name as a dependency, and what they went into. */
  renamed: Map<string, string>;
}

function plan(entries: readonly Entry[]): Plan {
  const plan: Plan = { kept: new Map(), removed: new Map(), renamed: new Map() };
  const frozenDeps = new Set(entries.filter((entry) => entry.frozen !== null).flatMap((entry) => entry.deps));
  for (const lane of Map.groupBy(entries, (entry) => entry.lane).values()) {
    for (const entry of cancelledOut(lane, entries)) plan.removed.set(entry.op_id, entry);
    let last: Entry | null = null;
    for (const entry of lane) {
      if (plan.removed.has(entry.op_id)) break;
      const both: Entry | null = last && !frozenDeps.has(entry.op_id) ? merge(last, entry) : null;
      if (both) {
        plan.kept.set(both.op_id, both);
        plan.removed.set(entry.op_id, entry);
        plan.renamed.set(entry.op_id, both.op_id);
      }
      last = both ?? entry;
    }
  }
  return plan;
}

/**
 * Makes one of neighbouring unsent writes of a record: patch and patch keep the oldest base, create and patch are one
 * create, create and delete vanish; commands never. To be called before a claim.
 */
export async function coalesce(db: PhoneDb, actor: Actor): Promise<void> {
  await outboxTransaction(db, async () => {
    const entries = await db.outbox.orderBy('seq').toArray();
    const { kept, removed, renamed } = plan(entries);
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
