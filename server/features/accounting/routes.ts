import { Refused } from '../../../contract/errors.ts';
import type { CallHandlers } from '../../handlers.ts';
import { pageEnvelope, pageSpan } from '../../http/paging.ts';
import { personById } from '../people/repository.ts';
import { ledgerMonths } from './ledger.ts';
import { listPayments } from './payments.ts';
import { lastReport } from './reports.ts';

export const accountingRoutes: Pick<CallHandlers, Extract<keyof CallHandlers, `accounting.${string}`>> = {
  'accounting.payments': async (context, { query, body: { user_id } }) => {
    if (user_id !== undefined && !(await personById(context, user_id))) throw new Refused('not_found');
    return pageEnvelope(query, await listPayments(context, { user_id, search: query.search, ...pageSpan(query) }));
  },
  'accounting.months': (context) => ledgerMonths(context),
  'accounting.report': async (context) => ({ report: await lastReport(context) }),
};
