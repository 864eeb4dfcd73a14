import type { z } from '../../contract/zod.ts';
import { accountingCalls } from '../../contract/api-calls/accounting.ts';
import { erasedCall } from '../../contract/api-calls/define.ts';
import type { AccountingActions } from '../../src/bridge/staff-api.ts';
import type { Done } from '../../src/bridge/results.ts';
import { accountingKeys } from '../../src/lib/cached-pages.ts';
import { parseReply } from './account.ts';
import { authedFetch } from './authed-fetch.ts';
import type { Request } from './http.ts';
import { savePage, type FetchedPage } from './pages.ts';
import { request, type Session } from './session.ts';

const PAGE_SIZE = 50;
/** A month of a large ledger takes a while over a slow network. */
const DOWNLOAD_LIMIT_MS = 300_000;

type Name = keyof typeof accountingCalls;
type Reply<K extends Name> = z.infer<(typeof accountingCalls)[K]['reply']>;

async function fetchInto<K extends Name>(
  session: Session,
  { key, name, options = {} }: { key: string; name: K; options?: Request },
  toPage: (body: Reply<K>) => FetchedPage,
): Promise<Done> {
  const reply = accountingCalls[name].reply as z.ZodMiniType<Reply<K>>;
  const found = parseReply(await request(session, erasedCall(accountingCalls, name), options), reply);
  if (!found.ok) return found;
  await savePage(session, key, toPage(found.body));
  return { ok: true };
}

/** Actions of employees on the accounts, which need the network. */
export function accountingActions(session: Session): AccountingActions {
  return {
    fetchPayments: (person, page) => {
      const options = { query: { page, page_size: PAGE_SIZE }, body: person === '' ? {} : { user_id: person } };
      const target = { key: accountingKeys.payments(person, page), name: 'accounting.payments', options } as const;
      return fetchInto(session, target, ({ results, ...about }) => ({ rows: results, about }));
    },
    fetchMonths: () =>
      fetchInto(session, { key: accountingKeys.months, name: 'accounting.months' }, (rows) => ({ rows })),
    fetchReport: () =>
      fetchInto(session, { key: accountingKeys.report, name: 'accounting.report' }, (body) => ({
        rows: [body.report],
      })),
    fetchLedger: async (month) => {
      const path = accountingCalls['accounting.ledger'].path.replace('{month}', month);
      const reply = await authedFetch(session, path, {}, AbortSignal.timeout(DOWNLOAD_LIMIT_MS)).catch(() => null);
      return reply?.ok ? { ok: true, file: await reply.blob() } : { ok: false, why: 'no_answer' };
    },
  };
}
