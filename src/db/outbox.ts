import type { EntityName } from '../../contract/entities/stores.ts';
import { writeNamed, type AnyWrite, type Args, type WriteName } from '../../contract/writes/index.ts';
import type { PhoneDb } from './db.ts';
import { undoable, type Entry } from './entry.ts';
import { ensureBase, entriesOf, fold, rebuild, stepContext, type Actor, type AnyRow } from './view.ts';

/** One write to be queued. `title` is what the sync centre calls it; `deps` are op ids that must reach the server first. */
export interface Draft<K extends WriteName = WriteName> {
  kind: K;
  id: string;
  args: Args<K>;
  title?: string;
  deps?: readonly string[];
  atomic_group?: string;
  supersedes?: string;
}

export interface OutboxDeps {
  actor: Actor;
  /** Phone's clock, ms. */
  now: number;
  app_version: string;
  clock_offset_ms: number;
  newId: () => string;
}

type Prepared = Omit<Entry, 'seq'> & { write: AnyWrite };

function prepared(draft: Draft, deps: OutboxDeps, op_id: string): Prepared {
  const write = writeNamed(draft.kind);
  if (!write) throw new Error(`unknown write ${draft.kind}`);
  const args = write.parse(draft.args);
  return {
    write,
    op_id,
    lane: `${write.entity}:${draft.id}`,
    deps: [...(draft.deps ?? [])],
    atomic_group: draft.atomic_group ?? null,
    kind: draft.kind,
    v: write.v,
    entity: write.entity,
    entity_id: draft.id,
    args,
    base: null,
    base_rev: 0,
    title: draft.title ?? '',
    state: 'queued',
    frozen: null,
    attempts_net: 0,
    attempts_srv: 0,
    next_at: 0,
    lease: null,
    error: null,
    supersedes: draft.supersedes ?? null,
    at_client: deps.now,
    clock_offset_ms: deps.clock_offset_ms,
    app_version: deps.app_version,
    user_id: deps.actor.user_id,
    device_id: deps.actor.device_id,
    size_bytes: JSON.stringify(args).length,
    background: write.background ? 1 : 0,
  };
}

/** Old values of the fields that a patch changes. */
function oldValues(row: AnyRow | null, args: unknown): Record<string, unknown> {
  const known = (row ?? {}) as Record<string, unknown>;
  return Object.fromEntries(Object.keys(args as object).map((field) => [field, known[field] ?? null]));
}

async function place(db: PhoneDb, item: Prepared, actor: Actor): Promise<void> {
  const { write, ...entry } = item;
  const table = db.table(entry.entity);
  const shown = await ensureBase(db, entry.entity, entry.entity_id);
  entry.base_rev = (await db.base.get([entry.entity, entry.entity_id]))?.row?.rev ?? 0;
  if (write.mode === 'patch') entry.base = oldValues(shown, entry.args);
  // Throws Refused where the step is illegal, and takes the whole transaction with it.
  const next = write.optimistic(
    shown,
    entry.args,
    stepContext(actor, entry.entity_id, entry.at_client),
  ) as AnyRow | null;
  if (next === null) await table.delete(entry.entity_id);
  else await table.put(next);
  await db.outbox.add(entry as Entry);
}

/**
 * Shows the changes and promises to send them, in the given order: all of it in one transaction, or none. Gives the op
 * ids. Throws Refused where a step is illegal, ZodError for bad args, and Dexie's error when the disk is full.
 * A draft may depend on an earlier one of the same call by `deps: ['#0']`.
 */
export async function enqueue(db: PhoneDb, drafts: readonly Draft[], deps: OutboxDeps): Promise<string[]> {
  // Ids and checks come first: an await on anything but Dexie inside the transaction would commit half of it.
  const op_ids = drafts.map(() => deps.newId());
  const items = drafts.map((draft, index) => prepared(draft, deps, op_ids[index]!));
  for (const item of items)
    item.deps = item.deps.map((dep) => (dep.startsWith('#') ? op_ids[Number(dep.slice(1))]! : dep));
  const tables = [...new Set(items.map((item) => item.entity))].map((name: EntityName) => db.table(name));
  await db.transaction('rw', [...tables, db.outbox, db.base], async () => {
    for (const item of items) await place(db, item, deps.actor);
  });
  return op_ids;
}

async function dependents(db: PhoneDb, op_id: string): Promise<Entry[]> {
  return db.outbox.filter((entry) => entry.deps.includes(op_id)).toArray();
}

