import { Refused } from '../../../contract/errors.ts';
import type { CallHandlers } from '../../handlers.ts';
import { pageEnvelope, pageSpan } from '../../http/paging.ts';
import { personById } from '../people/repository.ts';
import { readLedgerMonths } from './ledger.ts';
import { listPayments } from './payments.ts';
import { readLastReport } from './reports.ts';

export const accountingRoutes: Pick<CallHandlers, Extract<keyof CallHandlers, `accounting.${string}`>> = {
  'accounting.payments': async (context, { query, body: { user_id } }) => {
    if (user_id !== undefined && !(await personById(context, user_id))) throw new Refused('not_found');
    return pageEnvelope(query, await listPayments(context, { user_id, search: query.search, ...pageSpan(query) }));
  },
  'accounting.months': (context) => readLedgerMonths(context),
  'accounting.report': async (context) => ({ report: await readLastReport(context) }),
};
