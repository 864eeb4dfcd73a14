import { stores, windowOf } from '../../../contract/entities/stores.ts';
import type { PushResult } from '../../../contract/sync.ts';
import type { PhoneDb } from '../schema/db.ts';
import { entityTables } from '../schema/entity-tables.ts';
import type { Entry, EntryError, EntryState } from './entry.ts';
import { savedMeta, saveMeta } from '../schema/meta.ts';
import { isOfThisEpoch } from '../schema/sync-meta.ts';
import { acknowledge } from './acknowledge.ts';
import { blockDependents } from './dependents.ts';
import { offerUnsentWork } from './handover.ts';
import type { OutboxDeps } from './outbox.ts';
import { loadWrites } from './write-registry.ts';
import { rebuildRow, applyServerRow, type AnyRow } from './view.ts';

/**
 * An op that keeps failing on the server is parked when it has reached both limits: this number of attempts and this
 * age.
 */
const PARK_AFTER_ATTEMPTS = 8;
const PARK_AFTER_MS = 24 * 3_600_000;

export interface ResultContext {
  /** Actor, clock and id generator for handover offers that have to be queued. */
  outbox: OutboxDeps;
  /** Id of the tab or worker that claimed the entries. */
  holder: string;
  server_time: string;
  /** The epochs of the request and of the reply. */
  epoch?: { asked: string | undefined; replied: string | undefined };
  /** Returns how many ms to wait before the given attempt of an op that failed on the server. */
  backoff: (attempt: number) => number;
}

type Outcome =
  | 'acked'
  | 'conflict'
  | 'rejected'
  | 'access_lost'
  | 'parked'
  | 'retry'
  | 'failed'
  | 'skipped'
  | 'blob_missing';

/**
 * [Note: What a push result means] The outcome depends only on the status and code of the result, never on its message
 * text.
 */
export function outcomeOf(result: PushResult): Outcome {
  const { status, code } = result;
  if (status >= 200 && status < 300) return 'acked';
  if (code === 'conflict' || code === 'record_deleted' || status === 412) return 'conflict';
  if (code === 'access_lost') return 'access_lost';
  if (code === 'blob_missing') return 'blob_missing';
  if (code === 'op_in_progress' || code === 'blocked' || code === 'device_revoked' || status === 401) return 'retry';
  if (status === 424) return 'skipped';
  // A write that exceeds the daily limit will be accepted on the next day. Until then it is parked unchanged, so that
  // the user is notified now.
  if (status === 400 || status === 413 || code === 'daily_limit') return 'parked';
  if (status === 425 || status === 429 || status >= 500) return 'failed';
  return 'rejected';
}

function errorOf(result: PushResult, now: number): EntryError {
  return { status: result.status, code: result.code ?? null, at: now, ...(result.fields && { fields: result.fields }) };
}

/**
 * Stores the row from a push result, unless a pull has deleted the record since: a late response must not bring a
 * deleted record back.
 */
async function applyResultRow(db: PhoneDb, entry: Entry, row: AnyRow | null, rev: number): Promise<void> {
  const baseRow = await db.base.get([entry.entity, entry.entity_id]);
  const storedRow = baseRow ? baseRow.row : await db.table(entry.entity).get(entry.entity_id);
  const cursor = (await savedMeta(db, 'cursors'))?.[stores[entry.entity].group] ?? -1;
  if (row !== null && !storedRow && rev <= cursor) return;
  await applyServerRow(db, entry.entity, entry.entity_id, row, rev);
  // The row may be outside of the window of its entity, so that no pull reports it.
  if (windowOf(entry.entity)) await saveMeta(db, 'windows_trimmed', false);
}

async function updateEntry(db: PhoneDb, entry: Entry, state: EntryState, change: Partial<Entry>): Promise<void> {
  await db.outbox.put({ ...entry, state, lease: null, ...change });
}

async function retryOrPark(db: PhoneDb, entry: Entry, error: EntryError, context: ResultContext): Promise<void> {
  const attempts_srv = entry.attempts_srv + 1;
  const isOld = context.outbox.now - entry.at_client >= PARK_AFTER_MS;
  const isParked = attempts_srv >= PARK_AFTER_ATTEMPTS && isOld;
  await updateEntry(db, entry, isParked ? 'parked' : 'queued', {
    attempts_srv,
    error: isParked ? error : null,
    next_at: context.outbox.now + context.backoff(attempts_srv),
  });
  if (isParked) await blockDependents(db, entry, context.outbox.actor);
}

