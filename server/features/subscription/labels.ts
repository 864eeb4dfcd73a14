import type { Plan } from '../../../contract/entities/subscription.ts';
import type { Lang } from '../../../contract/fields.ts';
import type { SubscriptionPeriod } from '../../../contract/values.ts';

/** Names of the periods, for clients without texts of their own and for payment pages. */
export const periodNames: Record<SubscriptionPeriod, Record<Lang, string>> = {
  week: { en: 'Week', ru: 'Неделя', de: 'Woche' },
  month: { en: 'Month', ru: 'Месяц', de: 'Monat' },
  quarter: { en: 'Quarter', ru: 'Квартал', de: 'Quartal' },
  half_year: { en: 'Half-year', ru: 'Полгода', de: 'Halbjahr' },
  year: { en: 'Year', ru: 'Год', de: 'Jahr' },
};

/** Joins the title of a package and the name of a period, as in "Basic, Month". */
export const planTitle = (title: Plan['title'], period: SubscriptionPeriod, language: Lang): string =>
  `${title[language]}, ${periodNames[period][language]}`;

/** Returns the name of a plan for payment pages, such as "Basic, Month". */
export const planName = ({ title, period }: Plan, language: Lang): string => planTitle(title, period, language);
