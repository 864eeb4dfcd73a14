import { sql, type RawBuilder } from 'kysely';
import type { AuditLine, AuditQuery } from '../../../contract/api-calls/admin.ts';
import { Refused } from '../../../contract/errors.ts';
import { Id, Instant } from '../../../contract/fields.ts';
import type { AuditOrder } from '../../../contract/table-orders.ts';
import { z } from '../../../contract/zod.ts';
import type { RowsContext } from '../../handlers.ts';
import { personName } from '../contacts/person.ts';

/** Time, id and action of the last line of a page. */
const Position = z.tuple([Instant, Id, z.string()]);
type Position = z.infer<typeof Position>;

const encodePosition = (position: Position): string => Buffer.from(JSON.stringify(position)).toString('base64url');

/** Parses a cursor. Throws `invalid` if it is malformed. */
function parsePosition(cursor: string): Position {
  try {
    const parsed = Position.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    if (parsed.success) return parsed.data;
  } catch {
    // Invalid JSON gets the same refusal as an invalid position.
  }
  throw new Refused('invalid', { cursor: 'invalid' });
}

/** Selects the lines that match a query, without a limit. */
function selectMatching({ tx, caller }: RowsContext, { action, actor_id, target_id, from, until }: AuditQuery) {
  return tx
    .selectFrom('audit_log as a')
    .leftJoin('users as w', (join) => join.onRef('w.scope', '=', 'a.scope').onRef('w.id', '=', 'a.actor_id'))
    .leftJoin('users as t', (join) => join.onRef('t.scope', '=', 'a.scope').onRef('t.id', '=', 'a.target_id'))
    .where('a.scope', '=', caller.scope)
    .$if(action !== undefined, (query) => query.where('a.action', '=', action ?? ''))
    .$if(actor_id !== undefined, (query) => query.where('a.actor_id', '=', actor_id?.toLowerCase() ?? ''))
    .$if(target_id !== undefined, (query) => query.where('a.target_id', '=', target_id?.toLowerCase() ?? ''))
    .$if(from !== undefined, (query) => query.where('a.at', '>=', from ?? ''))
    .$if(until !== undefined, (query) => query.where('a.at', '<', until ?? ''));
}

/**
 * SQL condition for the lines after a position in the given order. The first condition on the action lets the index
 * skip the earlier actions.
 */
function isAfter(order: AuditOrder, [at, id, action]: Position): RawBuilder<boolean> {
  const isOlder = sql<boolean>`(a.at, a.id) < (${at}::timestamptz, ${id})`;
  if (order === 'at') return sql`(a.at, a.id) > (${at}::timestamptz, ${id})`;
  if (order === '-at') return isOlder;
  const next = sql.raw(order === 'action' ? '>' : '<');
  return sql`(a.action ${next}= ${action} and (a.action ${next} ${action} or ${isOlder}))`;
}

/**
 * Returns a page of the audit log in the requested order. A page begins after the last line of the previous page, so
 * that lines written in the meantime do not move lines to another page. Throws `invalid` for a malformed cursor.
 */
export async function readAuditPage(
  context: RowsContext,
  query: AuditQuery,
): Promise<{ results: AuditLine[]; next: string | null }> {
  const { page_size, cursor, order } = query;
  const after = cursor === undefined ? null : parsePosition(cursor);
  const rows = await selectMatching(context, query)
    .select(['a.id', 'a.at', 'a.action', 'a.actor_id', 'a.target_id', 'a.ip', 'a.detail'])
    .select([personName('w').as('actor_name'), personName('t').as('target_name')])
    .$if(after !== null, (lines) => lines.where(isAfter(order, after!)))
    .$if(order.endsWith('action'), (lines) => lines.orderBy('a.action', order === 'action' ? 'asc' : 'desc'))
    .orderBy('a.at', order === 'at' ? 'asc' : 'desc')
    .orderBy('a.id', order === 'at' ? 'asc' : 'desc')
    .limit(page_size + 1)
    .execute();
  const results = rows.slice(0, page_size);
  const last = results.at(-1);
  return { results, next: last && rows.length > page_size ? encodePosition([last.at, last.id, last.action]) : null };
}
