import type { PushResult } from '../../../contract/sync.ts';
import type { PhoneDb } from '../../../src/db/schema/db.ts';

const META_PREFIX = 'api_op:';

/**
 * The state of a write that was sent to the API. `sent`: it was sent at this device time (ms), and has no known
 * response. `asked`: the user has read that its outcome is unknown, so "Try again" sends it again. `done`: the API has
 * accepted it, but the outbox may not have stored the result.
 */
export type SentOp = { state: 'sent'; at: number; asked?: true } | { state: 'done'; result: PushResult };

export const savedSentOp = async (db: PhoneDb, op_id: string): Promise<SentOp | undefined> =>
  (await db.meta.get(META_PREFIX + op_id))?.value as SentOp | undefined;

export const saveSentOp = (db: PhoneDb, op_id: string, value: SentOp): Promise<unknown> =>
  db.meta.put({ key: META_PREFIX + op_id, value });

const sentAt = (op: SentOp | undefined): number | undefined => (op?.state === 'sent' ? op.at : undefined);

/**
 * Stores that a write is being sent, unless another context has sent or finished it since `known` was read: without
 * this check, two tabs could send the same write at the same time. Returns whether it may be sent.
 */
export function claimSend(db: PhoneDb, op_id: string, known: SentOp | undefined, at: number): Promise<boolean> {
  return db.transaction('rw', db.outbox, db.meta, async () => {
    const current = await savedSentOp(db, op_id);
    const isUnchanged = current?.state === known?.state && sentAt(current) === sentAt(known);
    if (!isUnchanged || !(await db.outbox.get({ op_id }))) return false;
    await saveSentOp(db, op_id, { state: 'sent', at });
    return true;
  });
}

export const deleteSentOp = (db: PhoneDb, op_id: string): Promise<void> => db.meta.delete(META_PREFIX + op_id);

/** Returns what is known of each op that was sent and has no known outcome, by op id. */
export async function unsettledOps(db: PhoneDb): Promise<Map<string, Extract<SentOp, { state: 'sent' }>>> {
  const rows = await db.meta.where('key').startsWith(META_PREFIX).toArray();
  return new Map(
    rows.flatMap(({ key, value }) => {
      const op = value as SentOp;
      return op.state === 'sent' ? [[key.slice(META_PREFIX.length), op]] : [];
    }),
  );
}

/**
 * Marks the writes whose outcome the user is asked about because it is unknown. A write is marked only once the outbox
 * shows the question: if the tab is killed before that, the user has not been asked.
 */
export async function markPrompted(db: PhoneDb): Promise<void> {
  const unsettled = await unsettledOps(db);
  if (unsettled.size === 0) return;
  for (const { op_id, error } of await db.outbox.where('state').equals('parked').toArray()) {
    const op = unsettled.get(op_id);
    if (op && !op.asked && error?.code === 'outcome_unknown') await saveSentOp(db, op_id, { ...op, asked: true });
  }
}

/** Deletes the states of writes that have left the outbox. */
export async function cleanSentOps(db: PhoneDb): Promise<void> {
  const keys = await db.meta.where('key').startsWith(META_PREFIX).primaryKeys();
  if (keys.length === 0) return;
  const queuedKeys = new Set((await db.outbox.toArray()).map(({ op_id }) => META_PREFIX + op_id));
  const outdatedKeys = keys.filter((key) => !queuedKeys.has(key));
  if (outdatedKeys.length > 0) await db.meta.bulkDelete(outdatedKeys);
}
