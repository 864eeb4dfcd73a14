import { sql } from 'kysely';
import type { FlowStats } from '../../../contract/entities/flow-stats.ts';
import { inRevRange } from '../../db/rev-range.ts';
import type { RowChange, RowsContext } from '../../handlers.ts';
import { rowChange } from '../../sync/row-change.ts';
import { lastExpiredDay } from './stats-days.ts';

/** Maximum number of traffic sources of a page that its owner sees. */
const MAX_SOURCES = 20;

/** SQL for the figures of the days since `day` that have figures, oldest first. */
const daysSince = (day: string) => sql<FlowStats['days']>`(
  select coalesce(jsonb_agg(jsonb_build_object('day', d.day, 'views', d.views, 'visitors', d.visitors, 'leads', d.leads)
    order by d.day), '[]')
  from (select l.day, sum(l.views)::int as views, sum(l.visitors)::int as visitors, sum(l.leads)::int as leads
    from landing_days l where l.scope = s.scope and l.flow_id = s.id and l.day > ${day}::date group by l.day) d)`;

/** SQL for the sources with the most views since `day`. */
const sourcesSince = (day: string) => sql<FlowStats['sources']>`(
  select coalesce(jsonb_agg(jsonb_build_object('source', d.source, 'views', d.views) order by d.views desc, d.source), '[]')
  from (select l.source, sum(l.views)::int as views from landing_days l
    where l.scope = s.scope and l.flow_id = s.id and l.day > ${day}::date group by l.source
    order by 2 desc, 1 limit ${sql.lit(MAX_SOURCES)}) d)`;

/** Selects the figures of the caller's own flows, including those of deleted flows. */
function ownStats({ tx, caller }: RowsContext) {
  return tx.selectFrom('flow_stats as s').where('s.scope', '=', caller.scope).where('s.owner_id', '=', caller.user_id);
}

function columns({ received_at }: RowsContext) {
  const expired = lastExpiredDay(received_at);
  const totals = ['s.id', 's.rev', 's.views', 's.visitors', 's.leads'] as const;
  return [...totals, daysSince(expired).as('days'), sourcesSince(expired).as('sources')] as const;
}

const notDeleted = (context: RowsContext) => ownStats(context).where('s.deleted_at', 'is', null);

export async function readChangedStats(
  context: RowsContext,
  after: number,
  upTo: number,
  limit: number,
): Promise<RowChange<'flow_stats'>[]> {
  const rows = await ownStats(context)
    .select([...columns(context), 's.deleted_at'])
    .$call(inRevRange('s.rev', 's.id', { after, upTo, limit }))
    .execute();
  return rows.map((row) => rowChange(row));
}

export function readStatsPage(context: RowsContext, after: string | null, limit: number): Promise<FlowStats[]> {
  const query = notDeleted(context).select(columns(context)).orderBy('s.id').limit(limit);
  return (after === null ? query : query.where('s.id', '>', after)).execute();
}

export async function countStats(context: RowsContext): Promise<number> {
  const query = notDeleted(context).select(sql<number>`count(*)::int`.as('count'));
  return (await query.executeTakeFirstOrThrow()).count;
}

export async function statsById(context: RowsContext, id: string): Promise<FlowStats | null> {
  return (await notDeleted(context).select(columns(context)).where('s.id', '=', id).executeTakeFirst()) ?? null;
}

/** Maps the id of each flow of the caller to its figures. */
export async function allStats(context: RowsContext): Promise<Map<string, FlowStats>> {
  const rows = await notDeleted(context).select(columns(context)).execute();
  return new Map(rows.map((row) => [row.id, row]));
}
