import { groups } from '../../contract/entities/define.ts';
import { Refused } from '../../contract/errors.ts';
import type { Change, ChangesReply, Cursors } from '../../contract/sync.ts';
import type { EntityName } from '../../contract/entities/stores.ts';
import type { RowChange, RowsContext } from '../handlers.ts';
import { ackedOps, entitiesOf, type Span } from './acked.ts';
import { counterOf } from './counter.ts';
import { rowSources } from './rows.ts';
import { changedSince, type ChangedTables } from './changed-tables.ts';

export interface ChangesAsked extends Cursors {
  limit: number;
  device_id?: string | undefined;
}

/** More rows than any one transaction writes. */
const ALL = 10_000_000;

async function entityChanges(
  context: RowsContext,
  c: EntityName,
  after: number,
  upTo: number,
  limit: number,
): Promise<Change[]> {
  const found: RowChange<EntityName>[] = await rowSources[c].changed(context, after, upTo, limit);
  return found.map((change) => ({ c, ...change }));
}

/** Losses of the caller in a span, by rev: `limit` of them after the first `offset`. */
function losses({ tx, caller }: RowsContext, { group, after, upTo }: Span, offset: number, limit: number) {
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
 * What left the caller's sight in a span, by rev, at most `limit`. A record that came back is left out: its row is
 * among the changes, and what its phone has not sent yet must not be given away.
 */
async function goneChanges(context: RowsContext, span: Span, limit: number): Promise<Change[]> {
  const found: Change[] = [];
  const some = Math.min(limit, 1_000);
  for (let offset = 0; found.length < limit; offset += some) {
    const events = await losses(context, span, offset, some);
    for (const { entity, id, rev } of events) {
      const c = entity as EntityName;
      const row: unknown = await rowSources[c].one(context, id);
      if (row === null) found.push({ c, op: 'gone', id, rev, reason: 'access' });
    }
    if (events.length < some) break;
  }
  return found.slice(0, limit);
}

/** A span, and what in it is worth a query. */
interface Look extends Span {
  touched: ChangedTables;
}

async function merged(context: RowsContext, { touched, ...span }: Look, limit: number): Promise<Change[]> {
  const { group, after, upTo } = span;
  if (entitiesOf(group).length === 0) return [];
  const found = touched.has('gone') ? await goneChanges(context, span, limit) : [];
  for (const c of entitiesOf(group))
    if (touched.has(c)) found.push(...(await entityChanges(context, c, after, upTo, limit)));
  return found.toSorted((a, b) => a.rev - b.rev);
}

interface GroupPage {
  changes: Change[];
  cursor: number;
  whole: boolean;
}

/**
 * [Note: A page never cuts a rev] Rows of one transaction share a rev, and a cursor is a rev: a page ends between two
 * revs, and grows beyond the limit when a single one is larger than it.
 */
async function groupPage(context: RowsContext, look: Look, limit: number): Promise<GroupPage> {
  const { upTo } = look;
  const found = await merged(context, look, limit + 1);
  const beyond = found[limit];
  if (!beyond) return { changes: found, cursor: upTo, whole: true };
  const before = found.filter((change) => change.rev < beyond.rev);
  if (before.length > 0) return { changes: before, cursor: beyond.rev - 1, whole: false };
  const changes = await merged(context, { ...look, after: beyond.rev - 1, upTo: beyond.rev }, ALL);
  return { changes, cursor: beyond.rev, whole: beyond.rev === upTo };
}

/** A cursor older than the kept tombstones misses deletions; one ahead of the counter knew a server since restored. */
function checkCursors(asked: ChangesAsked, counter: { rev: number; horizon: number }): void {
  for (const group of groups) {
    const cursor = asked[group];
    if (cursor !== undefined && (cursor < counter.horizon || cursor > counter.rev)) throw new Refused('cursor_expired');
  }
}

/**
 * What changed for the caller since the cursors, group by group in their order: a slow later group never holds up an
 * earlier one. To be called in one snapshot of the database (repeatable read). Throws `cursor_expired`.
 */
export async function changesSince(
  context: RowsContext,
  asked: ChangesAsked,
  server_time: string,
): Promise<ChangesReply> {
  const counter = await counterOf(context.tx, context.caller.scope);
  checkCursors(asked, counter);
  const changes: Change[] = [];
  const cursors: Cursors = {};
  const spans: Span[] = [];
  let has_more = false;
  const behind = groups.map((group) => asked[group] ?? counter.rev).filter((after) => after < counter.rev);
  const touched = behind.length > 0 ? await changedSince(context, Math.min(...behind)) : new Set<never>();
  for (const group of groups) {
    const after = asked[group];
    if (after === undefined) continue;
    const left = asked.limit - changes.length;
    cursors[group] = after;
    if (after === counter.rev) continue;
    if (left <= 0) {
      has_more = true;
      continue;
    }
    const page = await groupPage(context, { group, after, upTo: counter.rev, touched }, left);
    changes.push(...page.changes);
    cursors[group] = page.cursor;
    if (page.whole) spans.push({ group, after, upTo: page.cursor });
    else has_more = true;
  }
  const acked = await ackedOps(context, asked.device_id, spans);
  return { changes, acked, cursors, has_more, server_time };
}
