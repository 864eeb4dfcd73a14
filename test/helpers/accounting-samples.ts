import type { accountingCalls } from '../../contract/api-calls/accounting.ts';
import { ownPerson } from './own-person.ts';
import type { Samples } from './samples.ts';
import type { TestServer } from './server.ts';

/** Returns valid requests for the accounting calls. */
export function accountingSamples(server: TestServer): Pick<Samples, keyof typeof accountingCalls> {
  return {
    'accounting.payments': async (token) => ({ body: { user_id: await ownPerson(server, token) } }),
    'accounting.months': async () => ({}),
    'accounting.report': async () => ({}),
    'accounting.ledger': async () => ({ params: { month: '2026-03' } }),
  };
}
