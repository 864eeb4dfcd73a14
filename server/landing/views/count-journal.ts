import { sql } from 'kysely';
import { inScope } from '../../context.ts';
import type { Deps } from '../../deps.ts';
import { lastExpiredDay } from '../../features/flows/stats-days.ts';
import type { HandlerContext } from '../../handlers.ts';
import { tallyJournal, type ViewCount, type Visitor } from './tally.ts';

type Context = Pick<HandlerContext, 'tx' | 'scope' | 'received_at'>;

/**
 * Maximum number of traffic sources of a page that are counted separately. Views from further sources are counted as
 * `other`.
 */
export const MAX_SOURCES = 20;
export const OTHER_SOURCE = 'other';

const VISITORS_PER_STATEMENT = 5_000;

/** Marks a journal as counted; returns false if it was counted before. */
async function markCounted({ tx, scope }: Context, name: string, counted_at: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('landing_journals')
    .values({ scope, name, counted_at })
    .onConflict((conflict) => conflict.columns(['scope', 'name']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/**
 * Returns the flows of a journal that exist, in the order of their ids, which is also the order in which their figures
 * are locked.
 */
async function knownFlows({ tx, scope }: Context, counts: readonly ViewCount[]): Promise<string[]> {
  const ids = [...new Set(counts.map(({ flow_id }) => flow_id))];
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom('flows')
    .select('id')
    .where('scope', '=', scope)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns a function that replaces sources beyond the limit of a page with `other`. */
async function boundedSources(
  { tx, scope, received_at }: Context,
  flow_ids: readonly string[],
): Promise<(view: Pick<ViewCount, 'flow_id' | 'source'>) => string> {
  const rows = await tx
    .selectFrom('landing_days')
    .select(['flow_id', 'source'])
    .distinct()
    .where('scope', '=', scope)
    .where('flow_id', 'in', flow_ids)
    .where('source', 'not in', ['', OTHER_SOURCE])
    .where('day', '>', lastExpiredDay(received_at))
    .execute();
  const known = new Map(flow_ids.map((id) => [id, new Set<string>()]));
  for (const { flow_id, source } of rows) known.get(flow_id)?.add(source);
  return ({ flow_id, source }) => {
    const sources = known.get(flow_id);
    if (!sources || source === '' || sources.has(source)) return source;
    if (sources.size >= MAX_SOURCES) return OTHER_SOURCE;
    sources.add(source);
    return source;
  };
}

/** Stores visitors. Returns the visitors who are new on their day. */
async function newVisitors({ tx, scope }: Context, visitors: readonly Visitor[]): Promise<Visitor[]> {
  const found: Visitor[] = [];
  for (let from = 0; from < visitors.length; from += VISITORS_PER_STATEMENT) {
    const batch = visitors.slice(from, from + VISITORS_PER_STATEMENT);
    const { rows } = await sql<Visitor>`with seen as (
        select * from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb)
          as v(day date, flow_id text, source text, hash text)),
      added as (
        insert into landing_visitors (scope, day, flow_id, hash) select ${scope}, day, flow_id, hash from seen
        order by flow_id, day, hash on conflict do nothing returning day, flow_id, hash)
      select s.* from seen s join added a on a.day = s.day and a.flow_id = s.flow_id and a.hash = s.hash`.execute(tx);
    found.push(...rows);
  }
  return found;
}

interface Figures {
  flow_id: string;
  day: string;
  source: string;
  views: number;
  visitors: number;
}

/** Adds up views and visitors by page, day and source. The result is in the order of page, day and source. */
function figuresOf(counts: readonly ViewCount[], visitors: readonly Visitor[]): Figures[] {
  const figures = new Map<string, Figures>();
  const of = ({ flow_id, day, source }: Omit<ViewCount, 'views'>): Figures => {
    const key = `${flow_id} ${day} ${source}`;
    const found = figures.get(key) ?? { flow_id, day, source, views: 0, visitors: 0 };
    figures.set(key, found);
    return found;
  };
  for (const count of counts) of(count).views += count.views;
  for (const visitor of visitors) of(visitor).visitors += 1;
  return [...figures.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, figure]) => figure);
}

/** Adds figures to the days and totals of pages. Locks the rows in the order of `figures`. */
async function addFigures({ tx, scope }: Context, figures: readonly Figures[]): Promise<void> {
  const json = JSON.stringify(figures);
  await sql`insert into landing_days (scope, flow_id, day, source, views, visitors)
    select ${scope}, f.flow_id, f.day, f.source, f.views, f.visitors from jsonb_to_recordset(${json}::jsonb)
      as f(flow_id text, day date, source text, views int, visitors int) order by f.flow_id, f.day, f.source
    on conflict (scope, flow_id, day, source) do update
      set views = landing_days.views + excluded.views, visitors = landing_days.visitors + excluded.visitors`.execute(
    tx,
  );
  await sql`update flow_stats s set views = s.views + f.views, visitors = s.visitors + f.visitors
    from (select f.flow_id, sum(f.views)::int as views, sum(f.visitors)::int as visitors
      from jsonb_to_recordset(${json}::jsonb) as f(flow_id text, views int, visitors int) group by f.flow_id) f
    where s.scope = ${scope} and s.id = f.flow_id`.execute(tx);
}

/**
 * Adds the views of a journal to the figures of their pages in one transaction. A journal is never counted twice, even
 * if a process is killed before it deletes the file. Returns the flows whose figures have changed.
 */
export function countJournal(deps: Deps, name: string, journal: string): Promise<string[]> {
  const { counts, visitors } = tallyJournal(journal);
  return inScope(deps, deps.scope, async (context) => {
    if (!(await markCounted(context, name, context.received_at))) return [];
    const flow_ids = await knownFlows(context, counts);
    if (flow_ids.length === 0) return [];
    const isKnown = ({ flow_id }: { flow_id: string }) => flow_ids.includes(flow_id);
    const boundedSource = await boundedSources(context, flow_ids);
    const withBoundedSource = <T extends ViewCount | Visitor>(row: T): T => ({ ...row, source: boundedSource(row) });
    const found = await newVisitors(context, visitors.filter(isKnown));
    await addFigures(context, figuresOf(counts.filter(isKnown).map(withBoundedSource), found.map(withBoundedSource)));
    return flow_ids;
  });
}
