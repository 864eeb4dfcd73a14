import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorTexts } from '../../contract/error-texts.ts';
import type { Lang } from '../../contract/fields.ts';
import { languages } from '../../contract/values.ts';
import { readCatalogue } from './catalogue.ts';

export type ErrorTexts = typeof errorTexts;

/** Returns the error messages in a language, translatedTexts with the message catalogue of the screens. */
function translatedTexts(folder: string, language: Lang): ErrorTexts {
  const catalogue = readCatalogue(readFileSync(join(folder, `${language}.po`), 'utf8'));
  const entries = Object.entries(errorTexts).map(([code, text]) => [code, catalogue.get(text) || text]);
  return Object.fromEntries(entries) as ErrorTexts;
}

let loaded: Record<Lang, ErrorTexts> | undefined;

/** Returns the error messages by language and code. They are read once from `locales/` in the working directory. */
export function loadErrorTexts(folder = join(process.cwd(), 'locales')): Record<Lang, ErrorTexts> {
  const read = () => languages.map((language) => [language, translatedTexts(folder, language)]);
  return (loaded ??= Object.fromEntries(read()) as Record<Lang, ErrorTexts>);
}
