import { groups, type Entity } from '../../../contract/entities/define.ts';
import { entityNames, type EntityName } from '../../../contract/entities/stores.ts';
import type { Change, ChangesReply, Cursors } from '../../../contract/sync.ts';
import type { PhoneDb } from '../schema/db.ts';
import { entityTables } from '../schema/entity-tables.ts';
import type { Entry } from './entry.ts';
import { saveMeta, savedMeta } from '../schema/meta.ts';
import { isOfThisEpoch } from '../schema/sync-meta.ts';
import { clearLastScreens } from '../storage/last-screens.ts';
import type { OutboxDeps } from './outbox.ts';
import {
  applyAcked,
  loadEntities,
  parseRow,
  rebuildTransaction,
  type Entities,
  type TouchedRecords,
} from './pulled-rows.ts';
import { entriesOf, rebuildRow, applyServerRow, type AnyRow } from './view.ts';
import { dropSurplus, hasWindowedRows } from './windows.ts';

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

/** Offers unsent writes of a lost record to its new owner. Returns the op ids of the offers. */
type OfferUnsentWork = (entries: readonly Entry[]) => Promise<string[]>;

/**
 * Loads the handover code if the page reports lost access to a record. Call before the transaction, because awaiting an
 * import inside the transaction would end it.
 */
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
 * Removes a record to which access was lost, together with its children, and queues offers of its unsent work. Returns
 * the number of offers.
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

const sameCursors = (a: Cursors, b: Cursors) =>
  (['p0', 'p1', 'p2', 'p3'] as const).every((group) => a[group] === b[group]);

/**
 * Result of applying a page. `outdated`: nothing was written, because another tab has moved the cursors or started a
 * new epoch since the request. `offered`: the page was applied, and unsent work on records to which access was lost was
 * queued as offers to the new owners.
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
    for (const { c, id } of touched.values()) await rebuildRow(db, c, id, deps.actor);
    if (reply.changes.some(({ op }) => op !== 'put')) await clearLastScreens(db);
    if (hasWindowedRows(reply.changes)) await saveMeta(db, 'windows_trimmed', false);
    if (!reply.has_more)
      await dropSurplus(
        db,
        groups.filter((group) => reply.cursors[group] !== undefined),
      );
    const reached = { ...cursors, ...reply.cursors };
    if (!sameCursors(cursors, reached)) await saveMeta(db, 'cursors', reached);
    return offers > 0 ? 'offered' : 'applied';
  });
}
