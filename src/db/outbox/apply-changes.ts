import type { Table } from 'dexie';
import type { entities } from '../../../contract/entities/index.ts';
import { entityNames, stores, type EntityName } from '../../../contract/entities/stores.ts';
import type { Change, ChangesReply, Cursors, SnapshotReply } from '../../../contract/sync.ts';
import { groups, type Entity, type Group } from '../../../contract/entities/define.ts';
import { log } from '../../lib/log.ts';
import { entityTables, type PhoneDb } from '../schema/db.ts';
import type { Entry } from './entry.ts';
import { isOfThisEpoch, saveMeta, savedMeta } from '../schema/meta.ts';
import { acknowledge } from './acknowledge.ts';
import type { OutboxDeps } from './outbox.ts';
import { withWrites } from './write-registry.ts';
import { entriesOf, rebuild, applyServerRow, type Actor, type AnyRow } from './view.ts';
import { dropSurplus } from './windows.ts';

type TouchedRecords = Map<string, { c: EntityName; id: string }>;
type Entities = typeof entities;

/**
 * Loads the entity schemas when the first page with rows arrives. Must run before the transaction, since only database
 * calls may be awaited inside one.
 */
const loadEntities = async (): Promise<Entities> => (await import('../../../contract/entities/index.ts')).entities;

/** Parses a row; an invalid row is logged and skipped, so that it does not block the others. */
function parseRow(definitions: Entities, c: EntityName, row: unknown): AnyRow | undefined {
  const parsed = definitions[c].schema.safeParse(row);
  if (parsed.success) return parsed.data;
  log.warn('a row did not parse', `${c} ${parsed.error.issues[0]?.path.join('.') ?? ''}`);
  return undefined;
}

/**
 * Returns the child rows of a record. The contract's `parents` name the fields that refer to a parent; each such field
 * is the first part of an index.
 */
async function childrenOf(
  db: PhoneDb,
  definitions: Entities,
  parent: EntityName,
  id: string,
): Promise<{ c: EntityName; id: string }[]> {
  const children: { c: EntityName; id: string }[] = [];
  for (const c of entityNames) {
    const links = (definitions[c] as Entity).parents?.filter((link) => link.entity === parent) ?? [];
    for (const { key } of links) {
      const ids = await db.table<AnyRow, string>(c).where(key).equals(id).primaryKeys();
      children.push(...ids.map((child) => ({ c, id: child })));
    }
  }
  return children;
}

/**
 * Offers the unsent writes of a record to its new owner after access to it was lost. Returns the op ids of the offers.
 */
type OfferUnsentWork = (entries: readonly Entry[]) => Promise<string[]>;

/** Loads the handover code before the transaction, and only if the page reports lost access to a record. */
async function loadOfferUnsentWork(
  db: PhoneDb,
  changes: readonly Change[],
  deps: OutboxDeps,
): Promise<OfferUnsentWork> {
  if (!changes.some(({ op }) => op === 'gone')) return async () => [];
  const { offerUnsentWork: offer } = await import('./handover.ts');
  return (entries) => offer(db, entries, deps);
}

/**
 * Removes a record to which access was lost, together with its children. Returns the number of offers of unsent work
 * that it queued.
 */
async function applyAccessLoss(
  db: PhoneDb,
  definitions: Entities,
  { c, id }: Change,
  touched: TouchedRecords,
  offerUnsentWork: OfferUnsentWork,
): Promise<number> {
  let offers = 0;
  for (const row of [...(await childrenOf(db, definitions, c, id)), { c, id }]) {
    offers += (await offerUnsentWork(await entriesOf(db, row.c, row.id))).length;
    await applyServerRow(db, row.c, row.id, null, Number.MAX_SAFE_INTEGER);
    touched.set(`${row.c}:${row.id}`, row);
  }
  return offers;
}

