import { untypedCall } from '../../contract/api-calls/define.ts';
import { statisticsCalls } from '../../contract/api-calls/statistics.ts';
import type { StatisticsPeriod } from '../../contract/statistics.ts';
import type { StatisticsActions } from '../../src/bridge/staff-api.ts';
import type { ActionResult } from '../../src/bridge/results.ts';
import { statisticsKeys, type RecordsQuery, type StatisticsFilter } from '../../src/lib/cached-pages.ts';
import { parseReply } from './account.ts';
import { fetchInto, savePage } from './pages.ts';
import { sendAuthenticated, type Session } from './session.ts';

const PAGE_SIZE = 50;

const nullIfNone = (text: string): string | null => (text === 'none' ? null : text);

const filterBody = ({ team = '', country = '' }: StatisticsFilter): Record<string, unknown> => ({
  ...(team !== '' && { team }),
  ...(country !== '' && { country: nullIfNone(country) }),
});

/** Fetches the three tables of a period. The stored tables are replaced only when all three have arrived. */
async function fetchPeriod(
  session: Session,
  period: StatisticsPeriod,
  filter: StatisticsFilter,
): Promise<ActionResult> {
  const fetchTable = async (name: 'statistics.figures' | 'statistics.countries' | 'statistics.staff') => {
    const reply = await sendAuthenticated(session, untypedCall(statisticsCalls, name), {
      body: { period, ...filterBody(filter) },
    });
    return parseReply<unknown>(reply, statisticsCalls[name].reply);
  };
  const results = await Promise.all([
    fetchTable('statistics.figures'),
    fetchTable('statistics.countries'),
    fetchTable('statistics.staff'),
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
