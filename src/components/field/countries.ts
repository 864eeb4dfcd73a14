import { countryCodes } from '../../../contract/countries.ts';

const optionsByLanguage = new Map<string, readonly { value: string; label: string }[]>();

/** Returns select options for all countries, with the names that the browser provides in a language. */
export function countryOptions(language: string): readonly { value: string; label: string }[] {
  const cached = optionsByLanguage.get(language);
  if (cached) return cached;
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const options = countryCodes()
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .toSorted((a, b) => a.label.localeCompare(b.label, language));
  optionsByLanguage.set(language, options);
  return options;
}
