import { untypedCall } from '../../contract/api-calls/define.ts';
import { MAX_STAFF_PAGE, statisticsCalls, type StatisticsByStaff } from '../../contract/api-calls/statistics.ts';
import type { StatisticsPeriod } from '../../contract/statistics.ts';
import type { StatisticsActions } from '../../src/bridge/staff-api.ts';
import type { ActionResult } from '../../src/bridge/results.ts';
import { statisticsKeys, type RecordsQuery, type StatisticsFilter } from '../../src/lib/cached-pages.ts';
import { parseReply, type ParsedReply } from './account.ts';
import { fetchInto, savePage } from './pages.ts';
import { sendAuthenticated, type Session } from './session.ts';

const PAGE_SIZE = 50;

const nullIfNone = (text: string): string | null => (text === 'none' ? null : text);

const filterBody = ({ team = '', country = '' }: StatisticsFilter): Record<string, unknown> => ({
  ...(team !== '' && { team }),
  ...(country !== '' && { country: nullIfNone(country) }),
});

type Body = Record<string, unknown>;

/** Fetches all pages of the figures by employee. Returns them as one. */
async function fetchStaffTable(session: Session, body: Body): Promise<ParsedReply<StatisticsByStaff>> {
  const { reply: schema } = statisticsCalls['statistics.staff'];
  const rows: StatisticsByStaff['rows'] = [];
  let after: string | undefined;
  for (;;) {
    const options = { query: { limit: MAX_STAFF_PAGE, after }, body };
    const reply = await sendAuthenticated(session, untypedCall(statisticsCalls, 'statistics.staff'), options);
    const result = parseReply<StatisticsByStaff>(reply, schema);
    if (!result.ok) return result;
    const { next, ...rest } = result.body;
    rows.push(...rest.rows);
    if (next === undefined) return { ok: true, body: { ...rest, rows } };
    // Otherwise the worker would request pages without end.
    if (after !== undefined && next <= after) return { ok: false, why: 'no_answer' };
    after = next;
  }
}

/** Fetches the three tables of a period. The stored tables are replaced only when all three have arrived. */
async function fetchPeriod(
  session: Session,
  period: StatisticsPeriod,
  filter: StatisticsFilter,
): Promise<ActionResult> {
  const body = { period, ...filterBody(filter) };
  const fetchTable = async (name: 'statistics.figures' | 'statistics.countries') => {
    const reply = await sendAuthenticated(session, untypedCall(statisticsCalls, name), { body });
    return parseReply<unknown>(reply, statisticsCalls[name].reply);
  };
  const results = await Promise.all([
    fetchTable('statistics.figures'),
    fetchTable('statistics.countries'),
    fetchStaffTable(session, body),
  ]);
  const bodies: unknown[] = [];
  for (const result of results) {
    if (!result.ok) return result;
    bodies.push(result.body);
  }
  await savePage(session, statisticsKeys.period(period, filter), { rows: bodies });
  return { ok: true };
}

/**
 * Returns the request body for the records that a figure counts. The value `none` for employee or country selects
 * records without an employee or country.
 */
function recordsBody({ figure, period, employee, ...filter }: RecordsQuery): Record<string, unknown> {
  return {
    figure,
    period,
    ...(employee !== '' && { user_id: nullIfNone(employee) }),
    ...filterBody(filter),
  };
}

/** Actions of employees on the statistics. They need the network. */
export function statisticsActions(session: Session): StatisticsActions {
  return {
    fetchStatistics: (period, filter = {}) => fetchPeriod(session, period, filter),
    fetchRecords: (query) => {
      const options = { query: { page: query.page, page_size: PAGE_SIZE }, body: recordsBody(query) };
      const target = { key: statisticsKeys.records(query), name: 'statistics.records', options } as const;
      return fetchInto(session, statisticsCalls, target, ({ results, ...about }) => ({ rows: results, about }));
    },
  };
}
