import type { PromoOffer } from '../../../contract/api-calls/subscription.ts';
import type { Package } from '../../../contract/entities/package.ts';
import type { Subscription } from '../../../contract/entities/subscription.ts';
import { planChoiceEffect, isSamePlan, monthsIn } from '../../../contract/states/subscription.ts';
import { subscriptionPeriods, type SubscriptionPeriod } from '../../../contract/values.ts';
import type { Account } from './queries.ts';

/** Effect of choosing a package, which determines the text of the button. */
export type PlanEffect = 'pay' | 'extend' | 'trial' | 'change' | 'keep' | 'planned';

const blank: Pick<Subscription, 'state' | 'plan' | 'next' | 'until'> = {
  ...{ state: 'none', plan: null, next: null, until: null },
};

/** Returns the periods for which at least one package has a price, shortest first. */
export const periodsOf = (packages: readonly Package[]): readonly SubscriptionPeriod[] =>
  subscriptionPeriods.filter((period) => packages.some(({ prices }) => prices[period] !== undefined));

/** Returns the end of the paid time (ISO); null if it has passed at `now` (ms) or nothing was paid. */
export function paidUntil({ me, subscription }: Account, now: number): string | null {
  const until = subscription?.until ?? me.subscribed_until;
  return until !== null && Date.parse(until) > now ? until : null;
}

/**
 * Returns the effect of choosing a package and period. A plan with a discount needs a payment, so it is paid
 * immediately.
 */
export function planEffectOf(
  account: Account,
  plan: { package_id: string; period: SubscriptionPeriod },
  now: number,
  promo?: Pick<PromoOffer, 'trial_days'>,
): PlanEffect {
  if (promo && promo.trial_days > 0) return 'trial';
  const row = account.subscription ?? blank;
  const effect = promo ? 'pay' : planChoiceEffect(row, plan);
  if (effect === 'change' && isSamePlan(row.next, plan)) return 'planned';
  return effect === 'pay' && paidUntil(account, now) !== null ? 'extend' : effect;
}

/** Returns how many cents a period costs less than the same time paid monthly; 0 if it does not cost less. */
export function savingsCents({ prices }: Package, period: SubscriptionPeriod): number {
  const [price, month] = [prices[period], prices.month];
  if (price === undefined || month === undefined || monthsIn(period) <= 1) return 0;
  return Math.max(0, month * monthsIn(period) - price);
}

/**
 * Returns the id of the package that is selected first: the current one, otherwise the one marked as popular, otherwise
 * the first.
 */
export function initialPackageId(packages: readonly Package[], subscription: Subscription | null): string {
  const current = packages.find(({ id }) => id === subscription?.plan?.package_id);
  return (current ?? packages.find(({ popular }) => popular) ?? packages[0])?.id ?? '';
}
