import { sql, type RawBuilder } from 'kysely';
import { GRACE_MS } from '../../../contract/entitlement.ts';
import type { EntityName } from '../../../contract/entities/stores.ts';
import { isEmployee } from '../../../contract/roles.ts';
import { isRenewing } from '../../../contract/states/subscription.ts';
import type { SubscriptionState } from '../../../contract/values.ts';
import type { User } from '../../db/tables.ts';
import type { Caller } from '../../handlers.ts';

// All decisions of the server about access to paid content are made here.

type Times = Pick<User, 'subscribed_until' | 'grace_until'>;

/** Whether a user has the access of a subscriber at `now` (ISO). Employees always have this access. */
export function isSubscribed(user: Times & Parameters<typeof isEmployee>[0], now: string): boolean {
  if (isEmployee(user)) return true;
  const { subscribed_until, grace_until } = user;
  return (subscribed_until !== null && subscribed_until > now) || (grace_until !== null && grace_until > now);
}

/** SQL condition: the person has a subscription at `now` (ISO). `alias` is the alias of `users` in the query. */
export const isSubscribedAt = (alias: string, now: string): RawBuilder<boolean> =>
  sql<boolean>`coalesce(greatest(${sql.ref(`${alias}.subscribed_until`)}, ${sql.ref(`${alias}.grace_until`)}) > ${now}::timestamptz, false)`;

/** Returns the times until which an account has access because of its subscription. */
export function entitlementTimes({ state, until }: { state: SubscriptionState; until: string | null }): Times {
  const grace_until = isRenewing(state) && until !== null ? new Date(Date.parse(until) + GRACE_MS).toISOString() : null;
  return { subscribed_until: until, grace_until };
}

/** Entities whose rows a user gains and loses with the subscription. */
export const entitledEntities: readonly EntityName[] = ['lessons', 'comments'];

/**
 * Returns the rev at which the caller gained or lost the access of a subscriber, if it lies in the span; else null.
 * [Note: Entitled rows] Paid rows do not change when a member pays. In a pull that includes this rev, all paid rows
 * count as changed with this rev: a device whose user may now read them gets them, and a device whose user may no
 * longer read them deletes its copies.
 */
export function entitlementRevWithin({ user }: Caller, after: number, upTo: number): number | null {
  const rev = user.entitled_rev;
  return rev !== null && rev > after && rev <= upTo ? rev : null;
}
