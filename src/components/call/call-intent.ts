import type { PhoneDb } from '../../db/schema/db.ts';
import { saveMeta, savedMeta, type CallIntent } from '../../db/schema/meta.ts';
import type { Store } from '../../db/schema/store.ts';

/** More calls than anybody leaves unwritten; keeps one row from growing. */
const MAX_EARLIER = 5;

export type Callee = Pick<CallIntent, 'contact_id' | 'user_id' | 'name' | 'number'>;

/** The call that is to be written down. */
export async function savedCall(db: PhoneDb): Promise<CallIntent | null> {
  return (await savedMeta(db, 'call_intent')) ?? null;
}

function flat(call: CallIntent | null): CallIntent[] {
  if (!call) return [];
  const { earlier = [], ...last } = call;
  return [last, ...earlier];
}

/** Asks about this call before all others: one that begins now, or one whose entry was taken back. */
export async function promptAbout(db: PhoneDb, { earlier: _, ...call }: CallIntent): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    const others = flat(await savedCall(db)).slice(0, MAX_EARLIER - 1);
    await saveMeta(db, 'call_intent', { ...call, ...(others.length > 0 && { earlier: others }) });
  });
}

/**
 * Writes down that a call begins, to be done before the dialer opens: a phone short of memory may kill the app during
 * the call. A call before it that was not written down is asked about afterwards.
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

/** Keeps what was answered so far, and the id of the row that will come of it. Only for the call that began then. */
export async function saveAnswers(db: PhoneDb, began: number, kept: Pick<CallIntent, 'id' | 'draft'>): Promise<void> {
  await change(db, began, (call) => ({ ...call, ...kept }));
}

/** The call is written down, or was none. The one before it is next. */
export async function endCall(db: PhoneDb, began: number): Promise<void> {
  await change(db, began, ({ earlier: [next, ...rest] = [] }) =>
    // How long that one took is not known any more: answers without a length say so.
    next ? { draft: {}, ...next, ...(rest.length > 0 && { earlier: rest }) } : null,
  );
}
