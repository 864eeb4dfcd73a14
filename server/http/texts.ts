import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorTexts } from '../../contract/error-texts.ts';
import type { Lang } from '../../contract/fields.ts';
import { successTexts, type SuccessCode } from '../../contract/success-texts.ts';
import { languages } from '../../contract/preference-values.ts';
import { readCatalogue } from './catalogue.ts';

export interface Texts {
  errors: typeof errorTexts;
  successes: Readonly<Record<SuccessCode, string>>;
}

/** Returns the texts in a language, translated by the catalogue of the screens. */
function loadTranslations(folder: string, language: Lang): Texts {
  const catalogue = readCatalogue(readFileSync(join(folder, `${language}.po`), 'utf8'));
  const inLanguage = <T extends Readonly<Record<string, string>>>(texts: T): Record<keyof T, string> =>
    Object.fromEntries(Object.entries(texts).map(([code, text]) => [code, catalogue.get(text) || text])) as Record<
      keyof T,
      string
    >;
  return { errors: inLanguage(errorTexts), successes: inLanguage(successTexts) };
}

let loaded: Record<Lang, Texts> | undefined;

/**
 * Returns the texts of all codes by language. The texts are read from `locales/` in the working directory on the first
 * call, and kept.
 */
export function loadTexts(folder = join(process.cwd(), 'locales')): Record<Lang, Texts> {
  const read = () => languages.map((language) => [language, loadTranslations(folder, language)]);
  return (loaded ??= Object.fromEntries(read()) as Record<Lang, Texts>);
}
