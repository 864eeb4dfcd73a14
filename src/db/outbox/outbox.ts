import { Refused } from '../../../contract/errors.ts';
import { isSupportedByDocumented } from '../../../contract/writes/documented-writes.ts';
import { laneOf, writeNamed, type AnyWrite, type Args, type WriteName } from '../../../contract/writes/index.ts';
import type { PhoneDb } from '../schema/db.ts';
import { savedMetas } from '../schema/meta.ts';
import type { Entry } from './entry.ts';
import { ensureBase, writeContext, type Actor, type AnyRow } from './view.ts';

/** A file attached to a write, already read and hashed. */
export interface DraftFile {
  sha256: string;
  mime: string;
  data: ArrayBuffer;
}

/** A write to queue. `title` is shown in the sync centre; `deps` are op ids that must reach the server first. */
export interface Draft<K extends WriteName = WriteName> {
  kind: K;
  id: string;
  args: Args<K>;
  title?: string;
  deps?: readonly string[];
  /** Writes that commit together share this id. */
  atomic_group?: string;
  supersedes?: string;
  files?: readonly DraftFile[];
}

export interface OutboxDeps {
  actor: Actor;
  /** The current device time in ms. */
  now: number;
  app_version: string;
  clock_offset_ms: number;
  newId: () => string;
}

type PreparedEntry = Omit<Entry, 'seq'> & { write: AnyWrite };

/** Validates a draft's args and returns its outbox entry. Throws ZodError. */
export function prepareEntry(draft: Draft, deps: OutboxDeps, op_id: string): PreparedEntry {
  const write = writeNamed(draft.kind);
  if (!write) throw new Error(`unknown write ${draft.kind}`);
  const args = write.parse(draft.args);
  const blobs = [...write.blobs(args)];
  return {
    write,
    op_id,
    lane: laneOf(write, draft.id),
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
    ...(blobs.length > 0 && { blobs }),
    background: write.background ? 1 : 0,
    ...(write.only_copy && { only_copy: true }),
  };
}

/** Returns the old values of the fields that a patch changes. */
export function oldValues(row: AnyRow | null, args: unknown): Record<string, unknown> {
  const currentFields = (row ?? {}) as Record<string, unknown>;
  return Object.fromEntries(Object.keys(args as object).map((field) => [field, currentFields[field] ?? null]));
}

async function insertEntry(db: PhoneDb, item: PreparedEntry, actor: Actor): Promise<void> {
  const { write, ...entry } = item;
  const table = db.table(entry.entity);
  const currentRow = await ensureBase(db, entry.entity, entry.entity_id);
  entry.base_rev = (await db.base.get([entry.entity, entry.entity_id]))?.row?.rev ?? 0;
  if (write.mode === 'patch') entry.base = oldValues(currentRow, entry.args);
  // Throws Refused, which aborts the transaction, if the write is not possible in the row's current state.
  const next = write.optimistic(
    currentRow,
    entry.args,
    writeContext(actor, entry.entity_id, entry.at_client),
  ) as AnyRow | null;
  if (next === null) await table.delete(entry.entity_id);
  else await table.put(next);
  await db.outbox.add(entry as Entry);
}

/** Stores files; files that are already stored keep their upload state. */
export async function saveFiles(db: PhoneDb, files: readonly DraftFile[], now: number): Promise<void> {
  for (const { sha256, mime, data } of files) {
    if ((await db.blobs.get(sha256)) === undefined)
      await db.blobs.put({ sha256, mime, data, bytes: data.byteLength, saved_at: now, sent_at: null });
  }
}

/** Checks that the server supports these writes. Throws `not_offered`. */
async function checkSupported(db: PhoneDb, drafts: readonly Draft[]): Promise<void> {
  const { documented, missing_calls } = await savedMetas(db, 'documented', 'missing_calls');
  if (documented && drafts.some(({ kind, args }) => !isSupportedByDocumented(kind, args, missing_calls)))
    throw new Refused('not_offered');
}

/**
 * Applies the drafts to the local rows and queues them in the given order, in one transaction: all or none. Returns the
 * op ids. Throws Refused for a write that is not possible in the row's current state or that the server does not
 * support, ZodError for bad args, and Dexie's error if the disk is full. A draft can depend on an earlier draft of the
 * same call: `deps: ['#0']` refers to the first.
 */
export async function enqueue(db: PhoneDb, drafts: readonly Draft[], deps: OutboxDeps): Promise<string[]> {
  // The ids are created and the args validated before the transaction: awaiting anything but a Dexie call inside the
  // transaction would commit it before it is complete.
  await checkSupported(db, drafts);
  const op_ids = drafts.map(() => deps.newId());
  const items = drafts.map((draft, index) => prepareEntry(draft, deps, op_ids[index]!));
  for (const item of items)
    item.deps = item.deps.map((dep) => (dep.startsWith('#') ? op_ids[Number(dep.slice(1))]! : dep));
  const files = drafts.flatMap((draft) => draft.files ?? []);
  const tables = [...new Set(items.map((item) => item.entity))].map((name) => db.table(name));
  await db.transaction('rw', [...tables, db.outbox, db.base, ...(files.length > 0 ? [db.blobs] : [])], async () => {
    await saveFiles(db, files, deps.now);
    for (const item of items) await insertEntry(db, item, deps.actor);
  });
  return op_ids;
}