async function applyChange(db: PhoneDb, definitions: Entities, change: Change, touched: TouchedRecords): Promise<void> {
  const { c, id, rev } = change;
  if (change.op === 'put') {
    const row = parseRow(definitions, c, change.row);
    if (!row) return;
    await applyServerRow(db, c, id, row, rev);
  } else {
    await applyServerRow(db, c, id, null, rev);
  }
  touched.set(`${c}:${id}`, { c, id });
}

/**
 * Acknowledges ops whose effect the new rows already contain, although the responses to their push were lost. If they
 * stayed in the outbox, they would be applied on top of these rows a second time.
 */
async function applyAcked(
  db: PhoneDb,
  acked: readonly string[],
  server_time: string,
  touched: TouchedRecords,
  actor: Actor,
): Promise<void> {
  if (acked.length === 0) return;
  const entries = await db.outbox.where('op_id').anyOf(acked).sortBy('seq');
  for (const entry of entries) {
    await acknowledge(db, entry, { server_time, rev: 0 }, actor);
    touched.set(entry.lane, { c: entry.entity, id: entry.entity_id });
  }
}

/** Runs a transaction over these tables, which may rebuild rows that have waiting writes. */
async function rebuildTransaction<T>(db: PhoneDb, tables: Table[], run: () => Promise<T>): Promise<T> {
  return withWrites((await db.outbox.count()) > 0, () => db.transaction('rw', tables, run));
}

const sameCursors = (a: Cursors, b: Cursors) =>
  (['p0', 'p1', 'p2', 'p3'] as const).every((group) => a[group] === b[group]);

/**
 * Result of applying a page. `outdated`: nothing was written, because another tab has moved the cursors or left the
 * epoch since the request. `offered`: the page was applied, and it queued offers of unsent work on records to which
 * access was lost.
 */
export type PageOutcome = 'outdated' | 'applied' | 'offered';

/** Applies one page of changes and its cursors in one transaction. `asked` are the cursors of the request. */
export async function applyChanges(
  db: PhoneDb,
  { epoch, ...asked }: Cursors & { epoch?: string | undefined },
  reply: ChangesReply,
  deps: OutboxDeps,
): Promise<PageOutcome> {
  const offerUnsentWork = await loadOfferUnsentWork(db, reply.changes, deps);
  const entitySchemas = reply.changes.length > 0 ? await loadEntities() : null;
  const tables = [...entityTables(db), db.outbox, db.base, db.history, db.meta];
  return rebuildTransaction(db, tables, async () => {
    const cursors = (await savedMeta(db, 'cursors')) ?? {};
    if (!sameCursors(cursors, asked) || !(await isOfThisEpoch(db, epoch, reply.epoch))) return 'outdated';
    const touched: TouchedRecords = new Map();
    let offers = 0;
    if (entitySchemas) {
      for (const change of reply.changes) {
        if (change.op === 'gone') offers += await applyAccessLoss(db, entitySchemas, change, touched, offerUnsentWork);
        else await applyChange(db, entitySchemas, change, touched);
      }
    }
    await applyAcked(db, reply.acked, reply.server_time, touched, deps.actor);
    for (const { c, id } of touched.values()) await rebuild(db, c, id, deps.actor);
    if (!reply.has_more) await dropSurplus(db);
    await saveMeta(db, 'cursors', { ...cursors, ...reply.cursors });
    return offers > 0 ? 'offered' : 'applied';
  });
}

/**
 * Deletes rows that the finished snapshot did not contain. Rows with a higher rev than the snapshot stay, and rows with
 * waiting writes stay until the server has accepted or refused these.
 */
async function deleteUnseen(db: PhoneDb, group: Group, as_of: number): Promise<void> {
  for (const c of entityNames) {
    if (stores[c].group !== group) continue;
    const localIds: string[] = [];
    await db.table(c).each((row: AnyRow) => row.rev <= as_of && localIds.push(row.id));
    const seenIds = new Set(
      (await db.snapshot_seen.where('[group+c+id]').between([group, c, ''], [group, c, '\uffff']).toArray()).map(
        ({ id }) => id,
      ),
    );
    const baseRows = await db.base.where('[entity+id]').between([c, ''], [c, '\uffff']).toArray();
    const waiting = new Set(baseRows.map(({ id }) => id));
    await db.table(c).bulkDelete(localIds.filter((id) => !seenIds.has(id) && !waiting.has(id)));
    const unseen = baseRows.filter(({ id, row }) => row !== null && row.rev <= as_of && !seenIds.has(id));
    await db.base.bulkPut(unseen.map((base) => ({ ...base, unseen: true })));
  }
  await clearSeenRows(db, group);
}

