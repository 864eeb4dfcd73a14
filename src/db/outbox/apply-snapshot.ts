import type { Table } from 'dexie';
import { groups, type Group } from '../../../contract/entities/define.ts';
import { entityNames, isPacked, stores, type EntityName } from '../../../contract/entities/stores.ts';
import { SnapshotReply } from '../../../contract/sync.ts';
import type { PhoneDb } from '../schema/db.ts';
import { clearLastScreens } from '../storage/last-screens.ts';
import { savedMetas, type MetaValues } from '../schema/meta.ts';
import { isOfThisEpoch, saveMetas } from '../schema/sync-meta.ts';
import { packedEntitiesOf, storePacked, unpackGroup } from './pack-rows.ts';
import {
  applyAcked,
  loadEntities,
  parseRow,
  rebuildTransaction,
  type Entities,
  type TouchedRecords,
} from './pulled-rows.ts';
import { applyServerRow, rebuildRow, type Actor, type AnyRow } from './view.ts';

/** The rows of one entity on a page: the ids of all rows, and the valid rows by id. */
interface EntityRows {
  c: EntityName;
  ids: string[];
  rows: Map<string, AnyRow>;
}

/** Parses the rows of a page and groups them by entity. If a row occurs more than once, the newest version is kept. */
function rowsByEntity(definitions: Entities, listed: SnapshotReply['rows']): EntityRows[] {
  const byEntity = new Map<EntityName, EntityRows>();
  for (const { c, id, row } of listed) {
    const entityRows = byEntity.get(c) ?? { c, ids: [], rows: new Map<string, AnyRow>() };
    byEntity.set(c, entityRows);
    entityRows.ids.push(id);
    const parsed = parseRow(definitions, c, row);
    if (parsed && parsed.rev > (entityRows.rows.get(parsed.id)?.rev ?? -1)) entityRows.rows.set(parsed.id, parsed);
  }
  return [...byEntity.values()];
}

/** A page of a snapshot, with its rows by entity if they have been parsed before. */
type SnapshotPage = SnapshotReply & { byEntity?: EntityRows[] };

/** Parses a page and its rows. Returns null if it is not a page. */
export async function parsePage(body: unknown): Promise<SnapshotPage | null> {
  const definitions = await loadEntities();
  const { success, data } = SnapshotReply.safeParse(body);
  return success ? { ...data, byEntity: rowsByEntity(definitions, data.rows) } : null;
}

/**
 * Number of rows that are stored with one call. For more rows, Dexie does not report which keys have changed, only that
 * any of the table's keys may have changed: every live query of the table would run again with each page, and the
 * search would compare all its rows with the database.
 */
const MAX_REPORTED = 49;

/** Stores rows so that live queries are notified of their ids. */
async function putRows(table: Table<AnyRow, string>, rows: readonly AnyRow[]): Promise<void> {
  const parts = Array.from({ length: Math.ceil(rows.length / MAX_REPORTED) }, (_, at) =>
    rows.slice(at * MAX_REPORTED, (at + 1) * MAX_REPORTED),
  );
  await Promise.all(parts.map((part) => table.bulkPut(part)));
}

const copiesOf = (db: PhoneDb, c: EntityName, from = '', to = '\uffff') =>
  db.base.where('[entity+id]').between([c, from], [c, to], true, true).toArray();

/**
 * Stores the rows of one entity, unless newer versions are already stored. Rows with waiting writes are stored one by
 * one and marked as touched. All others are compared and stored together, because storing a row alone takes five
 * database requests.
 */
