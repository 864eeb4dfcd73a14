import { groups } from '../../contract/entities/define.ts';
import { Refused } from '../../contract/errors.ts';
import type { Change, ChangesReply, Cursors } from '../../contract/sync.ts';
import type { EntityName } from '../../contract/entities/stores.ts';
import type { Caller, RowChange, RowsContext } from '../handlers.ts';
import { ackedOps, entitiesOf, type RevSpan } from './acked.ts';
import { counterOf } from './counter.ts';
import { checkEpoch, CursorAhead } from './epoch.ts';
import { rowSources } from './rows.ts';
import { tablesChangedSince, type ChangedTables } from './changed-tables.ts';

/**
 * Cursors of the requested groups. `limit` is the maximum number of changes, which is exceeded only if a single rev has
 * more.
 */
export interface ChangesQuery extends Cursors {
  limit: number;
  device_id?: string | undefined;
  epoch?: string | undefined;
}

/** A limit that exceeds the number of rows of any single rev. */
const UNLIMITED = 10_000_000;

async function entityChanges(
  context: RowsContext,
  c: EntityName,
  after: number,
  upTo: number,
  limit: number,
): Promise<Change[]> {
  const changes: RowChange<EntityName>[] = await rowSources[c].changed(context, after, upTo, limit);
  return changes.map((change) => ({ c, ...change }));
}

/** Selects the access revocations of the caller in a span, ordered by rev. */
function revocationsIn({ tx, caller }: RowsContext, { group, after, upTo }: RevSpan, offset: number, limit: number) {
  return tx
    .selectFrom('access_revocations')
    .select(['entity', 'entity_id as id', 'rev'])
    .where('scope', '=', caller.scope)
    .where('user_id', '=', caller.user_id)
    .where('entity', 'in', entitiesOf(group))
    .where('rev', '>', after)
    .where('rev', '<=', upTo)
    .orderBy('rev')
    .orderBy('entity')
    .orderBy('entity_id')
    .offset(offset)
    .limit(limit)
    .execute();
}

/**
 * Returns at most `limit` records to which the caller lost access in a span, ordered by rev. Records that the caller
 * can see again are skipped: their rows are among the changes, and unsent writes on them must not be handed over.
 */
async function revokedChanges(context: RowsContext, span: RevSpan, limit: number): Promise<Change[]> {
  const revoked: Change[] = [];
  const pageSize = Math.min(limit, 1_000);
  for (let offset = 0; revoked.length < limit; offset += pageSize) {
    const events = await revocationsIn(context, span, offset, pageSize);
    for (const { entity, id, rev } of events) {
      const c = entity as EntityName;
      const row: unknown = await rowSources[c].one(context, id);
      if (row === null) revoked.push({ c, op: 'gone', id, rev, reason: 'access' });
    }
    if (events.length < pageSize) break;
  }
  return revoked.slice(0, limit);
}

/** A span, and the entities that changed in it. */
interface SpanToRead extends RevSpan {
  changed: ChangedTables;
}

async function changesIn(context: RowsContext, { changed, ...span }: SpanToRead, limit: number): Promise<Change[]> {
  const { group, after, upTo } = span;
  if (entitiesOf(group).length === 0) return [];
  const changes = changed.has('gone') ? await revokedChanges(context, span, limit) : [];
  for (const c of entitiesOf(group))
    if (changed.has(c)) changes.push(...(await entityChanges(context, c, after, upTo, limit)));
  return changes.toSorted((a, b) => a.rev - b.rev);
}

interface GroupPage {
  changes: Change[];
  cursor: number;
  isComplete: boolean;
}

/**
 * [Note: A page never cuts a rev] All rows written by a transaction, or by one unit of a push, have the same rev, and a
 * cursor is a rev. A page must therefore end between two revs; if a single rev has more rows than the limit, the page
 * exceeds it.
 */
async function groupPage(context: RowsContext, span: SpanToRead, limit: number): Promise<GroupPage> {
  const { upTo } = span;
  const changesOfSpan = await changesIn(context, span, limit + 1);
  const firstBeyond = changesOfSpan[limit];
  if (!firstBeyond) return { changes: changesOfSpan, cursor: upTo, isComplete: true };
  const before = changesOfSpan.filter((change) => change.rev < firstBeyond.rev);
  if (before.length > 0) return { changes: before, cursor: firstBeyond.rev - 1, isComplete: false };
  const changes = await changesIn(context, { ...span, after: firstBeyond.rev - 1, upTo: firstBeyond.rev }, UNLIMITED);
  return { changes, cursor: firstBeyond.rev, isComplete: firstBeyond.rev === upTo };
}

/**
 * Throws `cursor_expired` for a cursor that cannot be served: if it is older than the stored tombstones, deletions
 * would be missed; if it is from before the current epoch, which begins at the horizon, it belongs to a history that
 * the database no longer has. Throws `epoch_changed` for a cursor ahead of the counter, which refers to writes that
 * this database has lost.
 *
 * [Note: Roles and cursors] A cursor from before the caller gained or lost a role has expired as well: rows that a new
 * role shows may be older than the cursor, and rows that a lost role showed did not change.
 */
export function checkCursors(query: ChangesQuery, counter: { rev: number; horizon: number }, caller: Caller): void {
  const oldest = Math.max(counter.horizon, caller.user.roles_rev ?? 0);
  for (const group of groups) {
    const cursor = query[group];
    if (cursor === undefined) continue;
    if (cursor > counter.rev) throw new CursorAhead();
    if (cursor < oldest) throw new Refused('cursor_expired');
  }
}

/**
 * Returns what has changed for the caller since the cursors, group by group in fetch order, so that a large later group
 * never delays an earlier group. Call it within one database snapshot (repeatable read). Throws
 * `cursor_expired` or `epoch_changed`.
 */
export async function changesSince(
  context: RowsContext,
  query: ChangesQuery,
  server_time: string,
): Promise<ChangesReply> {
  const counter = await counterOf(context.tx, context.caller.scope);
  checkEpoch(query.epoch, counter.epoch);
  checkCursors(query, counter, context.caller);
  const changes: Change[] = [];
  const cursors: Cursors = {};
  const spans: RevSpan[] = [];
  let has_more = false;
  const outdatedCursors = groups.map((group) => query[group] ?? counter.rev).filter((after) => after < counter.rev);
  const changed =
    outdatedCursors.length > 0 ? await tablesChangedSince(context, Math.min(...outdatedCursors)) : new Set<never>();
  for (const group of groups) {
    const after = query[group];
    if (after === undefined) continue;
    const remaining = query.limit - changes.length;
    cursors[group] = after;
    if (after === counter.rev) continue;
    if (remaining <= 0) {
      has_more = true;
      continue;
    }
    const page = await groupPage(context, { group, after, upTo: counter.rev, changed }, remaining);
    changes.push(...page.changes);
    cursors[group] = page.cursor;
    if (page.isComplete) spans.push({ group, after, upTo: page.cursor });
    else has_more = true;
  }
  const acked = await ackedOps(context, query.device_id, spans);
  return { changes, acked, cursors, epoch: counter.epoch, has_more, server_time };
}
