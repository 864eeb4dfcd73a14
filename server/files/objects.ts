import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import { StoreFailure, type ExternalStore, type NewObject, type ObjectKey } from './file-store.ts';

type Claiming = Pick<Deps, 'db' | 'clock'>;

/**
 * Records that an object is about to be used, so that the garbage collection does not delete it within the grace
 * period. Returns whether the object was written before. Throws StoreFailure while the object is being deleted.
 */
async function claimObject({ db, clock }: Claiming, store: string, { scope, sha256 }: ObjectKey): Promise<boolean> {
  const now = clock().toISOString();
  const { rows } = await sql<{ is_complete: boolean }>`
    insert into stored_objects as o (scope, store, sha256, unused_since) values (${scope}, ${store}, ${sha256}, ${now})
    on conflict (scope, store, sha256) do update set unused_since = excluded.unused_since,
      is_complete = o.is_complete and o.deleting_until is null, deleting_until = null
    where o.deleting_until is null or o.deleting_until < ${now}
    returning is_complete`.execute(db);
  if (!rows[0]) throw new StoreFailure('the same file is just being deleted');
  return rows[0].is_complete;
}

/**
 * Writes an object, unless the store has it. Call it outside of transactions, because a store may be slow, and insert
 * the row that uses the object within days.
 */
export async function putObject(deps: Claiming, store: ExternalStore, object: NewObject): Promise<void> {
  const { scope, sha256 } = object;
  const wasWritten = await claimObject(deps, store.name, object);
  if (wasWritten && (await store.sizeOf(object)) === object.bytes) return;
  await store.write(object);
  await deps.db
    .updateTable('stored_objects')
    .set({ is_complete: true })
    .where('scope', '=', scope)
    .where('store', '=', store.name)
    .where('sha256', '=', sha256)
    .execute();
}
