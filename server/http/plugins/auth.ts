import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Call } from '../../../contract/api-calls/define.ts';
import { VIEW_PAGE_HEADER, viewAsCalls } from '../../../contract/api-calls/view-as.ts';
import { isViewRead } from '../../../contract/api-calls/view-reads.ts';
import { Refused } from '../../../contract/errors.ts';
import { loadBlockedCaller, loadCaller } from '../../caller.ts';
import type { Deps } from '../../deps.ts';
import { tokenOf, type Tokens } from '../../features/accounts/tokens.ts';
import { loadViewCaller, recordPage } from '../../features/view-as/view-caller.ts';
import type { Caller } from '../../handlers.ts';
import { deviceIdOf } from './facts.ts';

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
  if (claims) return loadCaller(deps, claims, deviceIdOf(request), admitsBlocked);
  const expired = token === null || !admitsBlocked ? null : await tokens.read(token, true);
  if (!expired) throw new Refused('unauthorized');
  return loadBlockedCaller(deps, expired, deviceIdOf(request));
}

/**
 * Returns the viewed person as the caller if the request has a view token, with which a manager or an admin views the
 * app as that person; otherwise null. Records the screen that the viewer sees. Throws `view_only` for a call that does
 * more than read; see loadViewCaller and recordPage for other errors.
 */
async function viewCaller(
  deps: Deps,
  tokens: Tokens,
  call: Pick<Call, 'roles'>,
  request: FastifyRequest,
): Promise<Caller | null> {
  const token = tokenOf(request.headers.authorization);
  const claims = token === null ? null : await tokens.readView(token);
  if (!claims) return null;
  const caller = await loadViewCaller(deps, claims);
  const isStop = call === viewAsCalls['view_as.stop'];
  if (!isStop && !isViewRead(call)) throw new Refused('view_only');
  const page = request.headers[VIEW_PAGE_HEADER.toLowerCase()];
  if (!isStop) await recordPage(deps, caller, { id: request.id, ip: request.ip, page });
  return caller;
}

/**
 * Creates a hook that loads the caller and checks that the caller's role may use the call. The hook runs before the
 * body is read.
 */
export function authorise(deps: Deps, tokens: Tokens, call: Pick<Call, 'roles'>, admitsBlocked = false) {
  const isPublic = call.roles.includes('anonymous');
  return async (request: FastifyRequest): Promise<void> => {
    if (isPublic) {
      if (request.headers.authorization === undefined) return;
      const caller = async () =>
        (await viewCaller(deps, tokens, call, request)) ?? (await authenticate(deps, tokens, request));
      // An expired token must not prevent logging in or out.
      request.caller = await caller().catch((error: unknown) => {
        if (error instanceof Refused && error.code !== 'view_only') return null;
        throw error;
      });
      return;
    }
    request.caller =
      (await viewCaller(deps, tokens, call, request)) ?? (await authenticate(deps, tokens, request, admitsBlocked));
    if (!call.roles.includes(request.caller.principal)) throw new Refused('forbidden');
  };
}

export function registerAuth(app: FastifyInstance): void {
  app.decorateRequest('caller', null);
}
