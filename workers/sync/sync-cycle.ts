import { savedMetas, saveMeta } from '../../src/db/schema/meta.ts';
import { savedSyncStatus } from '../../src/db/queries/status.ts';
import type { Actor } from '../../src/db/outbox/view.ts';
import { findClosedGate } from './gates.ts';
import { PAGE_ROWS, pullChanges, type PullContext, type PullOutcome } from './pull.ts';
import type { PushState, PushOutcome } from './push.ts';
import { sendAuthenticated, type Session } from './session.ts';
import type { UploadOutcome } from './uploads.ts';

const FIRST_BATCH = 50;
const CLEAN_UP_INTERVAL_MS = 24 * 3_600_000;
const COMPARE_INTERVAL_MS = 7 * CLEAN_UP_INTERVAL_MS;
/**
 * After this number of failed attempts to get the lock, a cycle runs without it, because a frozen tab never releases
 * the lock.
 */
const MAX_CONTENDED = 3;

export interface SyncRunner extends PullContext {
  pusher: PushState;
  /** Number of consecutive attempts in which another context held the lock. */
  contendedLocks: number;
  /** Returns whether another cycle is wanted. If so, an upload, or the unpacking of rows, is interrupted. */
  hasNewWork: () => boolean;
}

/**
 * `done`: all writes that can be sent have been sent, and all changes have been fetched. `busy`: another tab is
 * syncing. `gate`: a gate is closed. `failed`: network or server error, to be retried later.
 */
export type CycleOutcome = 'done' | 'failed' | 'gate' | 'busy';

export function createSyncRunner(session: Session, actor: Actor, holder: string): SyncRunner {
  const pusher = { session, actor, holder, max_ops: FIRST_BATCH, width: 1 };
  const hasNone = () => false;
  const pulling = { checkNewWrites: hasNone, ahead: null, pageRows: PAGE_ROWS };
  return { session, actor, contendedLocks: 0, hasNewWork: hasNone, ...pulling, pusher };
}

/**
 * [Note: One sync cycle for all tabs] The lock is held for one push round, one upload or one pull at a time and only
 * reduces traffic. Correctness does not depend on it; it is guaranteed by the claims in the database and by the
 * idempotency of the server.
 */
async function withSyncLock<T>(runner: SyncRunner, run: (hasLock: boolean) => Promise<T>): Promise<T | 'busy'> {
  const { session } = runner;
  if (runner.contendedLocks >= MAX_CONTENDED) return run(false);
  return session.ports.locks.request(`haversack-turn-${session.user_id}`, { ifAvailable: true }, async (lock) => {
    runner.contendedLocks = lock === null ? runner.contendedLocks + 1 : 0;
    return lock === null ? ('busy' as const) : run(true);
  });
}

async function pushAll(runner: SyncRunner): Promise<PushOutcome | 'busy'> {
  // This check comes first, so that the push code is not loaded if there is nothing to send.
  if ((await runner.session.db.outbox.count()) === 0) return 'idle';
  const { pushRound } = await import('./push.ts');
  for (;;) {
    const outcome = await withSyncLock(runner, (hasLock) => pushRound(runner.pusher, hasLock));
    if (outcome !== 'sent') return outcome;
  }
}

/** Uploads the waiting files one by one, after all writes are sent. */
async function uploadAll(runner: SyncRunner): Promise<UploadOutcome | 'busy'> {
  // This check comes first: uploads are rare, so their code is not part of the initial code of the worker.
  if ((await runner.session.db.outbox.filter((entry) => entry.blobs !== undefined).count()) === 0) return 'idle';
  const { uploadOne } = await import('./uploads.ts');
  let sent = false;
  for (;;) {
    const outcome = await withSyncLock(runner, () => uploadOne(runner.session, runner.actor, runner.hasNewWork));
    if (outcome === 'sent') sent = true;
    else return outcome === 'idle' && sent ? 'sent' : outcome;
  }
}

/**
 * Compares the mirror with the server once a week; `last` is the time of the last comparison. Returns true if something
 * must be fetched again.
 */
