import { MAX_OPS, PushReply } from '../../contract/sync.ts';
import { claimBatch, releaseClaims } from '../../src/db/outbox/claims.ts';
import { coalesceEntries } from '../../src/db/outbox/coalesce.ts';
import type { Entry } from '../../src/db/outbox/entry.ts';
import { savedMeta } from '../../src/db/schema/meta.ts';
import { saveStatus } from '../../src/db/schema/sync-meta.ts';
import { applyPushResults, type ResultContext } from '../../src/db/outbox/apply-push-results.ts';
import { countOutbox } from '../../src/db/queries/status.ts';
import { APP_VERSION } from '../../src/lib/app-version.ts';
import { outboxDeps } from '../../src/db/outbox/outbox-deps.ts';
import { iso } from '../../src/lib/ports.ts';
import { deviceName } from '../../contract/device-name.ts';
import { leaveEndedEpoch, fetchEpoch } from './epoch.ts';
import { measureClockOffset, type CallResult } from './http.ts';
import { findClosedGate } from './gates.ts';
import { opBackoff } from './retry.ts';
import { sendAuthenticated, type Session } from './session.ts';
import type { Actor } from '../../src/db/outbox/view.ts';

const LEASE_MS = 60_000;

/** Maximum number of batches in flight. More would not be faster, because they share the same bandwidth. */
const MAX_WIDTH = 4;

/**
 * State kept between push rounds. `max_ops` (ops per batch) and `width` (batches in flight) adapt to the connection:
 * success doubles both; a failure halves `max_ops` and resets `width` to 1.
 */
export interface PushState {
  session: Session;
  actor: Actor;
  holder: string;
  max_ops: number;
  width: number;
}

/**
 * `sent`: a batch was processed, and more writes may be waiting. `idle`: nothing is ready to be sent. `failed`: network
 * or server error, to be retried later. `gate`: a gate is closed.
 */
export type PushOutcome = 'sent' | 'idle' | 'failed' | 'gate';

/**
 * Returns the number of waiting writes that are not in this batch, and the age of the oldest. The user's list of
 * devices shows both.
 */
async function countPendingOutside(
  state: PushState,
  batch: readonly Entry[],
): Promise<{ count: number; oldest_at: string | null }> {
  const { db } = state.session;
  const oldest = await db.outbox.orderBy('seq').first();
  const count = Math.max(0, (await db.outbox.count()) - batch.length);
  return { count, oldest_at: count > 0 && oldest ? iso(oldest.at_client) : null };
}

/**
 * Builds the request body from the frozen text of each op. The text is frozen before the first attempt, so that every
 * attempt sends the same ids and bytes.
 */
async function buildBody(state: PushState, batch: readonly Entry[], epoch: string | undefined): Promise<string> {
  const { device_id, ports } = state.session;
  const accepted = batch.flatMap(({ op_id, accepted_at: at }) => (at === undefined ? [] : [{ op_id, at }]));
  const envelope = JSON.stringify({
    proto: 1,
    device_id,
    epoch,
    app_version: APP_VERSION,
    ...(ports.user_agent && { device_name: deviceName(ports.user_agent) }),
    pending: await countPendingOutside(state, batch),
    ...(accepted.length > 0 && { accepted }),
  });
  return `${envelope.slice(0, -1)},"ops":[${batch.map((entry) => entry.frozen).join(',')}]}`;
}

async function resultContext(state: PushState, server_time: string): Promise<ResultContext> {
  const { session, actor, holder } = state;
  const backoff = (attempt: number) => opBackoff(session.ports.random, attempt);
  return { outbox: await outboxDeps(session.db, actor, session.ports), holder, server_time, backoff };
}

async function applyReply(
  state: PushState,
  batch: Entry[],
  result: Extract<CallResult, { kind: 'reply' }>,
  asked: string | undefined,
): Promise<PushOutcome> {
  const { session, holder } = state;
  const reply = PushReply.safeParse(result.body);
  if (!reply.success) {
    await releaseClaims(session.db, batch, holder, 'failed');
    return 'failed';
  }
  const { results, server_time, epoch: replied } = reply.data;
  const context = { ...(await resultContext(state, server_time)), epoch: { asked, replied } };
  if (!(await applyPushResults(session.db, batch, results, context))) {
    await releaseClaims(session.db, batch, holder, 'none');
    return 'sent';
  }
  const clock_offset_ms = measureClockOffset(result, server_time);
  await saveStatus(session.db, { last_sent_at: server_time, server_time, clock_offset_ms });
  return 'sent';
}

