import { groups, type Group } from '../../contract/entities/define.ts';
import { entityNames } from '../../contract/entities/stores.ts';
import { Refused } from '../../contract/errors.ts';
import { Id } from '../../contract/fields.ts';
import type { SnapshotReply } from '../../contract/sync.ts';
import { z } from '../../contract/zod.ts';
import type { RowsContext } from '../handlers.ts';
import { ackedOps, entitiesOf } from './acked.ts';
import { counterOf } from './counter.ts';
import { checkEpoch, CursorAhead } from './epoch.ts';
import { rowSources } from './rows.ts';

/** `page` is the page token; absent for the first page. */
export interface SnapshotQuery {
  group: Group;
  page?: string | undefined;
  limit: number;
  device_id?: string | undefined;
  epoch?: string | undefined;
}

const Rev = z.int().check(z.gte(0));

/**
 * Position of the next page, and values that the first page determined for all pages. The token grants no access,
 * because each page applies the access filters again.
 */
const PageToken = z.strictObject({
  group: z.enum(groups),
  c: z.enum(entityNames),
  after: z.nullable(Id),
  as_of: Rev,
  total: Rev,
});
type PageToken = z.infer<typeof PageToken>;

const encodeToken = (token: PageToken): string => Buffer.from(JSON.stringify(token)).toString('base64url');

function parseToken(token: string, group: Group): PageToken {
  const invalid = new Refused('invalid', { page: 'invalid' });
  let content: unknown;
  try {
    content = JSON.parse(Buffer.from(token, 'base64url').toString());
  } catch {
    throw invalid;
  }
  const parsed = PageToken.safeParse(content);
  if (!parsed.success || parsed.data.group !== group || !entitiesOf(group).includes(parsed.data.c)) throw invalid;
  return parsed.data;
}

async function countRows(context: RowsContext, group: Group): Promise<number> {
  let total = 0;
  for (const c of entitiesOf(group)) total += await rowSources[c].count(context);
  return total;
}

/** Counts the rows of the groups that a first sync fetches after the first group. */
async function countOthers(context: RowsContext): Promise<number> {
  let total = 0;
  for (const group of groups.slice(1)) total += await countRows(context, group);
  return total;
}

/** Position within a group. `total` is absent until it is counted, which happens only if there is a second page. */
type Position = Omit<PageToken, 'total'> & { total?: number };

function firstPosition(group: Group, as_of: number): Position | null {
  const [c] = entitiesOf(group);
  return c ? { group, c, after: null, as_of } : null;
}

/** Fills a page starting from a position, entity by entity. `next` is null at the end of the group. */
async function fillPage(
  context: RowsContext,
  from: Position,
  limit: number,
): Promise<{ rows: SnapshotReply['rows']; next: Position | null }> {
  const rows: SnapshotReply['rows'] = [];
  const order = entitiesOf(from.group);
  let after = from.after;
  for (const c of order.slice(order.indexOf(from.c))) {
    const remaining = limit - rows.length;
    const pageRows: { id: string; rev: number }[] = await rowSources[c].page(context, after, remaining);
    rows.push(...pageRows.map((row) => ({ c, id: row.id, rev: row.rev, row })));
    const last = pageRows.at(-1);
    if (last && pageRows.length === remaining) return { rows, next: { ...from, c, after: last.id } };
    after = null;
  }
  return { rows, next: null };
}

/**
 * Returns one page of all rows in a group. Rows may be newer than `as_of`; changes after `as_of` are pulled again with
 * the cursor. Throws `invalid` for a malformed page token, and `cursor_expired` or `epoch_changed` for a token that was
 * issued before the server was restored from a backup, or before the caller's roles changed.
 */
export async function snapshotPage(
  context: RowsContext,
  query: SnapshotQuery,
  server_time: string,
): Promise<SnapshotReply> {
  const { group } = query;
  const counter = await counterOf(context.tx, context.caller.scope);
  checkEpoch(query.epoch, counter.epoch);
  const position = query.page === undefined ? firstPosition(group, counter.rev) : parseToken(query.page, group);
  const as_of = position?.as_of ?? counter.rev;
  if (as_of > counter.rev) throw new CursorAhead();
  // See: [Note: Roles and cursors].
  const oldest = Math.max(counter.horizon, context.caller.user.roles_rev ?? 0);
  if (as_of < oldest) throw new Refused('cursor_expired');
  const { rows, next } = position ? await fillPage(context, position, query.limit) : { rows: [], next: null };
  const isLast = next === null;
  // A group that fits into one page need not be counted.
  const total = position?.total ?? (isLast ? rows.length : await countRows(context, group));
  const isStart = query.page === undefined && group === groups[0];
  const acked = isLast ? await ackedOps(context, query.device_id, [{ group, after: -1, upTo: as_of }]) : [];
  return {
    rows,
    acked,
    as_of,
    next: next && encodeToken({ ...next, total }),
    cursor: isLast ? as_of : null,
    epoch: counter.epoch,
    total,
    ...(isStart && { total_others: await countOthers(context) }),
    server_time,
  };
}
