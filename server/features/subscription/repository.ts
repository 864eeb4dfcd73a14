import { sql, type Selectable } from 'kysely';
import type { Subscription, SubscriptionLine } from '../../../contract/entities/subscription.ts';
import { isEmployee } from '../../../contract/roles.ts';
import { MAX_SUBSCRIPTION_LINES } from '../../../contract/values.ts';
import type { SubscriptionLinesTable, SubscriptionsTable } from '../../db/subscription-tables.ts';
import type { Tx, User } from '../../db/tables.ts';
import type { HandlerContext } from '../../handlers.ts';
import { selfAndResponsibleOf } from '../contacts/person.ts';
import { entitlementTimes, isSubscribed } from './entitlement.ts';
import { receiptNumber } from './receipt-number.ts';

type Context = Omit<HandlerContext, 'caller'>;

export interface Owner {
  tx: Tx;
  scope: string;
  user_id: string;
}

/** A subscription as it is stored. */
export type StoredSubscription = Omit<Selectable<SubscriptionsTable>, 'scope' | 'created_at' | 'updated_at'>;

/** A subscription whose user and row are locked. */
export interface LockedSubscription {
  user: User;
  row: StoredSubscription;
}

const columns = [
  ...(['user_id', 'rev', 'state', 'plan', 'next', 'started_at', 'until', 'next_try_at', 'attempts'] as const),
  ...(['reminded_days', 'pending_until', 'promo_code', 'is_entitled'] as const),
] as const;

/** Returns the discount of a line; null if there was no discount. */
function discountOf(line: Selectable<SubscriptionLinesTable>): SubscriptionLine['discount'] {
  const { promo_code: code, price_cents, amount_cents } = line;
  return code !== null && price_cents > amount_cents ? { code, amount_cents: price_cents - amount_cents } : null;
}

const lineOf = (line: Selectable<SubscriptionLinesTable> & { settled_at: string | null }): SubscriptionLine => ({
  id: line.id,
  at: line.at,
  paid_at: line.settled_at,
  title: line.title,
  period: line.period,
  amount_cents: line.amount_cents,
  discount: discountOf(line),
  status: line.status,
  from: line.from_at,
  until: line.until_at,
  receipt: receiptNumber(line.receipt_no),
});

async function linesOf({ tx, scope, user_id }: Owner): Promise<SubscriptionLine[]> {
  const lines = await tx
    .selectFrom('subscription_lines as l')
    // A line has the same id as its payment intent.
    .leftJoin('payment_intents as i', (join) => join.onRef('i.scope', '=', 'l.scope').onRef('i.id', '=', 'l.id'))
    .selectAll('l')
    .select('i.settled_at')
    .where('l.scope', '=', scope)
    .where('l.user_id', '=', user_id)
    .orderBy('l.at', 'desc')
    .orderBy('l.id', 'desc')
    .limit(MAX_SUBSCRIPTION_LINES)
    .execute();
  return lines.map(lineOf);
}

/** Returns a user's subscription as its owner sees it; null if the user never had a subscription. */
export async function subscriptionOf(owner: Owner): Promise<Subscription | null> {
  const { tx, scope, user_id } = owner;
  const stored = await tx
    .selectFrom('subscriptions')
    .select(columns)
    .where('scope', '=', scope)
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  if (!stored) return null;
  const { rev, state, plan, next, started_at, until, next_try_at, promo_code } = stored;
  const ownFields = { id: user_id, rev, state, plan, next, started_at, until, next_try_at, promo_code };
  return { ...ownFields, method: await paymentMethodOf(owner), history: await linesOf(owner) };
}

/** Returns the card that is charged for renewals; null if no card is saved. */
export async function paymentMethodOf({ tx, scope, user_id }: Owner): Promise<Subscription['method']> {
  const method = await tx
    .selectFrom('payment_methods')
    .select(['brand', 'last4', 'exp_month', 'exp_year'])
    .where('scope', '=', scope)
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  return method ?? null;
}

/**
 * Returns the initial subscription of a user without a stored subscription. If the account has access that was granted
 * without a subscription, the subscription ends at the end of that access.
 */
function initialSubscription(user: User, now: string): StoredSubscription {
  const isRunning = isSubscribed(user, now) && !isEmployee(user);
  return {
    ...{ user_id: user.id, rev: 0, plan: null, next: null, started_at: null, next_try_at: null, attempts: 0 },
    ...{ until: user.subscribed_until, reminded_days: null, pending_until: null, promo_code: null },
    is_entitled: isRunning,
    state: isRunning ? 'cancelling' : user.subscribed_until === null ? 'none' : 'expired',
  };
}

/**
 * Locks the account of a user, and then the user's subscription. Every transaction that changes a subscription locks
 * them in this order. Returns null for a deleted account.
 */
export async function lockSubscription(
  { tx, scope, received_at }: Context,
  user_id: string,
): Promise<LockedSubscription | null> {
  const user = await tx
    .selectFrom('users')
    .selectAll()
    .where('scope', '=', scope)
    .where('id', '=', user_id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!user) return null;
  const row = await tx
    .selectFrom('subscriptions')
    .select(columns)
    .where('scope', '=', scope)
    .where('user_id', '=', user_id)
    .forUpdate()
    .executeTakeFirst();
  return { user, row: row ?? initialSubscription(user, received_at) };
}

/**
 * Stores a changed subscription, and updates the columns of the account that depend on it. If the user gains or loses
 * access, the user's devices fetch or remove the paid rows with the next pull. See: [Note: Entitled rows]
 */
export async function saveSubscription(
  context: Context,
  { user, row }: LockedSubscription,
  next: StoredSubscription,
): Promise<StoredSubscription> {
  const { tx, scope, received_at: at } = context;
  const times = entitlementTimes(next);
  const is_entitled = !isEmployee(user) && isSubscribed({ ...user, ...times }, at);
  const rev = await context.nextRev();
  const stored: StoredSubscription = { ...next, rev, is_entitled };
  const values = {
    ...stored,
    plan: next.plan && JSON.stringify(next.plan),
    next: next.next && JSON.stringify(next.next),
    updated_at: at,
  };
  await tx
    .insertInto('subscriptions')
    .values({ scope, ...values, created_at: at })
    .onConflict((conflict) => conflict.columns(['scope', 'user_id']).doUpdateSet(values))
    .execute();
  await tx
    .updateTable('users')
    .set({ ...times, ...(row.is_entitled !== is_entitled && { entitled_rev: rev }), rev, updated_at: at })
    .where('scope', '=', scope)
    .where('id', '=', user.id)
    .execute();
  context.poke(selfAndResponsibleOf(user));
  return stored;
}

/**
 * Gives a subscription a new rev after a change of data that its row shows but that is stored elsewhere, such as its
 * payments.
 */
export async function touchSubscription(context: Context, user_id: string): Promise<void> {
  const { tx, scope, received_at: updated_at } = context;
  await tx
    .updateTable('subscriptions')
    .set({ rev: await context.nextRev(), updated_at })
    .where('scope', '=', scope)
    .where('user_id', '=', user_id)
    .execute();
  context.poke([user_id]);
}

/** Returns the next receipt number of the scope. Locks the rev counter first, so that no number is assigned twice. */
export async function nextReceiptNumber({ tx, scope, nextRev }: Context): Promise<number> {
  await nextRev();
  const { last } = await tx
    .selectFrom('subscription_lines')
    .select(sql<number>`coalesce(max(receipt_no), 0)`.as('last'))
    .where('scope', '=', scope)
    .executeTakeFirstOrThrow();
  return last + 1;
}
