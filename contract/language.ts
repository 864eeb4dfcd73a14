import type { Lang } from './fields.ts';
import { languages } from './values.ts';

/**
 * The first language that is asked for and that we speak, else English. `wishes` as a browser tells them, dearest first:
 * `de-AT`, `en`.
 */
export function negotiateLanguage(preferred: readonly string[]): Lang {
  for (const wish of preferred) {
    const spoken = languages.find((language) => language === wish.slice(0, 2).toLowerCase());
    if (spoken) return spoken;
  }
  return 'en';
}
