import { choiceNames, type Choice } from '../../../contract/api-calls/choices.ts';
import { countryCodes } from '../../../contract/countries.ts';
import { Refused } from '../../../contract/errors.ts';
import type { Lang } from '../../../contract/fields.ts';
import type { CallHandlers } from '../../handlers.ts';
import { labelLists } from './labels.ts';

/** Returns the countries sorted by name. */
function countries(language: Lang): Choice[] {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  const countryChoices = countryCodes().map((value) => ({ value, label: names.of(value) ?? value }));
  return countryChoices.toSorted((a, b) => a.label.localeCompare(b.label, language));
}

const zones = (): Choice[] => ['UTC', ...Intl.supportedValuesOf('timeZone')].map((value) => ({ value, label: value }));

const cachedLists = new Map<string, Choice[]>();

function choices(path: string, language: Lang): Choice[] {
  if (!(choiceNames as readonly string[]).includes(path)) throw new Refused('not_found');
  if (path === 'countries') return countries(language);
  if (path === 'time_zones') return zones();
  return Object.entries(labelLists[path] ?? {}).map(([value, labels]) => ({ value, label: labels[language] }));
}

export const choiceRoutes: Pick<CallHandlers, 'choices.list'> = {
  'choices.list': async ({ caller }, { params: { path } }) => {
    const { language } = caller.user;
    const key = `${path} ${language}`;
    const results = cachedLists.get(key) ?? choices(path, language);
    cachedLists.set(key, results);
    return results;
  },
};
