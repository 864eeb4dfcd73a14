import type { statisticsCalls } from '../../../contract/api-calls/statistics.ts';
import type { CallHandlers } from '../../handlers.ts';
import { pageEnvelope, pageSpan } from '../../http/paging.ts';
import { readStatistics, readStatisticsByCountries, readStatisticsByStaff } from './figures.ts';
import { listRecords } from './records.ts';

export const statisticsRoutes: Pick<CallHandlers, keyof typeof statisticsCalls> = {
  'statistics.figures': (context, { body }) => readStatistics(context, body),
  'statistics.countries': (context, { body }) => readStatisticsByCountries(context, body),
  'statistics.staff': (context, { body, query }) => readStatisticsByStaff(context, body, query),
  'statistics.records': async (context, { query, body }) =>
    pageEnvelope(query, await listRecords(context, body, query.search, pageSpan(query))),
};