async function storeRows(db: PhoneDb, { c, rows }: EntityRows, touched: TouchedRecords): Promise<void> {
  const remaining = new Map(rows);
  const ids = [...rows.keys()].toSorted();
  if (ids.length === 0) return;
  const [first, last] = [ids[0]!, ids.at(-1)!];
  const table = db.table<AnyRow, string>(c);
  const [copies, storedIds] = await Promise.all([
    copiesOf(db, c, first, last),
    table.where('id').between(first, last, true, true).primaryKeys(),
  ]);
  for (const { id } of copies) {
    const row = rows.get(id);
    if (!row) continue;
    await applyServerRow(db, c, id, row, row.rev);
    touched.set(`${c}:${id}`, { c, id });
    remaining.delete(id);
  }
  const known = new Set(storedIds.filter((id) => rows.has(id)));
  for (const row of known.size > 0 ? await table.bulkGet([...known]) : [])
    if (row && row.rev >= (rows.get(row.id)?.rev ?? 0)) remaining.delete(row.id);
  const toStore = ids.flatMap((id) => remaining.get(id) ?? []);
  await putRows(
    table,
    toStore.filter(({ id }) => known.has(id)),
  );
  await putRows(
    table,
    await storePacked(
      db,
      c,
      toStore.filter(({ id }) => !known.has(id)),
    ),
  );
}

/** Returns the ids of an entity that the snapshot in progress contains. */
async function seenIdsOf(db: PhoneDb, group: Group, c: EntityName): Promise<Set<string>> {
  const marks = await db.snapshot_seen.where('[group+c+id]').between([group, c, ''], [group, c, '\uffff']).toArray();
  return new Set(marks.flatMap(({ id, ids }) => ids ?? [id]));
}

/** Rows per read, so that the rows of a large group are never in memory at once. */
const READ_CHUNK = 500;

/** Returns those of the given ids whose rows are not newer than the snapshot. */
async function notNewerThan(db: PhoneDb, c: EntityName, ids: readonly string[], as_of: number): Promise<string[]> {
  const outdated: string[] = [];
  for (let from = 0; from < ids.length; from += READ_CHUNK) {
    const rows = await db.table<AnyRow, string>(c).bulkGet(ids.slice(from, from + READ_CHUNK));
    for (const row of rows) if (row && row.rev <= as_of) outdated.push(row.id);
  }
  return outdated;
}

/**
 * Deletes rows that the finished snapshot did not contain. Rows with a higher rev than the snapshot stay, and rows with
 * waiting writes stay until the server has accepted or refused the writes.
 */
async function deleteUnseen(db: PhoneDb, group: Group, as_of: number): Promise<void> {
  for (const c of entityNames) {
    if (stores[c].group !== group) continue;
    const seenIds = await seenIdsOf(db, group, c);
    const baseRows = await copiesOf(db, c);
    const waiting = new Set(baseRows.map(({ id }) => id));
    const table = db.table<AnyRow, string>(c);
    // Compares primary keys and does not load the rows, because the snapshot contains nearly all of them. Packed rows,
    // which an index does not contain, are rows of this snapshot.
    const keys = await (isPacked(c) ? table.orderBy('rev') : table.toCollection()).primaryKeys();
    const unseenIds = keys.filter((id) => !seenIds.has(id) && !waiting.has(id));
    await table.bulkDelete(await notNewerThan(db, c, unseenIds, as_of));
    const unseen = baseRows.filter(({ id, row }) => row !== null && row.rev <= as_of && !seenIds.has(id));
    await db.base.bulkPut(unseen.map((base) => ({ ...base, unseen: true })));
  }
  await clearSeenRows(db, group);
  await clearLastScreens(db);
}

async function clearSeenRows(db: PhoneDb, group: Group): Promise<void> {
  await db.snapshot_seen.where('[group+c+id]').between([group, '', ''], [group, '\uffff', '\uffff']).delete();
}

/** Returns the token of the next page of a group; null for the first page. `running` is the snapshot in progress. */
export const nextSnapshotPage = (running: MetaValues['snapshot'] | undefined, group: Group): string | null =>
  running?.group === group ? running.next : null;

/**
 * Position in a snapshot: the token of the requested page, null for the first page, and the number of rows before that
 * page.
 */
interface Position {
  group: Group;
  asked: string | null;
  done: number;
}

/** Values that are read before a page is stored, and stored with it. */
const pageMetas = ['cursors', 'snapshot', 'epoch', 'mirrored_rows', 'status'] as const;
type PageMetas = Partial<Pick<MetaValues, (typeof pageMetas)[number] | 'windows_trimmed'>>;

/**
 * Returns the row counts of the first mirror after a page: the rows of a group are subtracted from `to_come` when its
 * first page arrives, and added to `fetched` when its last page arrives. Also returns the status with the progress that
 * the user sees: the number of fetched rows and of all rows, over all groups.
 */
