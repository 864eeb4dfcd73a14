import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Call } from '../../../contract/calls/define.ts';
import { Refused } from '../../../contract/errors.ts';
import { loadCaller } from '../../caller.ts';
import type { Deps } from '../../deps.ts';
import { tokenOf, type Tokens } from '../../features/accounts/tokens.ts';
import type { Caller } from '../../handlers.ts';
import { sentDevice } from './facts.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; null for nobody, and where a call is open to anybody and the token is of no use. */
    caller: Caller | null;
  }
}

/** Who the bearer of a request speaks for. Throws as loadCaller does. */
export async function callerOfRequest(
  deps: Deps,
  tokens: Tokens,
  request: FastifyRequest,
  admitsBlocked = false,
): Promise<Caller> {
  const token = tokenOf(request.headers.authorization);
  const claims = token === null ? null : await tokens.read(token);
  if (!claims) throw new Refused('unauthorized');
  return loadCaller(deps, claims, sentDevice(request), admitsBlocked);
}

/** Loads the caller and refuses whom the call's entry does not name. Runs before the body is read. */
export function authorise(deps: Deps, tokens: Tokens, call: Pick<Call, 'roles'>, admitsBlocked = false) {
  const forAnybody = call.roles.includes('anonymous');
  return async (request: FastifyRequest): Promise<void> => {
    if (forAnybody) {
      if (request.headers.authorization === undefined) return;
      // A stale token must not keep a person from logging in or out.
      request.caller = await callerOfRequest(deps, tokens, request).catch((error: unknown) => {
        if (error instanceof Refused) return null;
        throw error;
      });
      return;
    }
    request.caller = await callerOfRequest(deps, tokens, request, admitsBlocked);
    if (!call.roles.includes(request.caller.principal)) throw new Refused('forbidden');
  };
}

export function addAuth(app: FastifyInstance): void {
  app.decorateRequest('caller', null);
}
