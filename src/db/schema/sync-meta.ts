import { jsonEqual } from '../../../contract/json-equal.ts';
import type { PhoneDb } from './db.ts';
import { savedMeta, saveMeta, type MetaValues } from './meta.ts';
import { withDefaults, type SyncStatus } from './sync-status.ts';

// Only the sync changes these values, so this code has a file of its own, which the page does not load before its first
// rows.

/** Saves several values with one request to the database. */
export async function saveMetas(db: PhoneDb, values: Partial<MetaValues>): Promise<void> {
  await db.meta.bulkPut(Object.entries(values).map(([key, value]) => ({ key, value })));
}

/**
 * Returns whether a server's reply belongs to the epoch of this phone; if neither the phone nor the request has an
 * epoch yet, stores that of the reply. `asked` is the epoch that was sent with the request, `replied` the epoch in the
 * reply, which an older server omits. Call inside the transaction that applies the reply, because another tab may have
 * started a new epoch since the request. `saved` is the phone's epoch if that transaction has already read it.
 */
export async function isOfThisEpoch(
  db: PhoneDb,
  asked: string | undefined,
  replied: string | undefined,
  saved?: Partial<Pick<MetaValues, 'epoch'>>,
): Promise<boolean> {
  const savedEpoch = saved ? saved.epoch : await savedMeta(db, 'epoch');
  if (replied === undefined || savedEpoch !== undefined) return savedEpoch === (replied ?? asked);
  if (asked === undefined) await saveMeta(db, 'epoch', replied);
  return asked === undefined;
}

type StatusChange = Partial<SyncStatus>;

/**
 * Updates parts of the status in one transaction; writes nothing if all values are the same. `change` may depend on
 * the status stored so far.
 */
export async function saveStatus(
  db: PhoneDb,
  change: StatusChange | ((known: SyncStatus) => StatusChange),
): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    const status = (await savedMeta(db, 'status')) ?? {};
    const next = { ...status, ...(typeof change === 'function' ? change(withDefaults(status)) : change) };
    if (!jsonEqual(next, status)) await saveMeta(db, 'status', next);
  });
}
