import type { Call, Principal } from '../../contract/api-calls/define.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import type { User } from '../../server/db/tables.ts';
import { roles, type TestServer, type TestUser } from '../helpers/server.ts';

/** The kinds of callers that the API distinguishes. */
export const callerKinds = [
  'anonymous',
  'expired',
  'member',
  'subscriber',
  'consultant',
  'manager',
  'admin',
  'blocked',
] as const;
export type CallerKind = (typeof callerKinds)[number];

const accounts: Record<Exclude<CallerKind, 'anonymous'>, Partial<User>> = {
  // An admin has all rights, so a refusal can only be caused by the expired token.
  expired: roles.admin,
  member: { subscribed_until: null },
  subscriber: {},
  consultant: roles.consultant,
  manager: roles.manager,
  admin: roles.admin,
  blocked: { ...roles.consultant, is_blocked: true },
};

/** The role of each kind of caller in the contract; null for callers without any rights. */
const principals: Record<CallerKind, Principal | null> = {
  anonymous: null,
  expired: null,
  member: 'learner',
  subscriber: 'learner',
  consultant: 'consultant',
  manager: 'manager',
  admin: 'admin',
  blocked: null,
};

/** Returns true if the contract allows this caller to use the call. */
export function mayCall({ roles: allowed }: Pick<Call, 'roles'>, kind: CallerKind): boolean {
  const principal = principals[kind];
  return allowed.includes('anonymous') || (principal !== null && allowed.includes(principal));
}

/** Returns the error code for a caller who may not use a call. */
export function refusalOf(kind: CallerKind): Extract<ErrorCode, 'unauthorized' | 'blocked' | 'forbidden'> {
  if (kind === 'anonymous' || kind === 'expired') return 'unauthorized';
  return kind === 'blocked' ? 'blocked' : 'forbidden';
}

/** Creates an account for this kind of caller. Returns null for anonymous callers. */
export async function openCaller(
  server: TestServer,
  kind: CallerKind,
  fields: Partial<User> = {},
): Promise<TestUser | null> {
  return kind === 'anonymous' ? null : server.user({ ...accounts[kind], ...fields });
}

const YEAR_S = 365 * 86_400;

/** Returns the token of a new session. For the kind `expired`, the token is expired. */
export async function newSessionToken(
  server: TestServer,
  kind: CallerKind,
  user: TestUser | null,
): Promise<string | undefined> {
  return user === null ? undefined : server.tokenFor(user, kind === 'expired' ? -1 : YEAR_S);
}
