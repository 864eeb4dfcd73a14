import type { PhoneDb } from '../../db/schema/db.ts';
import { saveMeta, savedMeta, type CallIntent } from '../../db/schema/meta.ts';
import type { Store } from '../../db/schema/store.ts';

/** More calls than anyone leaves unlogged; bounds the size of the row. */
const MAX_EARLIER = 5;

export type Callee = Pick<CallIntent, 'contact_id' | 'user_id' | 'name' | 'number'>;

/** The call to be logged. */
export async function savedCall(db: PhoneDb): Promise<CallIntent | null> {
  return (await savedMeta(db, 'call_intent')) ?? null;
}

function flat(call: CallIntent | null): CallIntent[] {
  if (!call) return [];
  const { earlier = [], ...last } = call;
  return [last, ...earlier];
}

/** Puts this call first in the queue of questions: one that starts now, or one whose entry was undone. */
export async function promptAbout(db: PhoneDb, { earlier: _, ...call }: CallIntent): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    const others = flat(await savedCall(db)).slice(0, MAX_EARLIER - 1);
    await saveMeta(db, 'call_intent', { ...call, ...(others.length > 0 && { earlier: others }) });
  });
}

/**
 * Stores that a call starts, before the dialer opens: a device short of memory may kill the app during the call. An
 * earlier unlogged call is asked about afterwards.
 */
export async function startCall({ db, now, newId }: Store, callee: Callee): Promise<void> {
  await promptAbout(db, { ...callee, id: newId(), started_at: now() });
}

async function change(db: PhoneDb, began: number, next: (call: CallIntent) => CallIntent | null): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    const call = await savedCall(db);
    if (call?.started_at === began) await saveMeta(db, 'call_intent', next(call));
  });
}

/** Saves the answers so far and the id of the future row, only for the call that started at that time. */
export async function saveAnswers(db: PhoneDb, began: number, kept: Pick<CallIntent, 'id' | 'draft'>): Promise<void> {
  await change(db, began, (call) => ({ ...call, ...kept }));
}

/** The call is logged or was none. The previous one is next. */
export async function endCall(db: PhoneDb, began: number): Promise<void> {
  await change(db, began, ({ earlier: [next, ...rest] = [] }) =>
    // Its duration is no longer known: answers without a duration say so.
    next ? { draft: {}, ...next, ...(rest.length > 0 && { earlier: rest }) } : null,
  );
}
