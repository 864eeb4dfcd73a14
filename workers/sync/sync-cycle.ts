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
/** A tab that finds the turn taken this often goes without the lock: a frozen tab keeps its lock for ever. */
const MAX_CONTENDED = 3;

export interface SyncRunner {
  pusher: PushState;
  session: Session;
  actor: Actor;
  /** How often in a row the lock was somebody else's. */
  contendedLocks: number;
  /** Whether something new waits to be sent; an upload makes way for it. */
  hasNewWork: () => boolean;
}

/** `busy`: another tab is at it. `done`: sent what could be sent and fetched all there is. */
export type CycleOutcome = 'done' | 'failed' | 'gate' | 'busy';

export function createSyncRunner(session: Session, actor: Actor, holder: string): SyncRunner {
  const pusher = { session, actor, holder, max_ops: FIRST_BATCH, width: 1 };
  return { session, actor, contendedLocks: 0, hasNewWork: () => false, pusher };
}

/**
 * [Note: One turn for all tabs] The lock is held for one batch, never for a session, and only saves traffic: safety
 * rests on the claims in the database and on the server's idempotency.
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
  // Nothing to send: the code that sends need not be loaded.
  if ((await turner.session.db.outbox.count()) === 0) return 'idle';
  const { pushRound } = await import('./push.ts');
  for (;;) {
    const outcome = await withSyncLock(turner, (hasLock) => pushRound(turner.pusher, hasLock));
    if (outcome !== 'sent') return outcome;
  }
}

/** Files go after all text and after what is new, one by one. */
async function uploadAll(turner: SyncRunner): Promise<UploadOutcome | 'busy'> {
  // Rarely needed, so it is no part of the worker's first code.
  if ((await turner.session.db.outbox.filter((entry) => entry.blobs !== undefined).count()) === 0) return 'idle';
  const { uploadOne } = await import('./uploads.ts');
  let sent = false;
  for (;;) {
    const outcome = await withSyncLock(turner, () => uploadOne(turner.session, turner.actor, turner.hasNewWork));
    if (outcome === 'sent') sent = true;
    else return outcome === 'idle' && sent ? 'sent' : outcome;
  }
}

/** Once a week the mirror is compared with the server; true when something is to be fetched again. */
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

/** Push before pull: what the person did here goes first, and the pull then brings it back confirmed. */
export async function runCycle(turner: SyncRunner): Promise<CycleOutcome> {
  const isImpatient = turner.contendedLocks >= MAX_CONTENDED;
  try {
    return await pushAndPull(turner);
  } finally {
    // Without the lock went the whole turn, its pull too; the next one asks for the lock again.
    if (isImpatient) turner.contendedLocks = 0;
  }
}

/** Nobody answered last time, or the browser knows of no network. */
async function isDisconnected({ session }: SyncRunner): Promise<boolean> {
  if (!session.ports.isOnline()) return true;
  const { connection } = await savedStatus(session.db);
  return connection !== 'online' && connection !== 'unknown';
}

/** Does our server answer at all? Asked with the smallest call there is. */
async function isServerReachable({ session }: SyncRunner): Promise<boolean> {
  const { kind } = await request(session, 'configs.all');
  return kind === 'reply' || kind === 'refused';
}

async function pushAndPull(turner: SyncRunner): Promise<CycleOutcome> {
  if (await closedGate(turner.session)) return 'gate';
  // A write that was tried once can no longer be taken back. While nobody answers, a harmless question goes first.
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
  const pushed = await pushAll(turner);
  if (pushed === 'busy' || pushed === 'gate') return pushed;
  // A server that fails on writes may still answer reads; a dead network will not.
  const pulled: PullOutcome | 'busy' = await withSyncLock(turner, () => pull(turner));
  return pushed === 'failed' ? 'failed' : pulled;
}
