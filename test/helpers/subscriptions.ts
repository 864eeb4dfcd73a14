import type { Insertable } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { PromoCodesTable } from '../../server/db/account-tables.ts';
import { entitlementTimes } from '../../server/features/subscription/entitlement.ts';
import type { StoredSubscription } from '../../server/features/subscription/repository.ts';
import type { TestServer } from './server.ts';
import { syncStamps } from './stamps.ts';

export const DAY = 86_400_000;

/** Adds a package. Returns its id. */
export async function addPackage(
  { db, scope, clock }: Pick<TestServer, 'db' | 'scope' | 'clock'>,
  { title = 'Learn', prices = { month: 600, half_year: 3000 }, position = 1, rev = 1 } = {},
): Promise<string> {
  const id = uuidv7();
  const texts = (en: string) => ({ en, ru: `${en} (ru)`, de: `${en} (de)` });
  await db
    .insertInto('packages')
    .values({
      ...{ ...syncStamps(clock.now().toISOString()), rev, scope, id, path: `packages/${id}.yaml`, source_hash: '' },
      ...{ title: JSON.stringify(texts(title)), features: JSON.stringify([texts('Everything')]), position },
      ...{ prices: JSON.stringify(prices), popular: false },
    })
    .execute();
  return id;
}

/** Returns the plan of a package that addPackage created. */
export const planOf = (package_id: string) => ({
  ...{ package_id, period: 'half_year' as const, price_cents: 3000 },
  title: { en: 'Learn', ru: 'Learn (ru)', de: 'Learn (de)' },
});

/** Gives a user a subscription that ends in 20 days, and replaces any other subscription of the user. */
export async function subscribe(
  { db, scope, clock }: Pick<TestServer, 'db' | 'scope' | 'clock'>,
  user_id: string,
  fields: Partial<StoredSubscription> = {},
): Promise<void> {
  const at = clock.now().toISOString();
  const until = new Date(clock.now().getTime() + 20 * DAY).toISOString();
  const row = {
    ...{ user_id, rev: 1, state: 'active' as const, plan: planOf(uuidv7()), next: null, started_at: at, until },
    ...{ next_try_at: null, attempts: 0, reminded_days: null, pending_until: null, promo_code: null },
    ...{ is_entitled: true, ...fields },
  };
  const [plan, next] = [row.plan && JSON.stringify(row.plan), row.next && JSON.stringify(row.next)];
  await db
    .insertInto('subscriptions')
    .values({ scope, ...row, plan, next, created_at: at, updated_at: at })
    .onConflict((conflict) =>
      conflict.columns(['scope', 'user_id']).doUpdateSet({ ...row, plan, next, updated_at: at }),
    )
    .execute();
  await db
    .updateTable('users')
    .set(entitlementTimes(row))
    .where('scope', '=', scope)
    .where('id', '=', user_id)
    .execute();
}

/** Adds a promo code, by default one with a discount. Returns it. */
export async function addPromo(
  { db, scope, clock }: TestServer,
  change: Partial<Insertable<PromoCodesTable>> = {},
): Promise<string> {
  const code = change.code ?? `CODE-${uuidv7().slice(-12).toUpperCase()}`;
  const limits = { trial_days: 0, discount_percent: 20, valid_until: null, uses_left: null };
  await db
    .insertInto('promo_codes')
    .values({ scope, ...limits, created_at: clock.now().toISOString(), ...change, code })
    .execute();
  return code;
}

/** Returns valid requests for the subscription calls. */
export const subscriptionSamples = (server: TestServer) => ({
  'subscription.periods': () => Promise.resolve({ body: {} }),
  'subscription.packages': () => Promise.resolve({ body: {} }),
  'subscription.package_purchase': async () => ({
    body: { package_id: await addPackage(server), period: 'half_year' },
  }),
  'subscription.check_promo': async () => ({
    body: { package_id: await addPackage(server), period: 'half_year', promo_code: await addPromo(server) },
  }),
  'subscription.info': () => Promise.resolve({}),
  'subscription.set_auto_pay': async (token: string | undefined) => {
    const { body } = await server.call('accounts.me', { token });
    if (typeof body['id'] === 'string') await subscribe(server, body['id']);
    return { body: { auto_pay: false } };
  },
});
