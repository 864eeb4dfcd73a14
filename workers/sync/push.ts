import { MAX_OPS, PushReply } from '../../contract/sync.ts';
import { claimBatch, release } from '../../src/db/outbox/claims.ts';
import { coalesce } from '../../src/db/outbox/coalesce.ts';
import type { Entry } from '../../src/db/outbox/entry.ts';
import { saveStatus } from '../../src/db/schema/meta.ts';
import { applyPushResults, type ResultContext } from '../../src/db/outbox/apply-push-results.ts';
import { outboxCounts } from '../../src/db/queries/status.ts';
import { APP_VERSION, outboxDeps } from '../../src/db/schema/store.ts';
import { iso } from '../../src/lib/ports.ts';
import { deviceName } from '../../contract/device-name.ts';
import { measureClockOffset, type CallResult } from './http.ts';
import { closedGate } from './gates.ts';
import { opBackoff } from './retry.ts';
import { request, type Session } from './session.ts';
import type { Actor } from '../../src/db/outbox/view.ts';

const LEASE_MS = 60_000;

/** Maximum batches in flight; more would only share the same bandwidth. */
const MAX_WIDTH = 4;

/**
 * State of pushing. `max_ops` and `width` (batches in flight) adapt: success doubles them; a failure halves the first
 * and resets the second to 1.
 */
export interface PushState {
  session: Session;
  actor: Actor;
  holder: string;
  max_ops: number;
  width: number;
}

/** `sent`: more may wait. `idle`: nothing is ready. `failed`: network or server error, retry later. `gate`: closed. */
export type PushOutcome = 'sent' | 'idle' | 'failed' | 'gate';

/** Waiting writes outside this batch, for the user's list of devices. */
async function pendingOutside(
  pusher: PushState,
  batch: readonly Entry[],
): Promise<{ count: number; oldest_at: string | null }> {
  const { db } = pusher.session;
  const oldest = await db.outbox.orderBy('seq').first();
  const count = Math.max(0, (await db.outbox.count()) - batch.length);
  return { count, oldest_at: count > 0 && oldest ? iso(oldest.at_client) : null };
}

/**
 * Builds the request around op texts that were frozen at their first attempt: every attempt sends the same ids and
 * bytes.
 */
async function envelope(pusher: PushState, batch: readonly Entry[]): Promise<string> {
  const { device_id, ports } = pusher.session;
  const head = JSON.stringify({
    proto: 1,
    device_id,
    app_version: APP_VERSION,
    ...(ports.user_agent && { device_name: deviceName(ports.user_agent) }),
    pending: await pendingOutside(pusher, batch),
  });
  return `${head.slice(0, -1)},"ops":[${batch.map((entry) => entry.frozen).join(',')}]}`;
}

async function resultContext(pusher: PushState, server_time: string): Promise<ResultContext> {
  const { session, actor, holder } = pusher;
  const backoff = (attempt: number) => opBackoff(session.ports.random, attempt);
  return { outbox: await outboxDeps(session.db, actor, session.ports), holder, server_time, backoff };
}

async function applyReply(
  pusher: PushState,
  batch: Entry[],
  result: Extract<CallResult, { kind: 'reply' }>,
): Promise<PushOutcome> {
  const { session, holder } = pusher;
  const reply = PushReply.safeParse(result.body);
  if (!reply.success) {
    await release(session.db, batch, holder, 'failed');
    return 'failed';
  }
  const { results, server_time } = reply.data;
  await applyPushResults(session.db, batch, results, await resultContext(pusher, server_time));
  const clock_offset_ms = measureClockOffset(result, server_time);
  await saveStatus(session.db, { last_sent_at: server_time, server_time, clock_offset_ms });
  return 'sent';
}

/** Whether a batch cannot be split: one op, or one atomic group. */
const isOneUnit = (batch: readonly Entry[]) =>
  batch.length === 1 ||
  (batch[0]!.atomic_group !== null && batch.every((e) => e.atomic_group === batch[0]!.atomic_group));