/** Later steps of the same row that are legal now and would not be without `taken`: a pause without its start. */
async function leftImpossible(db: PhoneDb, taken: readonly Entry[], first: Entry, actor: Actor): Promise<Entry[]> {
  const base = (await db.base.get([first.entity, first.entity_id]))?.row ?? null;
  const entries = await entriesOf(db, first.entity, first.entity_id);
  const before: Entry[] = [];
  fold(base, entries, actor, (entry) => before.push(entry));
  const after: Entry[] = [];
  const left = entries.filter((entry) => !taken.some((gone) => gone.op_id === entry.op_id));
  fold(base, left, actor, (entry) => after.push(entry));
  return after.filter((entry) => !before.includes(entry));
}

/**
 * Takes an unsent write back, and with it what depends on it, later steps of the row that are impossible without it
 * or, for a create, every later write of the row. False when any of them is already on its way.
 */
export async function undo(db: PhoneDb, op_id: string, actor: Actor): Promise<boolean> {
  return db.transaction('rw', [...entityTables(db), db.outbox, db.base], async () => {
    const first = await db.outbox.get({ op_id });
    if (!first) return false;
    const taken = new Map<string, Entry>();
    const collect = async (entry: Entry): Promise<void> => {
      if (taken.has(entry.op_id)) return;
      taken.set(entry.op_id, entry);
      const followers =
        writeNamed(entry.kind)?.mode === 'create' ? await entriesOf(db, entry.entity, entry.entity_id) : [];
      const impossible = await leftImpossible(db, [...taken.values()], entry, actor);
      for (const next of [...followers, ...impossible, ...(await dependents(db, entry.op_id))]) await collect(next);
    };
    await collect(first);
    if (![...taken.values()].every(undoable)) return false;
    await removeEntries(db, [...taken.values()], actor);
    return true;
  });
}

/** Gives up a refused or stuck write, after the person said so, together with what is blocked behind it. */
export async function discard(db: PhoneDb, op_id: string, actor: Actor): Promise<void> {
  await db.transaction('rw', [...entityTables(db), db.outbox, db.base], async () => {
    const first = await db.outbox.get({ op_id });
    if (!first || first.state === 'sending') return;
    const gone = [first];
    for (const entry of gone) {
      const behind = await dependents(db, entry.op_id);
      const followers =
        writeNamed(entry.kind)?.mode === 'create' ? await entriesOf(db, entry.entity, entry.entity_id) : [];
      for (const next of [...behind, ...followers]) {
        if (!gone.some((known) => known.op_id === next.op_id)) gone.push(next);
      }
    }
    await removeEntries(db, gone, actor);
  });
}

/** A stuck write goes again, with the same key and the same bytes, and what was blocked behind it waits for it again. */
export async function tryAgain(db: PhoneDb, op_id: string, actor: Actor): Promise<void> {
  await db.transaction('rw', [...entityTables(db), db.outbox, db.base], async () => {
    const entry = await db.outbox.get({ op_id });
    if (entry?.state !== 'parked') return;
    await db.outbox.put({ ...entry, state: 'queued', next_at: 0, attempts_srv: 0, error: null });
    await unblock(db, entry, actor);
  });
}

async function unblock(db: PhoneDb, cause: Entry, actor: Actor): Promise<void> {
  const followers = await entriesOf(db, cause.entity, cause.entity_id);
  for (const { op_id } of [...(await dependents(db, cause.op_id)), ...followers]) {
    const next = await db.outbox.get({ op_id });
    if (next?.state !== 'blocked') continue;
    await ensureBase(db, next.entity, next.entity_id);
    await db.outbox.put({ ...next, state: 'waiting_dep', error: null });
    await rebuild(db, next.entity, next.entity_id, actor);
    await unblock(db, next, actor);
  }
}

async function removeEntries(db: PhoneDb, entries: readonly Entry[], actor: Actor): Promise<void> {
  await db.outbox.bulkDelete(entries.map((entry) => entry.seq!));
  const rows = new Map(entries.map((entry) => [`${entry.entity}:${entry.entity_id}`, entry] as const));
  for (const { entity, entity_id } of rows.values()) await rebuild(db, entity, entity_id, actor);
}

/** The tables of all mirrored rows. */
export function entityTables(db: PhoneDb) {
  return db.tables.filter(
    (table) => !['outbox', 'base', 'history', 'meta', 'pages', 'snapshot_seen'].includes(table.name),
  );
}
