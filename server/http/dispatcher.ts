import { callNamed, callNames, type CallName } from '../../contract/api-calls/index.ts';
import { accountRoutes } from '../features/accounts/routes.ts';
import { selfTransactionalAccountRoutes } from '../features/accounts/self-transactional.ts';
import { pushRoutes } from '../features/push/routes.ts';
import type { Push } from '../features/push/send.ts';
import { viewAsRoutes } from '../features/view-as/start.ts';
import { uploadHandlers } from '../features/blobs/routes.ts';
import type { Auth } from '../features/accounts/sessions.ts';
import type { AnonymousContext, Caller, SelfTransactionalContext } from '../handlers.ts';
import { callHandlers, paymentHandlers, type RouteOptions } from './routes.ts';
import { syncHandlers } from '../sync/sync-calls.ts';
import type { Deps } from '../deps.ts';

/** Runs the handler of a call by the name of the call. The input must already be parsed by the schemas of the call. */
export interface Dispatcher {
  /** Whether the call opens its own transactions. */
  isSelfTransactional(name: CallName): boolean;
  callSelfTransactional(
    name: CallName,
    context: SelfTransactionalContext<Caller | null>,
    input: unknown,
  ): Promise<unknown>;
  call(name: CallName, context: AnonymousContext, input: unknown): Promise<unknown>;
}

type ErasedSync = (deps: Deps, caller: Caller, input: unknown) => Promise<unknown>;
type ErasedSelfTransactional = (context: SelfTransactionalContext<Caller | null>, input: unknown) => Promise<unknown>;
type ErasedCall = (context: AnonymousContext, input: unknown) => Promise<unknown>;

/** Collects the handlers of all calls. Throws if a call of the contract has no handler. */
export function createDispatcher(auth: Auth, push: Push, options: RouteOptions): Dispatcher {
  const ownTransactions = {
    ...selfTransactionalAccountRoutes(auth),
    ...uploadHandlers,
    ...paymentHandlers(options),
  };
  const selfTransactional = ownTransactions as unknown as Record<string, ErasedSelfTransactional>;
  const syncCalls = syncHandlers as unknown as Record<string, ErasedSync>;
  const account = { ...accountRoutes(auth), ...viewAsRoutes(auth), ...pushRoutes(auth, push) };
  const calls = callHandlers(account, options) as unknown as Record<string, ErasedCall>;
  const isSelfTransactional = (name: CallName) =>
    Object.hasOwn(selfTransactional, name) || Object.hasOwn(syncCalls, name);
  const missing = callNames.filter(
    (name) => !callNamed(name).stream && !isSelfTransactional(name) && !Object.hasOwn(calls, name),
  );
  if (missing.length > 0) throw new Error(`No handler for ${missing.join(', ')}`);
  return {
    isSelfTransactional,
    callSelfTransactional: async (name, context, input) => {
      const selfTransactionalHandler = Object.hasOwn(selfTransactional, name) ? selfTransactional[name] : undefined;
      if (selfTransactionalHandler) return selfTransactionalHandler(context, input);
      const handler = syncCalls[name];
      if (!handler || !context.caller) throw new Error(`${name} was called without a caller`);
      return handler(context.deps, context.caller, input);
    },
    call: async (name, context, input) => {
      const handler = calls[name];
      if (!handler) throw new Error(`No handler for ${name}`);
      return handler(context, input);
    },
  };
}