/** Handles a failure of the whole request: no op was judged, so all return to the queue. */
async function handleFailure(
  pusher: PushState,
  batch: Entry[],
  result: Exclude<CallResult, { kind: 'reply' }>,
): Promise<PushOutcome> {
  const { session, holder } = pusher;
  const refused = result.kind === 'refused' ? result : null;
  const tooMuch = refused !== null && (refused.status === 413 || refused.status === 400);
  if (tooMuch && isOneUnit(batch)) {
    // Bisected down to the op that the server cannot read: it is parked and does not block others.
    const { status, code } = refused;
    const results = batch.map(({ op_id }) => ({ op_id, status, ...(code && { code }) }));
    await applyPushResults(session.db, batch, results, await resultContext(pusher, iso(session.ports.clock.now())));
    return 'sent';
  }
  pusher.max_ops = Math.max(1, Math.floor(batch.length / 2));
  pusher.width = 1;
  await release(session.db, batch, holder, refused && refused.status < 500 ? 'none' : 'failed');
  if (tooMuch) return 'sent';
  return refused && refused.status < 500 && refused.status !== 429 ? 'gate' : 'failed';
}

async function sendBatch(pusher: PushState, batch: Entry[]): Promise<PushOutcome> {
  const result = await request(pusher.session, 'sync.push', { text: await envelope(pusher, batch) });
  return result.kind === 'reply' ? applyReply(pusher, batch, result) : handleFailure(pusher, batch, result);
}

/** Claims up to `width` batches. A lane is in at most one of them. */
async function claimRound(pusher: PushState, hasLock: boolean): Promise<Entry[][]> {
  const { session, holder, max_ops } = pusher;
  const inFlight = new Set<string>();
  const batches: Entry[][] = [];
  while (batches.length < pusher.width) {
    const claim = { now: session.ports.clock.now(), holder, lease_ms: LEASE_MS, max_ops, hasLock, inFlight };
    const batch = await claimBatch(session.db, claim);
    if (batch.length === 0) break;
    batches.push(batch);
    for (const { op_id } of batch) inFlight.add(op_id);
  }
  return batches;
}

/**
 * Waits for every batch of a round, also when the results of one cannot be stored (a full disk): the lock is released
 * afterwards, and its next holder takes every claimed entry for one whose sender is gone. Then throws the first error.
 */
async function allSent(batches: readonly Promise<PushOutcome>[]): Promise<PushOutcome[]> {
  await Promise.allSettled(batches);
  return Promise.all(batches);
}

const worstFirst: readonly PushOutcome[] = ['gate', 'failed', 'sent', 'idle'];

/**
 * Runs one round: coalesces, claims, sends several batches at once, and applies the results. `hasLock`: this context
 * holds the sync lock.
 */
export async function pushRound(pusher: PushState, hasLock: boolean): Promise<PushOutcome> {
  const { session } = pusher;
  if (await closedGate(session)) return 'gate';
  await coalesce(session.db, pusher.actor);
  const batches = await claimRound(pusher, hasLock);
  if (batches.length === 0) return 'idle';
  const { to_send } = await outboxCounts(session.db);
  const done = batches.flat().filter((entry) => !entry.background).length;
  await saveStatus(session.db, { sending: { done, total: to_send } });
  const { max_ops } = pusher;
  const outcomes = await allSent(batches.map((batch) => sendBatch(pusher, batch)));
  if (pusher.max_ops === max_ops && outcomes.every((outcome) => outcome === 'sent')) {
    pusher.max_ops = Math.min(MAX_OPS, max_ops * 2);
    pusher.width = Math.min(MAX_WIDTH, pusher.width * 2);
  }
  await saveStatus(session.db, { sending: null });
  return worstFirst.find((outcome) => outcomes.includes(outcome)) ?? 'idle';
}
