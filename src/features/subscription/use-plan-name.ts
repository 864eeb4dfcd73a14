import { useLingui } from '@lingui/react/macro';
import type { SubscriptionLine } from '../../../contract/entities/subscription.ts';
import { periodLabels } from './period-labels.ts';

type PlanTitle = Pick<SubscriptionLine, 'title' | 'period'> & Partial<Pick<SubscriptionLine, 'amount_cents'>>;

/**
 * Returns a function that names a package and its period in the language of the app. A plan without a title is a free
 * trial, unless it costs something: an API with only the documented calls may send no titles and no periods.
 */
export function usePlanName(): (plan: PlanTitle) => string {
  const { t, i18n } = useLingui();
  return ({ title, period, amount_cents = 0 }) => {
    if (title === null) return amount_cents > 0 ? t`Subscription` : t`Free trial`;
    const name = title[i18n.locale as keyof typeof title] ?? title.en;
    return [name, period && i18n._(periodLabels[period])].filter(Boolean).join(', ');
  };
}
