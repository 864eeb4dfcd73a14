import { stores } from '../../../contract/entities/stores.ts';
import type { PushResult } from '../../../contract/sync.ts';
import { entityTables, type PhoneDb } from '../schema/db.ts';
import type { Entry, EntryError, EntryState } from './entry.ts';
import { savedMeta } from '../schema/meta.ts';
import { acknowledge } from './acknowledge.ts';
import { giveAlong } from './handover.ts';
import type { OutboxDeps } from './outbox.ts';
import { tiedTo } from './undo.ts';
import { rebuild, takeServerRow, type AnyRow } from './view.ts';

/** An op of its own that the server fails on is parked after this many tries over this long. */
const PARK_TRIES = 8;
const PARK_MS = 24 * 3_600_000;

export interface Settling {
  /** Who acts here, and what a write made now carries: an offer of work on a lost record. */
  outbox: OutboxDeps;
  /** Who claimed the entries. */
  holder: string;
  server_time: string;
  /** Wait in ms before the given attempt of an op that the server failed on. */
  backoff: (attempt: number) => number;
}

type Fate = 'acked' | 'conflict' | 'rejected' | 'lost' | 'parked' | 'again' | 'failed' | 'skipped' | 'no_file';

/** [Note: What an answer means] Judged by status and code alone, never by a message. */
export function fateOf(result: PushResult): Fate {
  const { status, code } = result;
  if (status >= 200 && status < 300) return 'acked';
  if (code === 'conflict' || code === 'record_deleted' || status === 412) return 'conflict';
  if (code === 'access_lost') return 'lost';
  if (code === 'blob_missing') return 'no_file';
  if (code === 'op_in_progress' || code === 'blocked' || code === 'device_revoked' || status === 401) return 'again';
  if (status === 424) return 'skipped';
  if (status === 400 || status === 413) return 'parked';
  if (status === 425 || status === 429 || status >= 500) return 'failed';
  return 'rejected';
}

function errorOf(result: PushResult, now: number): EntryError {
  return { status: result.status, code: result.code ?? null, at: now, ...(result.fields && { fields: result.fields }) };
}

/** A late answer about a row that a pull has since deleted must not bring it back. */
async function takeAnswer(db: PhoneDb, entry: Entry, row: AnyRow | null, rev: number): Promise<void> {
  const kept = await db.base.get([entry.entity, entry.entity_id]);
  const known = kept ? kept.row : await db.table(entry.entity).get(entry.entity_id);
  const cursor = (await savedMeta(db, 'cursors'))?.[stores[entry.entity].group] ?? -1;
  if (row !== null && !known && rev <= cursor) return;
  await takeServerRow(db, entry.entity, entry.entity_id, row, rev);
}

/** Everything that cannot go without a refused or stuck entry waits behind it. */
async function block(db: PhoneDb, cause: Entry): Promise<void> {
  for (const entry of await tiedTo(db, cause)) {
    if (entry.state === 'blocked' || entry.state === 'rejected') continue;
    await db.outbox.put({ ...entry, state: 'blocked', lease: null });
    await block(db, entry);
  }
}

async function keep(db: PhoneDb, entry: Entry, state: EntryState, change: Partial<Entry>): Promise<void> {
  await db.outbox.put({ ...entry, state, lease: null, ...change });
}

async function settleFailed(db: PhoneDb, entry: Entry, error: EntryError, settling: Settling): Promise<void> {
  const attempts_srv = entry.attempts_srv + 1;
  const old = settling.outbox.now - entry.at_client >= PARK_MS;
  const parked = attempts_srv >= PARK_TRIES && old;
  await keep(db, entry, parked ? 'parked' : 'queued', {
    attempts_srv,
    error: parked ? error : null,
    next_at: settling.outbox.now + settling.backoff(attempts_srv),
  });
  if (parked) await block(db, entry);
}

/** The server never got the file, or lost it: it goes up again if it is here, and the write waits for it. */
async function settleNoFile(db: PhoneDb, entry: Entry, error: EntryError): Promise<void> {
  const files = (await db.blobs.bulkGet(entry.blobs ?? [])).filter((blob) => blob !== undefined);
  if (files.length === 0) return keep(db, entry, 'rejected', { error });
  for (const blob of files) await db.blobs.put({ ...blob, sent_at: null });
  return keep(db, entry, 'waiting_dep', {});
}

async function settleOne(db: PhoneDb, entry: Entry, result: PushResult, settling: Settling): Promise<void> {
  const { now } = settling.outbox;
  const error = errorOf(result, now);
  const rev = result.rev ?? 0;
  const row = result.row === undefined ? undefined : (result.row as AnyRow | null);
  const fate = fateOf(result);
  if (row !== undefined && fate !== 'again' && fate !== 'skipped') await takeAnswer(db, entry, row, rev);
  switch (fate) {
    case 'acked':
      return acknowledge(db, entry, settling.server_time, rev);
    case 'again':
    case 'skipped':
      return keep(db, entry, 'queued', { next_at: now + settling.backoff(1) });
    case 'failed':
      return settleFailed(db, entry, error, settling);
    case 'no_file':
      return settleNoFile(db, entry, error);
    case 'lost':
      return giveAlong(db, [{ ...entry, state: 'queued', lease: null }], settling.outbox);
    default:
      await keep(db, entry, fate, { error });
      if (fate !== 'conflict' || entry.atomic_group !== null) await block(db, entry);
  }
}

/**
 * Applies the server's answers to the claimed entries, all in one transaction: rows, acknowledgements, refusals and
 * rebuilt views. An entry that was acknowledged meanwhile by a pull is left alone; one without an answer goes again.
 */
export async function settle(
  db: PhoneDb,
  claimed: readonly Entry[],
  results: readonly PushResult[],
  settling: Settling,
): Promise<void> {
  const answers = new Map(results.map((result) => [result.op_id, result]));
  await db.transaction('rw', [...entityTables(db), db.outbox, db.base, db.history, db.meta, db.blobs], async () => {
    const touched = new Map<string, Entry>();
    for (const { op_id } of claimed) {
      const entry = await db.outbox.get({ op_id });
      if (!entry || entry.state === 'blocked') continue;
      touched.set(entry.lane, entry);
      const result = answers.get(op_id);
      // Taken over by another tab while this one slept: only what is done counts from here.
      const isOurs = entry.state === 'sending' && entry.lease?.holder === settling.holder;
      if (!isOurs && !(result && fateOf(result) === 'acked')) continue;
      if (result) await settleOne(db, entry, result, settling);
      else
        await keep(db, entry, 'queued', {
          attempts_net: entry.attempts_net + 1,
          next_at: settling.outbox.now + settling.backoff(1),
        });
    }
    for (const entry of await db.outbox.where('state').equals('blocked').toArray()) touched.set(entry.lane, entry);
    for (const { entity, entity_id } of touched.values()) await rebuild(db, entity, entity_id, settling.outbox.actor);
  });
}
