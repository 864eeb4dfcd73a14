import type { statisticsCalls } from '../../../contract/api-calls/statistics.ts';
import type { CallHandlers } from '../../handlers.ts';
import { envelope, pageSpan } from '../../http/paging.ts';
import { statistics, statisticsByCountries, statisticsByStaff } from './figures.ts';
import { listRecords } from './records.ts';

export const statisticsRoutes: Pick<CallHandlers, keyof typeof statisticsCalls> = {
  'statistics.figures': (context, { body }) => statistics(context, body),
  'statistics.countries': (context, { body }) => statisticsByCountries(context, body),
  'statistics.staff': (context, { body }) => statisticsByStaff(context, body),
  'statistics.records': async (context, { query, body }) =>
    envelope(query, await listRecords(context, body, query.search, pageSpan(query))),
};
