import type { PhoneDb } from '../../db/schema/db.ts';
import { saveMeta, savedMeta, type CallIntent } from '../../db/schema/meta.ts';
import type { Store } from '../../db/schema/store.ts';

/** Maximum number of earlier unlogged calls that are stored, so that the row stays small. */
const MAX_EARLIER_CALLS = 5;

export type Callee = Pick<CallIntent, 'contact_id' | 'user_id' | 'name' | 'number' | 'task_id'>;

/** Returns the call that has not been logged yet. */
export async function savedCallIntent(db: PhoneDb): Promise<CallIntent | null> {
  return (await savedMeta(db, 'call_intent')) ?? null;
}

function withEarlierCalls(call: CallIntent | null): CallIntent[] {
  if (!call) return [];
  const { earlier = [], ...last } = call;
  return [last, ...earlier];
}

/**
 * Puts this call first among those that the user is asked about: a call that starts now, or one whose log entry was
 * undone. Earlier unlogged calls follow.
 */
export async function promptAboutCall(db: PhoneDb, { earlier: _, ...call }: CallIntent): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    const others = withEarlierCalls(await savedCallIntent(db)).slice(0, MAX_EARLIER_CALLS - 1);
    await saveMeta(db, 'call_intent', { ...call, ...(others.length > 0 && { earlier: others }) });
  });
}

/**
 * Stores that a call starts. Call before the dialer opens, because a device that is short of memory may kill the app
 * during the call. If an earlier call is not logged yet, the user is asked about it later.
 */
export async function startCall({ db, now, newId }: Store, callee: Callee): Promise<void> {
  await promptAboutCall(db, { ...callee, id: newId(), started_at: now() });
}

async function changeCall(
  db: PhoneDb,
  startedAt: number,
  next: (call: CallIntent) => CallIntent | null,
): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    const call = await savedCallIntent(db);
    if (call?.started_at === startedAt) await saveMeta(db, 'call_intent', next(call));
  });
}

/**
 * Saves what the user has entered about the call so far, and the id for its log entry. Does nothing if the current call
 * is not the one that started at `startedAt`.
 */
export async function saveCallAnswers(
  db: PhoneDb,
  startedAt: number,
  answers: Pick<CallIntent, 'id' | 'draft'>,
): Promise<void> {
  await changeCall(db, startedAt, (call) => ({ ...call, ...answers }));
}

/**
 * Removes a call that was logged or that did not take place. The latest of the earlier unlogged calls becomes the
 * current one.
 */
export async function endCall(db: PhoneDb, startedAt: number): Promise<void> {
  await changeCall(db, startedAt, ({ earlier: [next, ...rest] = [] }) =>
    // The duration of the earlier call can no longer be measured, so its draft starts without a duration.
    next ? { draft: {}, ...next, ...(rest.length > 0 && { earlier: rest }) } : null,
  );
}