/** Whether a batch cannot be split: it is a single op or a single atomic group. */
const isOneUnit = (batch: readonly Entry[]) =>
  batch.length === 1 ||
  (batch[0]!.atomic_group !== null && batch.every((e) => e.atomic_group === batch[0]!.atomic_group));

/**
 * Handles the failure of an entire request. The server has processed none of its ops, so all of them return to the
 * queue.
 */
async function handleFailure(
  state: PushState,
  batch: Entry[],
  result: Exclude<CallResult, { kind: 'reply' }>,
  asked: string | undefined,
): Promise<PushOutcome> {
  const { session, actor, holder } = state;
  const refused = result.kind === 'refused' ? result : null;
  if (refused?.code === 'epoch_changed') {
    await releaseClaims(session.db, batch, holder, 'none');
    return (await leaveEndedEpoch(session, actor, asked)) ? 'sent' : 'failed';
  }
  const isRejectedBatch = refused !== null && (refused.status === 413 || refused.status === 400);
  if (isRejectedBatch && isOneUnit(batch)) {
    // Batches were halved until this op was the only one left: the server cannot read it. It is parked, so that it does
    // not block others.
    const { status, code } = refused;
    const results = batch.map(({ op_id }) => ({ op_id, status, ...(code && { code }) }));
    await applyPushResults(session.db, batch, results, await resultContext(state, iso(session.ports.clock.now())));
    return 'sent';
  }
  state.max_ops = Math.max(1, Math.floor(batch.length / 2));
  state.width = 1;
  await releaseClaims(session.db, batch, holder, refused && refused.status < 500 ? 'none' : 'failed');
  if (isRejectedBatch) return 'sent';
  return refused && refused.status < 500 && refused.status !== 429 ? 'gate' : 'failed';
}

async function sendBatch(state: PushState, batch: Entry[]): Promise<PushOutcome> {
  const epoch = await savedMeta(state.session.db, 'epoch');
  const result = await sendAuthenticated(state.session, 'sync.push', { text: await buildBody(state, batch, epoch) });
  return result.kind === 'reply' ? applyReply(state, batch, result, epoch) : handleFailure(state, batch, result, epoch);
}

/** Claims up to `width` batches. No two of them contain entries of the same lane. */
async function claimRound(state: PushState, hasLock: boolean): Promise<Entry[][]> {
  const { session, holder, max_ops } = state;
  const inFlight = new Set<string>();
  const batches: Entry[][] = [];
  while (batches.length < state.width) {
    const claim = { now: session.ports.clock.now(), holder, lease_ms: LEASE_MS, max_ops, hasLock, inFlight };
    const batch = await claimBatch(session.db, claim);
    if (batch.length === 0) break;
    batches.push(batch);
    for (const { op_id } of batch) inFlight.add(op_id);
  }
  return batches;
}

/**
 * Waits until every batch of a round has settled, then throws the first error, if there was one. Returning earlier
 * would be wrong, for example when the results of one batch cannot be stored on a full disk: the lock is released
 * afterwards, and its next holder assumes that nobody is sending claimed entries any more.
 */
async function settleAll(batches: readonly Promise<PushOutcome>[]): Promise<PushOutcome[]> {
  await Promise.allSettled(batches);
  return Promise.all(batches);
}

/** All outcomes, worst first. The outcome of a round is the worst outcome of its batches. */
const worstFirst: readonly PushOutcome[] = ['gate', 'failed', 'sent', 'idle'];

/**
 * Runs one push round: coalesces the outbox, claims several batches, sends them concurrently and applies the results.
 * `hasLock`: whether this context holds the sync lock.
 */
export async function pushRound(state: PushState, hasLock: boolean): Promise<PushOutcome> {
  const { session } = state;
  if (await findClosedGate(session)) return 'gate';
  if (!(await fetchEpoch(session))) return (await findClosedGate(session)) ? 'gate' : 'failed';
  await coalesceEntries(session.db, state.actor);
  const batches = await claimRound(state, hasLock);
  if (batches.length === 0) return 'idle';
  const { to_send } = await countOutbox(session.db);
  const done = batches.flat().filter((entry) => !entry.background).length;
  await saveStatus(session.db, { sending: { done, total: to_send } });
  const { max_ops } = state;
  const outcomes = await settleAll(batches.map((batch) => sendBatch(state, batch)));
  if (state.max_ops === max_ops && outcomes.every((outcome) => outcome === 'sent')) {
    state.max_ops = Math.min(MAX_OPS, max_ops * 2);
    state.width = Math.min(MAX_WIDTH, state.width * 2);
  }
  await saveStatus(session.db, { sending: null });
  return worstFirst.find((outcome) => outcomes.includes(outcome)) ?? 'idle';
}
