import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCatalogue } from '../server/http/catalogue.ts';
import { exceptions, fixedTexts, bannedTerms, type Language } from './helpers/glossary.ts';

const catalog = (language: Language) =>
  readCatalogue(readFileSync(join(import.meta.dirname, `../locales/${language}.po`), 'utf8'));

/** Returns only the words of a text, without its placeholders and the variables of its plurals. */
const wordsOf = (text: string): string => text.replace(/\{\w+(?:\}|, plural,)/g, '');

/** Returns the texts that contain a banned term, each with the term to use instead. */
function offences(language: Language, texts: ReadonlyMap<string, string>): string[] {
  const allowed = new Set(exceptions[language]);
  const fixed = new Set(fixedTexts);
  return [...texts]
    .filter(([id]) => !allowed.has(id) && !fixed.has(id))
    .flatMap(([id, text]) =>
      bannedTerms[language]
        .map(([pattern, term]) => ({ word: pattern.exec(wordsOf(text))?.[0], term }))
        .filter(({ word }) => word !== undefined)
        .map(({ word, term }) => `${id} | ${text}: ${word} -> ${term}`),
    );
}

test.each(['en', 'de', 'ru'] as const)('the %s catalogue contains no word that the glossary bans', (language) => {
  expect(offences(language, catalog(language))).toEqual([]);
});

test.each(['en', 'de', 'ru'] as const)(
  'every exception from the glossary for the %s catalogue is still needed',
  (language) => {
    const texts = catalog(language);
    const isNeeded = (id: string) =>
      bannedTerms[language].some(([pattern]) => pattern.test(wordsOf(texts.get(id) ?? '')));
    expect(exceptions[language].filter((id) => !isNeeded(id))).toEqual([]);
  },
);

test('reports a banned word with the term that replaces it, except in a fixed text', () => {
  expect(offences('en', new Map([['Take back', 'Take back']]))).toEqual([
    'Take back | Take back: Take back -> Undo or Withdraw',
  ]);
  expect(offences('de', new Map([['Offline', 'Kein Netz']]))).toHaveLength(1);
  expect(offences('en', new Map([['Please, fill this field', 'Please, fill this field']]))).toEqual([]);
});
