import { groups, type Group } from '../../contract/entities/define.ts';
import { entityNames } from '../../contract/entities/stores.ts';
import { Refused } from '../../contract/errors.ts';
import { Id } from '../../contract/fields.ts';
import type { SnapshotReply } from '../../contract/sync.ts';
import { z } from '../../contract/zod.ts';
import type { RowsContext } from '../handlers.ts';
import { ackedOps, entitiesOf } from './acked.ts';
import { counterOf } from './counter.ts';
import { rowSources } from './rows.ts';

export interface SnapshotAsked {
  group: Group;
  page?: string | undefined;
  limit: number;
  device_id?: string | undefined;
}

const Rev = z.int().check(z.gte(0));

/** Where to go on: the entity, the id after which, and what the first page fixed. It grants nothing: rows are filtered anew. */
const PageToken = z.strictObject({
  group: z.enum(groups),
  c: z.enum(entityNames),
  after: z.nullable(Id),
  as_of: Rev,
  total: Rev,
});
type PageToken = z.infer<typeof PageToken>;

const encodeToken = (place: PageToken): string => Buffer.from(JSON.stringify(place)).toString('base64url');

function parseToken(token: string, group: Group): PageToken {
  const invalid = new Refused('invalid', { page: 'invalid' });
  let content: unknown;
  try {
    content = JSON.parse(Buffer.from(token, 'base64url').toString());
  } catch {
    throw invalid;
  }
  const place = PageToken.safeParse(content);
  if (!place.success || place.data.group !== group || !entitiesOf(group).includes(place.data.c)) throw invalid;
  return place.data;
}

async function totalOf(context: RowsContext, group: Group): Promise<number> {
  let total = 0;
  for (const c of entitiesOf(group)) total += await rowSources[c].count(context);
  return total;
}

/** A place on the way through a group; how many rows it has is counted when a second page is needed. */
type Position = Omit<PageToken, 'total'> & { total?: number };

function firstPosition(group: Group, as_of: number): Position | null {
  const [c] = entitiesOf(group);
  return c ? { group, c, after: null, as_of } : null;
}

/** Fills a page from the place on, entity after entity. `next` is null when nothing is left. */
async function fillPage(
  context: RowsContext,
  from: Position,
  limit: number,
): Promise<{ rows: SnapshotReply['rows']; next: Position | null }> {
  const rows: SnapshotReply['rows'] = [];
  const order = entitiesOf(from.group);
  let after = from.after;
  for (const c of order.slice(order.indexOf(from.c))) {
    const wanted = limit - rows.length;
    const found: { id: string; rev: number }[] = await rowSources[c].page(context, after, wanted);
    rows.push(...found.map((row) => ({ c, id: row.id, rev: row.rev, row })));
    const last = found.at(-1);
    if (last && found.length === wanted) return { rows, next: { ...from, c, after: last.id } };
    after = null;
  }
  return { rows, next: null };
}

/**
 * One page of a whole group. Rows may be newer than `as_of`; what changed after it comes again by the cursor. Throws
 * `invalid` for a page token that is not ours, `cursor_expired` for one of a server since restored.
 */
export async function snapshotPage(
  context: RowsContext,
  asked: SnapshotAsked,
  server_time: string,
): Promise<SnapshotReply> {
  const { group } = asked;
  const counter = await counterOf(context.tx, context.caller.scope);
  const place = asked.page === undefined ? firstPosition(group, counter.rev) : parseToken(asked.page, group);
  const as_of = place?.as_of ?? counter.rev;
  if (as_of > counter.rev) throw new Refused('cursor_expired');
  const { rows, next } = place ? await fillPage(context, place, asked.limit) : { rows: [], next: null };
  const isLast = next === null;
  // What fits into one page needs no counting.
  const total = place?.total ?? (isLast ? rows.length : await totalOf(context, group));
  const acked = isLast ? await ackedOps(context, asked.device_id, [{ group, after: -1, upTo: as_of }]) : [];
  return {
    rows,
    acked,
    as_of,
    next: next && encodeToken({ ...next, total }),
    cursor: isLast ? as_of : null,
    total,
    server_time,
  };
}
