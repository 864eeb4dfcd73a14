import type { Lang } from './fields.ts';
import { languages } from './values.ts';

/** Returns the first supported language of `preferred` (browser order, e.g. `de-AT`, `en`), else English. */
export function negotiateLanguage(preferred: readonly string[]): Lang {
  for (const wish of preferred) {
    const spoken = languages.find((language) => language === wish.slice(0, 2).toLowerCase());
    if (spoken) return spoken;
  }
  return 'en';
}
