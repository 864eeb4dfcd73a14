import { uuidv7 } from 'uuidv7';
import type { SubscriptionPeriod } from '../../contract/values.ts';
import type { Deps } from '../../server/deps.ts';
import { syncStamps } from '../helpers/stamps.ts';

type Prices = Record<SubscriptionPeriod, number>;

/** The packages that can be bought. The ledger is compared with these prices. */
export interface Shop {
  packages: { id: string; title: string; prices: Prices }[];
  /** A promo code that reduces the first payment, and a promo code for a free trial. */
  discount: { code: string; percent: number };
  trial: { code: string; days: number };
}

const prices = (month: number): Prices => ({
  ...{ week: Math.round(month / 3), month, quarter: month * 3 - 100 },
  ...{ half_year: month * 6 - 400, year: month * 12 - 1200 },
});

/** Returns what a line of a payment must cost: the price of its package, less the discount of its promo code. */
export function costOf(
  { packages, discount }: Shop,
  {
    package_id,
    period,
    promo_code,
  }: Record<'package_id' | 'promo_code', string | null> & { period: SubscriptionPeriod },
): number | null {
  const price = packages.find(({ id }) => id === package_id)?.prices[period];
  if (price === undefined) return null;
  return promo_code === discount.code ? Math.round((price * (100 - discount.percent)) / 100) : price;
}

/** Creates two packages and two promo codes. */
export async function makeShop({ db, scope, clock }: Deps): Promise<Shop> {
  const at = clock().toISOString();
  const packages = [
    { id: uuidv7(), title: 'Learn', prices: prices(600) },
    { id: uuidv7(), title: 'Family', prices: prices(900) },
  ];
  const texts = (en: string) => ({ en, ru: en, de: en });
  for (const [position, { id, title, prices: own }] of packages.entries())
    await db
      .insertInto('packages')
      .values({
        ...{ ...syncStamps(at), rev: 1, scope, id, path: `packages/${title}.yaml`, source_hash: '', position },
        ...{ title: JSON.stringify(texts(title)), features: JSON.stringify([texts('Everything')]) },
        ...{ prices: JSON.stringify(own), popular: false },
      })
      .execute();
  const shop: Shop = { packages, discount: { code: 'SAVE20', percent: 20 }, trial: { code: 'TRY14', days: 14 } };
  const common = { scope, valid_until: null, uses_left: null, created_at: at };
  await db
    .insertInto('promo_codes')
    .values([
      { ...common, code: shop.discount.code, trial_days: 0, discount_percent: shop.discount.percent },
      { ...common, code: shop.trial.code, trial_days: shop.trial.days, discount_percent: 0 },
    ])
    .execute();
  return shop;
}
