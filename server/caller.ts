import { Refused } from '../contract/errors.ts';
import { hasAccess, isAdmin, isEmployee, isManager } from '../contract/roles.ts';
import type { Deps } from './deps.ts';
import type { User } from './db/tables.ts';
import { wasSessionOpenWhenBlocked } from './features/accounts/repository.ts';
import { currentSession } from './features/accounts/session-cache.ts';
import { fullName } from './features/accounts/rows.ts';
import type { Claims } from './features/accounts/tokens.ts';
import { isSubscribed } from './features/subscription/entitlement.ts';
import type { Caller } from './handlers.ts';

function principalOf(user: User): Caller['principal'] {
  if (isAdmin(user)) return 'admin';
  if (user.is_manager) return 'manager';
  return user.is_staff ? 'consultant' : 'learner';
}

/** Returns the caller for an account, with its role and subscription at `now` (ISO). */
export function callerOf(user: User, now: string): Caller {
  return {
    scope: user.scope,
    user_id: user.id,
    principal: principalOf(user),
    is_staff: isEmployee(user),
    is_manager: isManager(user),
    is_subscribed: isSubscribed(user, now),
    name: fullName(user),
    time_zone: user.time_zone,
    user,
  };
}

/**
 * Loads the owner of a token from the database. This happens on each request, so that a block, a new role or the end of
 * a session takes effect immediately. `admitsBlocked` is set for the call that accepts work that a user did before
 * being blocked. Throws `device_revoked`, `unauthorized` or `blocked`.
 */
export async function loadCaller(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  claims: Claims,
  device_id: string | null,
  admitsBlocked = false,
): Promise<Caller> {
  const owner = await currentSession(db, claims, device_id);
  // Check the device before its session. A remote logout ends both, but only `device_revoked` tells the user the
  // reason.
  if (owner && owner.device_revoked_at !== null) throw new Refused('device_revoked');
  if (!owner || owner.has_ended || owner.token_version !== claims.ver) throw new Refused('unauthorized');
  if (!hasAccess(owner) && !admitsBlocked) throw new Refused('blocked');
  const { counter_rev, counter_horizon, counter_epoch, is_device_known, device_last_pull_at } = owner;
  const counter = { rev: counter_rev ?? 0, horizon: counter_horizon ?? 0, epoch: counter_epoch ?? undefined };
  const device = is_device_known ? { last_pull_at: device_last_pull_at } : null;
  return { ...callerOf(owner, clock().toISOString()), seen: { counter, device_id, device } };
}

/**
 * Loads the blocked owner of an expired access token whose session was open at the time of the block. The block also
 * ended the refresh token of that session, so the device has no other token with which it could send work from before
 * the block. Throws `unauthorized` for everyone else.
 */
export async function loadBlockedCaller(
  deps: Pick<Deps, 'db' | 'clock'>,
  claims: Claims,
  device_id: string | null,
): Promise<Caller> {
  const caller = await loadCaller(deps, claims, device_id, true);
  const { user } = caller;
  const isOpen =
    !hasAccess(user) && (await wasSessionOpenWhenBlocked(deps.db, user, claims.fam, deps.clock().toISOString()));
  if (!isOpen) throw new Refused('unauthorized');
  return caller;
}
