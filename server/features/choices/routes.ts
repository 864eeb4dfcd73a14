import { choiceNames, type Choice } from '../../../contract/calls/choices.ts';
import { Refused } from '../../../contract/errors.ts';
import type { Lang } from '../../../contract/fields.ts';
import type { CallHandlers } from '../../handlers.ts';
import { wordLists } from './labels.ts';

/** Codes that are no inhabited country: unions, reserved and private ones. */
const noCountry = new Set(['EU', 'EZ', 'UN', 'XA', 'XB', 'ZZ', 'QO']);
const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const codes = alphabet.flatMap((a) => alphabet.map((b) => a + b)).filter((code) => !noCountry.has(code));

/** Countries known to Unicode, by name. Deprecated codes have the name of their successor and are omitted. */
function countries(language: Lang): Choice[] {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  const isCurrent = (code: string) => new Intl.Locale(`und-${code}`).region === code;
  const known = codes.filter(isCurrent).map((value) => ({ value, label: names.of(value) ?? '' }));
  return known.filter(({ label }) => label !== '').toSorted((a, b) => a.label.localeCompare(b.label, language));
}

const zones = (): Choice[] => ['UTC', ...Intl.supportedValuesOf('timeZone')].map((value) => ({ value, label: value }));

const made = new Map<string, Choice[]>();

function choices(path: string, language: Lang): Choice[] {
  if (!(choiceNames as readonly string[]).includes(path)) throw new Refused('not_found');
  if (path === 'countries') return countries(language);
  if (path === 'time_zones') return zones();
  return Object.entries(wordLists[path] ?? {}).map(([value, words]) => ({ value, label: words[language] }));
}

export const choiceRoutes: Pick<CallHandlers, 'choices.list'> = {
  'choices.list': async ({ caller }, { params: { path } }) => {
    const { language } = caller.user;
    const key = `${path} ${language}`;
    const results = made.get(key) ?? choices(path, language);
    made.set(key, results);
    return { results };
  },
};
