import { savedMeta, saveMeta } from '../../src/db/schema/meta.ts';
import { savedStatus } from '../../src/db/queries/status.ts';
import type { Actor } from '../../src/db/outbox/view.ts';
import { closedGate } from './gates.ts';
import { pull, type PullOutcome } from './pull.ts';
import type { PushState, PushOutcome } from './push.ts';
import { request, type Session } from './session.ts';
import type { UploadOutcome } from './uploads.ts';

const FIRST_BATCH = 50;
const CLEAN_MS = 24 * 3_600_000;
const COMPARE_MS = 7 * CLEAN_MS;
/** After this many contended attempts, sync without the lock: a frozen tab never releases it. */
const MAX_CONTENDED = 3;

export interface SyncRunner {
  pusher: PushState;
  session: Session;
  actor: Actor;
  /** Consecutive attempts in which another context held the lock. */
  contendedLocks: number;
  /** Whether new writes wait; an upload yields to them. */
  hasNewWork: () => boolean;
  /** Whether writes were made since the last call; a pull yields to them between its pages. */
  takeNewWrites: () => boolean;
}

/** `busy`: another tab is syncing. `done`: everything that could be sent was sent, and all changes were fetched. */
export type CycleOutcome = 'done' | 'failed' | 'gate' | 'busy';

export function createSyncRunner(session: Session, actor: Actor, holder: string): SyncRunner {
  const pusher = { session, actor, holder, max_ops: FIRST_BATCH, width: 1 };
  return { session, actor, contendedLocks: 0, hasNewWork: () => false, takeNewWrites: () => false, pusher };
}

/**
 * [Note: One sync cycle for all tabs] The lock is held for one batch, never for a session, and only saves traffic:
 * safety rests on the claims in the database and on the server's idempotency.
 */
async function withSyncLock<T>(turner: SyncRunner, run: (hasLock: boolean) => Promise<T>): Promise<T | 'busy'> {
  const { session } = turner;
  if (turner.contendedLocks >= MAX_CONTENDED) return run(false);
  return session.ports.locks.request(`haversack-turn-${session.user_id}`, { ifAvailable: true }, async (lock) => {
    turner.contendedLocks = lock === null ? turner.contendedLocks + 1 : 0;
    return lock === null ? ('busy' as const) : run(true);
  });
}

async function pushAll(turner: SyncRunner): Promise<PushOutcome | 'busy'> {
  // Avoids loading the push code if there is nothing to send.
  if ((await turner.session.db.outbox.count()) === 0) return 'idle';
  const { pushRound } = await import('./push.ts');
  for (;;) {
    const outcome = await withSyncLock(turner, (hasLock) => pushRound(turner.pusher, hasLock));
    if (outcome !== 'sent') return outcome;
  }
}

/** Uploads files one by one, after all writes. */
async function uploadAll(turner: SyncRunner): Promise<UploadOutcome | 'busy'> {
  // Rarely needed, so it is not part of the worker's initial code.
  if ((await turner.session.db.outbox.filter((entry) => entry.blobs !== undefined).count()) === 0) return 'idle';
  const { uploadOne } = await import('./uploads.ts');
  let sent = false;
  for (;;) {
    const outcome = await withSyncLock(turner, () => uploadOne(turner.session, turner.actor, turner.hasNewWork));
    if (outcome === 'sent') sent = true;
    else return outcome === 'idle' && sent ? 'sent' : outcome;
  }
}

/** Compares the mirror with the server once a week; true if something must be fetched again. */
async function mirrorDiffers({ session }: SyncRunner): Promise<boolean> {
  const now = session.ports.clock.now();
  const last = await savedMeta(session.db, 'digest_at');
  if (last === undefined) await saveMeta(session.db, 'digest_at', now);
  if (last === undefined || Math.abs(now - last) < COMPARE_MS) return false;
  const { compareMirror: compare } = await import('./digest.ts');
  return (await compare(session)).length > 0;
}

async function cleanDaily({ session }: SyncRunner): Promise<void> {
  const now = session.ports.clock.now();
  if (now - ((await savedMeta(session.db, 'cleaned_at')) ?? 0) < CLEAN_MS) return;
  await saveMeta(session.db, 'cleaned_at', now);
  const { cleanUp: clean } = await import('../../src/db/schema/clean-up.ts');
  await clean(session.db, now);
}

/** Runs one cycle. Push before pull: the user's changes are sent first, and the pull returns them confirmed. */
export async function runCycle(turner: SyncRunner): Promise<CycleOutcome> {
  const isImpatient = turner.contendedLocks >= MAX_CONTENDED;
  try {
    return await pushAndPull(turner);
  } finally {
    // The whole cycle ran unlocked; try to take the lock again next time.
    if (isImpatient) turner.contendedLocks = 0;
  }
}

/** Whether the last request got no answer, or the browser is offline. */
async function isDisconnected({ session }: SyncRunner): Promise<boolean> {
  if (!session.ports.isOnline()) return true;
  const { connection } = await savedStatus(session.db);
  return connection !== 'online' && connection !== 'unknown';
}

/** Whether our server answers, tested with the smallest call. */
async function isServerReachable({ session }: SyncRunner): Promise<boolean> {
  const { kind } = await request(session, 'configs.all');
  return kind === 'reply' || kind === 'refused';
}

async function pushAndPull(turner: SyncRunner): Promise<CycleOutcome> {
  if (await closedGate(turner.session)) return 'gate';
  // A write that was sent once can no longer be undone, so a harmless call goes first while the connection is in doubt.
  if ((await isDisconnected(turner)) && !(await isServerReachable(turner))) return 'failed';
  const first = await pushThenPull(turner);
  if (first !== 'done') return first;
  const uploaded = await uploadAll(turner);
  if (uploaded === 'sent') return pushThenPull(turner);
  if (uploaded === 'failed' || uploaded === 'gate') return uploaded;
  await cleanDaily(turner);
  return (await mirrorDiffers(turner)) ? pushThenPull(turner) : 'done';
}

async function pushThenPull(turner: SyncRunner): Promise<CycleOutcome> {
  for (;;) {
    turner.takeNewWrites();
    const pushed = await pushAll(turner);
    if (pushed === 'busy' || pushed === 'gate') return pushed;
    // A server that fails on writes may still answer reads; a dead network will not.
    const pulled: PullOutcome | 'busy' = await withSyncLock(turner, () => pull(turner));
    if (pushed === 'failed') return 'failed';
    if (pulled !== 'interrupted') return pulled;
  }
}