async function clearSeenRows(db: PhoneDb, group: Group): Promise<void> {
  await db.snapshot_seen.where('[group+c+id]').between([group, '', ''], [group, '\uffff', '\uffff']).delete();
}

/** Returns the token of the next snapshot page of a group; null for the first page. */
export async function nextSnapshotPage(db: PhoneDb, group: Group): Promise<string | null> {
  const running = await savedMeta(db, 'snapshot');
  return running?.group === group ? running.next : null;
}

/**
 * Updates the row counts of the first mirror: the rows of a group are subtracted from `to_come` when its first page
 * arrives, and added to `fetched` when its last page arrives.
 */
async function countMirrored(db: PhoneDb, reply: SnapshotReply, begins: boolean, ended: number): Promise<void> {
  const rows = (await savedMeta(db, 'mirrored_rows')) ?? { fetched: 0, to_come: 0 };
  const others = (await savedMeta(db, 'cursors')) ?? {};
  // If other groups have cursors, only this group is fetched again, and no other groups follow.
  const isFirstMirror = reply.total_others !== undefined && groups.slice(1).every((name) => others[name] === undefined);
  if (isFirstMirror) {
    rows.fetched = 0;
    rows.to_come = reply.total_others ?? 0;
  } else if (begins) rows.to_come = Math.max(0, rows.to_come - reply.total);
  rows.fetched += ended;
  await saveMeta(db, 'mirrored_rows', rows);
}

/**
 * Applies one page of a snapshot and stores the token of the next page in one transaction. The last page deletes rows
 * that the snapshot did not contain, except those with unsent writes, and sets the group's cursor. `asked` is the token
 * with which the page was requested, null for the first page. Returns false, and writes nothing, if another tab has
 * already applied that page or has left the epoch.
 */
export async function applySnapshot(
  db: PhoneDb,
  group: Group,
  reply: SnapshotReply,
  asked: string | null,
  actor: Actor,
  epoch?: string,
): Promise<boolean> {
  const entitySchemas = await loadEntities();
  return rebuildTransaction(db, db.tables, async () => {
    const cursor = (await savedMeta(db, 'cursors'))?.[group];
    if (cursor !== undefined || (await nextSnapshotPage(db, group)) !== asked) return false;
    if (!(await isOfThisEpoch(db, epoch, reply.epoch))) return false;
    const done = asked === null ? 0 : ((await savedMeta(db, 'snapshot'))?.done ?? 0);
    if (asked === null) await clearSeenRows(db, group);
    const touched: TouchedRecords = new Map();
    for (const { c, id, rev, row } of reply.rows) {
      await applyChange(db, entitySchemas, { c, op: 'put', id, rev, row }, touched);
      await db.snapshot_seen.put({ group, c, id });
    }
    await applyAcked(db, reply.acked, reply.server_time, touched, actor);
    for (const { c, id } of touched.values()) await rebuild(db, c, id, actor);
    const last = reply.next === null;
    if (last) {
      await deleteUnseen(db, group, reply.as_of);
      const cursors = (await savedMeta(db, 'cursors')) ?? {};
      await saveMeta(db, 'cursors', { ...cursors, [group]: reply.cursor ?? reply.as_of });
    }
    const received = done + reply.rows.length;
    await saveMeta(
      db,
      'snapshot',
      last ? null : { group, next: reply.next, as_of: reply.as_of, done: received, total: reply.total },
    );
    await countMirrored(db, reply, asked === null, last ? received : 0);
    return true;
  });
}