function progressAfter(saved: PageMetas, reply: SnapshotReply, { asked, done }: Position): PageMetas {
  const { cursors = {}, status = {}, mirrored_rows = { fetched: 0, to_come: 0 } } = saved;
  const rows = { ...mirrored_rows };
  const isLast = reply.next === null;
  const received = done + reply.rows.length;
  // If another group has a cursor, this is not the first mirror: only this group is fetched again, and no others
  // follow.
  const isFirstMirror =
    reply.total_others !== undefined && groups.slice(1).every((name) => cursors[name] === undefined);
  if (isFirstMirror) {
    rows.fetched = 0;
    rows.to_come = reply.total_others ?? 0;
  } else if (asked === null) rows.to_come = Math.max(0, rows.to_come - reply.total);
  if (isLast) rows.fetched += received;
  const running = isLast ? { done: 0, total: 0 } : { done: received, total: reply.total };
  const total = rows.fetched + running.total + rows.to_come;
  return { mirrored_rows: rows, status: { ...status, first_fetch: { done: rows.fetched + running.done, total } } };
}

/** Returns where the snapshot continues after a page; after its last page, the cursor of the group. */
function positionAfter({ cursors }: PageMetas, reply: SnapshotReply, { group, done }: Position): PageMetas {
  const { next, as_of, total } = reply;
  if (next !== null) return { snapshot: { group, next, as_of, done: done + reply.rows.length, total } };
  return { cursors: { ...cursors, [group]: reply.cursor ?? as_of }, snapshot: null, windows_trimmed: false };
}

/** Returns the tables that the transaction of a page must lock. Screens can read all other tables while it runs. */
function tablesOf(db: PhoneDb, group: Group, reply: SnapshotReply, rows: readonly EntityRows[], asked: string | null) {
  if (reply.next === null || reply.acked.length > 0) return db.tables;
  const locked = new Set([...rows.map(({ c }) => c), ...(asked === null ? packedEntitiesOf(group) : [])]);
  return [...[...locked].map((c) => db.table(c)), db.segments, db.outbox, db.base, db.meta, db.snapshot_seen];
}

/**
 * Applies one page of a snapshot and stores the token of the next page in one transaction. The last page deletes rows
 * that the snapshot did not contain, except those with unsent writes, and sets the group's cursor. `asked` is the token
 * with which the page was requested, null for the first page. Returns false, and writes nothing, if another tab has
 * already applied that page or has started a new epoch.
 */
export async function applySnapshot(
  db: PhoneDb,
  group: Group,
  reply: SnapshotPage,
  asked: string | null,
  actor: Actor,
  epoch?: string,
): Promise<boolean> {
  const rows = reply.byEntity ?? rowsByEntity(await loadEntities(), reply.rows);
  return rebuildTransaction(db, tablesOf(db, group, reply, rows, asked), async () => {
    const saved: PageMetas = await savedMetas(db, ...pageMetas);
    const { cursors, snapshot } = saved;
    if (cursors?.[group] !== undefined || nextSnapshotPage(snapshot, group) !== asked) return false;
    if (!(await isOfThisEpoch(db, epoch, reply.epoch, saved))) return false;
    if (asked === null) {
      await clearSeenRows(db, group);
      await unpackGroup(db, group);
    }
    const touched: TouchedRecords = new Map();
    const marks = rows.map(({ c, ids }) => ({ group, c, id: ids[0]!, ids }));
    await Promise.all([...rows.map((each) => storeRows(db, each, touched)), db.snapshot_seen.bulkPut(marks)]);
    await applyAcked(db, reply.acked, reply.server_time, touched, actor);
    for (const { c, id } of touched.values()) await rebuildRow(db, c, id, actor);
    if (reply.next === null) await deleteUnseen(db, group, reply.as_of);
    const from = { group, asked, done: asked === null ? 0 : (snapshot?.done ?? 0) };
    await saveMetas(db, { ...positionAfter(saved, reply, from), ...progressAfter(saved, reply, from) });
    return true;
  });
}
