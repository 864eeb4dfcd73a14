import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Call } from '../../../contract/api-calls/define.ts';
import { Refused } from '../../../contract/errors.ts';
import { loadBlockedCaller, loadCaller } from '../../caller.ts';
import type { Deps } from '../../deps.ts';
import { tokenOf, type Tokens } from '../../features/accounts/tokens.ts';
import type { Caller } from '../../handlers.ts';
import { sentDevice } from './facts.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller; null if there is no token, or on public calls if the token is invalid. */
    caller: Caller | null;
  }
}

/**
 * Returns the caller identified by the bearer token of a request. For `admitsBlocked`, see loadCaller. Throws the same
 * errors as loadCaller.
 */
export async function authenticate(
  deps: Deps,
  tokens: Tokens,
  request: FastifyRequest,
  admitsBlocked = false,
): Promise<Caller> {
  const token = tokenOf(request.headers.authorization);
  const claims = token === null ? null : await tokens.read(token);
  if (claims) return loadCaller(deps, claims, sentDevice(request), admitsBlocked);
  const expired = token === null || !admitsBlocked ? null : await tokens.read(token, true);
  if (!expired) throw new Refused('unauthorized');
  return loadBlockedCaller(deps, expired, sentDevice(request));
}

/**
 * Creates a hook that loads the caller and checks that their role may use the call. It runs before the body is read.
 */
export function authorise(deps: Deps, tokens: Tokens, call: Pick<Call, 'roles'>, admitsBlocked = false) {
  const isPublic = call.roles.includes('anonymous');
  return async (request: FastifyRequest): Promise<void> => {
    if (isPublic) {
      if (request.headers.authorization === undefined) return;
      // An expired token must not prevent logging in or out.
      request.caller = await authenticate(deps, tokens, request).catch((error: unknown) => {
        if (error instanceof Refused) return null;
        throw error;
      });
      return;
    }
    request.caller = await authenticate(deps, tokens, request, admitsBlocked);
    if (!call.roles.includes(request.caller.principal)) throw new Refused('forbidden');
  };
}

export function addAuth(app: FastifyInstance): void {
  app.decorateRequest('caller', null);
}
