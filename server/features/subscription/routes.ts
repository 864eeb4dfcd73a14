import type { SubscriptionInfo } from '../../../contract/api-calls/subscription.ts';
import type { Plan, Subscription } from '../../../contract/entities/subscription.ts';
import type { Lang } from '../../../contract/fields.ts';
import { isRenewing } from '../../../contract/states/subscription.ts';
import { subscriptionPeriods } from '../../../contract/values.ts';
import type { CallHandlers, HandlerContext } from '../../handlers.ts';
import { withListEtag } from '../../sync/rest-adapter.ts';
import { changeAutoPay } from './auto-pay.ts';
import { isSubscribed } from './entitlement.ts';
import { periodNames } from './labels.ts';
import { allPackages } from './packages-repository.ts';
import { checkPromo } from './purchase.ts';
import { subscriptionOf } from './repository.ts';

type SubscriptionCalls = Pick<CallHandlers, Extract<keyof CallHandlers, `subscription.${string}`>>;

const noSubscription: Subscription = {
  ...{ id: '', rev: 0, state: 'none', plan: null, next: null, started_at: null, until: null },
  ...{ next_try_at: null, method: null, promo_code: null, history: [] },
};

const localizedPlan = <P extends Plan>(plan: P, language: Lang) => ({ ...plan, title: plan.title[language] });

async function infoOf(context: HandlerContext): Promise<SubscriptionInfo> {
  const { tx, scope, caller, received_at } = context;
  const { language } = caller.user;
  const row = await subscriptionOf({ tx, scope, user_id: caller.user_id });
  const { id: _, history, plan, next, ...fields } = row ?? noSubscription;
  const user = await tx
    .selectFrom('users')
    .selectAll()
    .where('scope', '=', scope)
    .where('id', '=', caller.user_id)
    .executeTakeFirstOrThrow();
  return {
    current: {
      ...fields,
      plan: plan && localizedPlan(plan, language),
      next: next && localizedPlan(next, language),
      auto_pay: isRenewing(fields.state),
      is_subscribed: isSubscribed(user, received_at),
    },
    history: history.map((line) => ({ ...line, title: line.title?.[language] ?? null })),
  };
}

export const subscriptionRoutes: SubscriptionCalls = {
  'subscription.periods': async (context) => {
    const packages = await allPackages(context);
    return subscriptionPeriods
      .filter((period) => packages.some(({ prices }) => prices[period] !== undefined))
      .map((period) => ({ period, title: periodNames[period][context.caller.user.language] }));
  },
  'subscription.packages': async (context, { body: { period } }) => {
    const { language } = context.caller.user;
    const packages = (await allPackages(context)).filter(({ prices }) => !period || prices[period] !== undefined);
    const localizedPackages = packages.map(({ position: _, title, features, ...row }) => ({
      ...row,
      title: title[language],
      features: features.map((feature) => feature[language]),
    }));
    return withListEtag(context, localizedPackages);
  },
  'subscription.check_promo': (context, { body }) => checkPromo(context, body),
  'subscription.info': infoOf,
  'subscription.set_auto_pay': async (context, { body }) => {
    await changeAutoPay(context, body.auto_pay);
    return infoOf(context);
  },
};
