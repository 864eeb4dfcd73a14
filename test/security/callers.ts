import type { Call, Principal } from '../../contract/calls/define.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import type { User } from '../../server/db/tables.ts';
import { roles, type TestServer, type TestUser } from '../helpers/server.ts';

/** Every kind of caller that the API tells apart. */
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
  // The account with the most rights: its token alone is the reason for the refusal.
  expired: roles.admin,
  member: { subscribed_until: null },
  subscriber: {},
  consultant: roles.consultant,
  manager: roles.manager,
  admin: roles.admin,
  blocked: { ...roles.consultant, is_blocked: true },
};

/** The role under which the contract knows a caller; null for one without rights. */
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

/** Whether the contract lets this caller use the call. */
export function mayCall({ roles: allowed }: Pick<Call, 'roles'>, kind: CallerKind): boolean {
  const principal = principals[kind];
  return allowed.includes('anonymous') || (principal !== null && allowed.includes(principal));
}

/** The code with which a caller is refused whom the contract does not let in. */
export function refusalOf(kind: CallerKind): Extract<ErrorCode, 'unauthorized' | 'blocked' | 'forbidden'> {
  if (kind === 'anonymous' || kind === 'expired') return 'unauthorized';
  return kind === 'blocked' ? 'blocked' : 'forbidden';
}

/** A new account of this kind; null for a caller without one. */
export async function openCaller(
  server: TestServer,
  kind: CallerKind,
  fields: Partial<User> = {},
): Promise<TestUser | null> {
  return kind === 'anonymous' ? null : server.user({ ...accounts[kind], ...fields });
}

const YEAR_S = 365 * 86_400;

/** A new session of this caller. */
export async function sessionOf(
  server: TestServer,
  kind: CallerKind,
  user: TestUser | null,
): Promise<string | undefined> {
  return user === null ? undefined : server.tokenFor(user, kind === 'expired' ? -1 : YEAR_S);
}
