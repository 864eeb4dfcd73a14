import { sql } from 'kysely';
import type { CallBody } from '../../../contract/api-calls/index.ts';
import type { TicketSummary } from '../../../contract/api-calls/staff-tickets.ts';
import type { RowsContext } from '../../handlers.ts';
import { containsPattern, countColumns, type PageResult, type PageSpan } from '../../http/paging.ts';
import { staffTickets, ticketSummaries } from './staff-repository.ts';
import { isTicketUnassigned, isTicketVisible } from './staff-visible.ts';

type Filter = CallBody<'tickets.list'> & { search: string | undefined };

/** The next due time: that of the first reply while no one has replied, afterwards that of the resolution. */
const nextDue = sql`case when t.first_answered_at is null then t.first_response_due
  when t.waiting_since is null then t.resolve_due end`;

function matchesFilterSql({ caller }: RowsContext, { state, type, priority, mine, free, search }: Filter) {
  const pattern = containsPattern(search);
  const parts = [
    state && sql`t.state = ${state}`,
    type && sql`t.type = ${type}`,
    priority && sql`t.priority = ${priority}`,
    mine && sql`t.responsible_id = ${caller.user_id}`,
    free && isTicketUnassigned(caller, 't'),
    pattern !== null && sql`(t.subject ilike ${pattern} or t.number::text = ${search?.trim() ?? ''})`,
  ].filter((part) => part !== undefined && part !== false);
  return sql<boolean>`(${sql.join([sql`true`, ...parts], sql` and `)})`;
}

/** Lists the tickets visible to an employee, most urgent first. */
export async function listStaffTickets(
  context: RowsContext,
  filter: Filter,
  { offset, limit }: PageSpan,
): Promise<PageResult<TicketSummary>> {
  const matches = matchesFilterSql(context, filter);
  const rows = await ticketSummaries(context)
    .where(matches)
    .orderBy(sql`(t.closed_at is not null)`)
    .orderBy(sql`${nextDue} nulls last`)
    .orderBy('t.id')
    .offset(offset)
    .limit(limit)
    .execute();
  const counts = await staffTickets(context)
    .where('t.deleted_at', 'is', null)
    .where(isTicketVisible(context.caller, 't'))
    .select(countColumns(matches))
    .executeTakeFirstOrThrow();
  return { rows: rows as TicketSummary[], ...counts };
}
