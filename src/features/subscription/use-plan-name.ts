import { useLingui } from '@lingui/react/macro';
import type { SubscriptionLine } from '../../../contract/entities/subscription.ts';
import { periodLabels } from './period-labels.ts';

/** Returns a function that names a package and its period in the language of the app. */
export function usePlanName(): (plan: Pick<SubscriptionLine, 'title' | 'period'>) => string {
  const { t, i18n } = useLingui();
  return ({ title, period }) => {
    if (title === null || period === null) return t`Free trial`;
    return `${title[i18n.locale as keyof typeof title] ?? title.en}, ${i18n._(periodLabels[period])}`;
  };
}