async function mirrorDiffers({ session }: SyncRunner, last: number | undefined): Promise<boolean> {
  const now = session.ports.clock.now();
  if (last === undefined) await saveMeta(session.db, 'digest_at', now);
  if (last === undefined || Math.abs(now - last) < COMPARE_INTERVAL_MS) return false;
  const { compareMirror } = await import('./digest.ts');
  return (await compareMirror(session)).length > 0;
}

async function cleanDaily({ session }: SyncRunner, last = 0): Promise<void> {
  const now = session.ports.clock.now();
  if (now - last < CLEAN_UP_INTERVAL_MS) return;
  await saveMeta(session.db, 'cleaned_at', now);
  const { cleanUp } = await import('../../src/db/schema/clean-up.ts');
  await cleanUp(session.db, now);
}

/**
 * Runs one cycle: a push, then a pull. In this order the user's changes are sent first, and the pull already returns
 * them.
 */
export async function runCycle(runner: SyncRunner): Promise<CycleOutcome> {
  const isWithoutLock = runner.contendedLocks >= MAX_CONTENDED;
  try {
    const outcome = await pushAndPull(runner);
    await unpack(runner);
    return outcome;
  } finally {
    // The entire cycle ran without the lock. The next cycle tries to get it again.
    if (isWithoutLock) runner.contendedLocks = 0;
  }
}

/** Moves the rows that the first mirror has packed into their tables, until there is something to send or to fetch. */
async function unpack({ session: { db }, hasNewWork }: SyncRunner): Promise<void> {
  if ((await db.segments.count()) === 0) return;
  const { unpackRows } = await import('../../src/db/outbox/unpack.ts');
  await unpackRows(db, hasNewWork);
}

/** Whether the browser is offline or the last request got no response. */
async function isDisconnected({ session }: SyncRunner): Promise<boolean> {
  if (!session.ports.isOnline()) return true;
  const { connection } = await savedSyncStatus(session.db);
  return connection !== 'online' && connection !== 'unknown';
}

/** Whether our server responds to the smallest of its calls. */
async function isServerReachable({ session }: SyncRunner): Promise<boolean> {
  const { kind } = await sendAuthenticated(session, 'configs.all');
  return kind === 'reply' || kind === 'refused';
}

async function pushAndPull(runner: SyncRunner): Promise<CycleOutcome> {
  if (await findClosedGate(runner.session)) return 'gate';
  // While the connection is in doubt, a call without side effects is sent first: as soon as a write has been sent, the
  // user can no longer undo it.
  if ((await isDisconnected(runner)) && !(await isServerReachable(runner))) return 'failed';
  const sent = await sendWithFiles(runner);
  if (sent !== 'done') return sent;
  const { cleaned_at, digest_at } = await savedMetas(runner.session.db, 'cleaned_at', 'digest_at');
  await cleanDaily(runner, cleaned_at);
  return (await mirrorDiffers(runner, digest_at)) ? pushThenPull(runner) : 'done';
}

/**
 * Sends everything that waits, uploads files, and fetches changes. Pushes again after an upload; a restored server may
 * then report further missing files. Stops as soon as an upload did not reduce the number of waiting writes: otherwise
 * a server that loses files would receive them in an endless loop.
 */
async function sendWithFiles(runner: SyncRunner): Promise<CycleOutcome> {
  for (let previous = Infinity; ;) {
    const synced = await pushThenPull(runner);
    if (synced !== 'done') return synced;
    const unsentCount = await runner.session.db.outbox.count();
    if (unsentCount >= previous) return 'done';
    const uploaded = await uploadAll(runner);
    if (uploaded === 'failed' || uploaded === 'gate') return uploaded;
    if (uploaded !== 'sent') return 'done';
    previous = unsentCount;
  }
}

async function pushThenPull(runner: SyncRunner): Promise<CycleOutcome> {
  for (;;) {
    runner.checkNewWrites();
    const pushed = await pushAll(runner);
    if (pushed === 'busy' || pushed === 'gate') return pushed;
    // A failed push does not prevent the pull: a server that fails on writes may still respond to reads.
    const pulled: PullOutcome | 'busy' = await withSyncLock(runner, () => pullChanges(runner));
    if (pushed === 'failed') return 'failed';
    if (pulled !== 'interrupted') return pulled;
  }
}
