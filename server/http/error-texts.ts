import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorTexts } from '../../contract/error-texts.ts';
import type { Lang } from '../../contract/fields.ts';
import { languages } from '../../contract/values.ts';
import { readCatalogue } from './catalogue.ts';

export type ErrorTexts = typeof errorTexts;

/** The catalogues of the screens, English -> translation. */
function translated(folder: string, language: Lang): ErrorTexts {
  const catalogue = readCatalogue(readFileSync(join(folder, `${language}.po`), 'utf8'));
  const entries = Object.entries(errorTexts).map(([code, text]) => [code, catalogue.get(text) || text]);
  return Object.fromEntries(entries) as ErrorTexts;
}

let loaded: Record<Lang, ErrorTexts> | undefined;

/** Returns the texts of all codes by language, from `locales/` in the working directory; read once. */
export function loadErrorTexts(folder = join(process.cwd(), 'locales')): Record<Lang, ErrorTexts> {
  const read = () => languages.map((language) => [language, translated(folder, language)]);
  return (loaded ??= Object.fromEntries(read()) as Record<Lang, ErrorTexts>);
}
