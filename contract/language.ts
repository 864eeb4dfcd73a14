import type { Lang } from './fields.ts';
import { languages } from './preference-values.ts';

/**
 * Returns the first of the preferred languages that the app supports, else English. `preferred` is in browser order,
 * e.g. `de-AT`, `en`.
 */
export function negotiateLanguage(preferred: readonly string[]): Lang {
  for (const tag of preferred) {
    const supported = languages.find((language) => language === tag.slice(0, 2).toLowerCase());
    if (supported) return supported;
  }
  return 'en';
}
