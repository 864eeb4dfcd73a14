import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import type { ExternalStore } from './file-store.ts';
import { logStoreFailure } from './file-stores.ts';

/**
 * How long, in ms, the bytes of a file are kept after its last use: a write that uses the file may still arrive, or a
 * backup of the database in which the file was still used may be restored.
 */
export const GRACE_MS = 7 * 86_400_000;
/**
 * How long a process may take to delete an object, in ms. A request to the store fails earlier than that if the store
 * stalls.
 */
export const DELETING_MS = 60_000;
/** Numbers of objects per statement when objects of the store are recorded, and when unused objects are deleted. */
const LIST_BATCH = 500;
const SWEEP_BATCH = 100;

/** SQL for the hashes of all files that the content of an organisation uses, including deleted content. */
const usedMedia = (scope: string) => sql`select jsonb_array_elements(media)->>'sha256' as sha256 from lessons
    where scope = ${scope}
  union all select jsonb_array_elements(media)->>'sha256' from news where scope = ${scope}
  union all select jsonb_array_elements(media)->>'sha256' from events where scope = ${scope}
  union all select jsonb_array_elements(media)->>'sha256' from books where scope = ${scope}
  union all select file_sha256 from books where scope = ${scope}
  union all select (regexp_matches(body, '/media/([0-9a-f]{64})', 'g'))[1] from lessons where scope = ${scope}
  union all select (regexp_matches(body, '/media/([0-9a-f]{64})', 'g'))[1] from news where scope = ${scope}
  union all select (regexp_matches(description, '/media/([0-9a-f]{64})', 'g'))[1] from events where scope = ${scope}`;

/** Deletes imported files that no content has used for the grace period. */
async function collectMedia(tx: Tx, scope: string, now: string, before: string): Promise<void> {
  const used = usedMedia(scope);
  await sql`with used as (${used})
    update media_files m set unused_since = case when m.sha256 in (select sha256 from used) then null
      else ${now}::timestamptz end
    where m.scope = ${scope} and (m.unused_since is null) <> (m.sha256 in (select sha256 from used))`.execute(tx);
  await sql`with deleted as (
      delete from media_files where scope = ${scope} and unused_since < ${before} returning sha256)
    delete from media_chunks where scope = ${scope} and sha256 in (select sha256 from deleted)`.execute(tx);
}

/** SQL condition for the objects `o` that a row uses. */
const isUsed = sql<boolean>`(exists (select 1 from media_files m where m.scope = o.scope and m.stored_in = o.store
    and m.stored_in <> 'database' and m.sha256 = o.sha256)
  or exists (select 1 from blobs f where f.scope = o.scope and f.stored_in = o.store
    and f.stored_in <> 'database' and f.object_sha256 = o.sha256)
  or exists (select 1 from landing_image_variants v where v.scope = o.scope and v.stored_in = o.store
    and v.stored_in <> 'database' and v.object_sha256 = o.sha256))`;

/** Records objects of the store that the database does not contain, for example after it was restored from a backup. */
async function adoptUnknown({ db, scope, clock }: Deps, store: ExternalStore): Promise<void> {
  const unused_since = clock().toISOString();
  let rows: { scope: string; store: ExternalStore['name']; sha256: string; is_complete: true; unused_since: string }[] =
    [];
  const insert = async (): Promise<void> => {
    if (rows.length === 0) return;
    await db
      .insertInto('stored_objects')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['scope', 'store', 'sha256']).doNothing())
      .execute();
    rows = [];
  };
  for await (const sha256 of store.list(scope)) {
    rows.push({ scope, store: store.name, sha256, is_complete: true, unused_since });
    if (rows.length >= LIST_BATCH) await insert();
  }
  await insert();
}

async function markUnused({ db, scope, clock }: Deps, { name }: ExternalStore): Promise<void> {
  await sql`update stored_objects o
    set unused_since = case when ${isUsed} then null else ${clock().toISOString()}::timestamptz end
    where o.scope = ${scope} and o.store = ${name} and (o.unused_since is null) <> ${isUsed}`.execute(db);
}

/**
 * Reserves an object for its deletion. No process can use the object again until the deletion has ended; see objects.ts.
 * No transaction is open while the store deletes the object, because a store may be slow.
 */
async function takeForDeletion(deps: Deps, store: ExternalStore, sha256: string, before: string): Promise<boolean> {
  const now = deps.clock().getTime();
  const until = new Date(now + DELETING_MS).toISOString();
  const { rows } = await sql`update stored_objects o set deleting_until = ${until}
    where o.scope = ${deps.scope} and o.store = ${store.name} and o.sha256 = ${sha256} and o.unused_since < ${before}
      and (o.deleting_until is null or o.deleting_until < ${new Date(now).toISOString()}) and not ${isUsed}
    returning 1`.execute(deps.db);
  return rows.length > 0;
}

async function sweepUnused(deps: Deps, store: ExternalStore, before: string): Promise<void> {
  const { db, scope } = deps;
  const objectsOfStore = () =>
    db.selectFrom('stored_objects').where('scope', '=', scope).where('store', '=', store.name);
  for (let after = ''; ;) {
    const unused = objectsOfStore().select('sha256').where('unused_since', '<', before).where('sha256', '>', after);
    const found = await unused.orderBy('sha256').limit(SWEEP_BATCH).execute();
    for (const { sha256 } of found) {
      if (!(await takeForDeletion(deps, store, sha256, before))) continue;
      await store.delete({ scope, sha256 });
      await db
        .deleteFrom('stored_objects')
        .where('scope', '=', scope)
        .where('store', '=', store.name)
        .where('sha256', '=', sha256)
        .where('deleting_until', 'is not', null)
        .execute();
    }
    const last = found.at(-1);
    if (!last) return;
    after = last.sha256;
  }
}

/**
 * Deletes the bytes that no file has used for the grace period, by mark and sweep. Can safely run twice, or in two
 * processes at the same time. Throws StoreFailure; the next run continues.
 */
export async function collectFiles(deps: Deps): Promise<void> {
  const { db, scope, clock, files } = deps;
  const now = clock();
  const before = new Date(now.getTime() - GRACE_MS).toISOString();
  await inTransaction(db, (tx) => collectMedia(tx, scope, now.toISOString(), before));
  for (const store of files?.external ?? []) {
    try {
      await store.deleteUnfinished(now);
      await adoptUnknown(deps, store);
      await markUnused(deps, store);
      await sweepUnused(deps, store, before);
    } catch (error) {
      throw logStoreFailure(deps, store.name, error);
    }
  }
}
