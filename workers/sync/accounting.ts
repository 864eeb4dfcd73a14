import { accountingCalls } from '../../contract/api-calls/accounting.ts';
import type { AccountingActions } from '../../src/bridge/staff-api.ts';
import { accountingKeys } from '../../src/lib/cached-pages.ts';
import { authedFetch } from './authed-fetch.ts';
import { fetchInto } from './pages.ts';
import type { Session } from './session.ts';

const PAGE_SIZE = 50;
/** Timeout in ms for downloading a month of the ledger. The file may be large and the network slow. */
const DOWNLOAD_LIMIT_MS = 300_000;

/** Actions of employees on payments and the ledger. They need the network. */
export function accountingActions(session: Session): AccountingActions {
  return {
    fetchPayments: (person, page) => {
      const options = { query: { page, page_size: PAGE_SIZE }, body: person === '' ? {} : { user_id: person } };
      const target = { key: accountingKeys.payments(person, page), name: 'accounting.payments', options } as const;
      return fetchInto(session, accountingCalls, target, ({ results, ...about }) => ({ rows: results, about }));
    },
    fetchMonths: () =>
      fetchInto(session, accountingCalls, { key: accountingKeys.months, name: 'accounting.months' }, (rows) => ({
        rows,
      })),
    fetchReport: () =>
      fetchInto(session, accountingCalls, { key: accountingKeys.report, name: 'accounting.report' }, (body) => ({
        rows: [body.report],
      })),
    fetchLedger: async (month) => {
      const path = accountingCalls['accounting.ledger'].path.replace('{month}', month);
      try {
        const reply = await authedFetch(session, path, {}, AbortSignal.timeout(DOWNLOAD_LIMIT_MS));
        if (reply.ok) return { ok: true, file: await reply.blob() };
      } catch {
        // The connection can also break in the middle of the file.
      }
      return { ok: false, why: 'no_answer' };
    },
  };
}
