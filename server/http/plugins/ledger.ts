import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { callNamed } from '../../../contract/api-calls/index.ts';
import { Refused } from '../../../contract/errors.ts';
import { addAuditEntry } from '../../audit.ts';
import { inScope } from '../../context.ts';
import type { Deps } from '../../deps.ts';
import type { Tokens } from '../../features/accounts/tokens.ts';
import { ledgerCsv } from '../../features/accounting/ledger-csv.ts';
import { limitKey, routePath } from './api-calls.ts';
import { authorise } from './auth.ts';

const PER_MINUTE = 10;

/** Serves the ledger of a month to admins as a CSV file. Each export is recorded in the audit log. */
export function registerLedgerRoutes(
  app: FastifyInstance,
  deps: Deps,
  { tokens, rate_limits }: { tokens: Tokens; rate_limits: boolean },
): void {
  const call = callNamed('accounting.ledger');
  app.route<{ Params: { month: string } }>({
    method: 'GET',
    url: routePath(call),
    schema: { params: call.params },
    config: rate_limits ? { rateLimit: { max: PER_MINUTE, timeWindow: 60_000, keyGenerator: limitKey } } : {},
    onRequest: authorise(deps, tokens, call),
    handler: async (request, reply) => {
      const { caller, params, id } = request;
      if (!caller) throw new Refused('not_found');
      const { scope, user_id: actor_id } = caller;
      const { month } = params;
      await inScope(deps, scope, ({ tx, received_at: at }) =>
        addAuditEntry(tx, { scope, at, action: 'ledger_exported', actor_id, request_id: id, detail: { month } }),
      );
      void reply.headers({
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="haversack-ledger-${month}.csv"`,
        'Cache-Control': 'no-store',
        'Content-Security-Policy': "default-src 'none'; sandbox",
      });
      return reply.send(Readable.from(ledgerCsv(deps.db, scope, month)));
    },
  });
}