/**
 * Handles a write whose files the server lacks. Files that are still on this phone are uploaded again, and the write
 * waits for them; if none are left, the write is refused.
 */
async function requeueBlobs(db: PhoneDb, entry: Entry, error: EntryError): Promise<void> {
  const files = (await db.blobs.bulkGet(entry.blobs ?? [])).filter((blob) => blob !== undefined);
  if (files.length === 0) return updateEntry(db, entry, 'rejected', { error });
  for (const blob of files) await db.blobs.put({ ...blob, sent_at: null });
  return updateEntry(db, entry, 'waiting_dep', {});
}

async function applyResult(db: PhoneDb, entry: Entry, result: PushResult, context: ResultContext): Promise<void> {
  const { now } = context.outbox;
  const error = errorOf(result, now);
  const rev = result.rev ?? 0;
  const row = result.row === undefined ? undefined : (result.row as AnyRow | null);
  const outcome = outcomeOf(result);
  // The server stored this response at the first acknowledgement. For a write that is sent again after a change of
  // epoch it may therefore be outdated.
  const isOutdated = result.replayed && entry.accepted_at !== undefined;
  if (row !== undefined && outcome !== 'retry' && outcome !== 'skipped' && !isOutdated)
    await applyResultRow(db, entry, row, rev);
  switch (outcome) {
    case 'acked':
      return acknowledge(
        db,
        entry,
        { server_time: context.server_time, rev, replayed: result.replayed },
        context.outbox.actor,
      );
    case 'retry':
    case 'skipped':
      return updateEntry(db, entry, 'queued', { next_at: now + context.backoff(1) });
    case 'failed':
      return retryOrPark(db, entry, error, context);
    case 'blob_missing':
      return requeueBlobs(db, entry, error);
    case 'access_lost':
      await offerUnsentWork(db, [{ ...entry, state: 'queued', lease: null }], context.outbox);
      return undefined;
    default:
      await updateEntry(db, entry, outcome, { error });
      if (outcome !== 'conflict' || entry.atomic_group !== null) await blockDependents(db, entry, context.outbox.actor);
  }
}

/**
 * Applies the server's results to the claimed entries in one transaction: rows, acknowledgements, refusals and rebuilt
 * views. Entries that a pull has acknowledged since the request are skipped; entries without a result are queued again.
 * Returns false, and writes nothing, if another tab has started a new epoch since the request.
 */
export async function applyPushResults(
  db: PhoneDb,
  claimed: readonly Entry[],
  results: readonly PushResult[],
  context: ResultContext,
): Promise<boolean> {
  await loadWrites();
  const resultsByOp = new Map(results.map((result) => [result.op_id, result]));
  const { epoch } = context;
  const tables = [...entityTables(db), db.outbox, db.base, db.history, db.meta, db.blobs];
  return db.transaction('rw', tables, async () => {
    if (epoch && !(await isOfThisEpoch(db, epoch.asked, epoch.replied))) return false;
    const touched = new Map<string, Entry>();
    for (const { op_id } of claimed) {
      const entry = await db.outbox.get({ op_id });
      if (!entry) continue;
      touched.set(entry.lane, entry);
      const result = resultsByOp.get(op_id);
      // Another tab may have claimed the entry while this tab was suspended, or the entry may be blocked behind one
      // that was refused. In both cases, only an acknowledgement is still applied, because it means that the write has
      // taken effect.
      const isStillClaimed = entry.state === 'sending' && entry.lease?.holder === context.holder;
      if (!isStillClaimed && !(result && outcomeOf(result) === 'acked')) continue;
      if (result) await applyResult(db, entry, result, context);
      else
        await updateEntry(db, entry, 'queued', {
          attempts_net: entry.attempts_net + 1,
          next_at: context.outbox.now + context.backoff(1),
        });
    }
    for (const { entity, entity_id } of touched.values()) await rebuildRow(db, entity, entity_id, context.outbox.actor);
    return true;
  });
}
