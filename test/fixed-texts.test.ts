import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fixedTexts } from './fixed-texts.ts';
import { readCatalogue } from '../server/http/catalogue.ts';

const root = join(import.meta.dirname, '..');
const catalog = (locale: string) => readCatalogue(readFileSync(join(root, `locales/${locale}.po`), 'utf8'));
const [en, ru, de] = [catalog('en'), catalog('ru'), catalog('de')];

/** The source text of all tests that render pages. */
const testSources = ['features', 'e2e']
  .flatMap((folder) => {
    const path = join(import.meta.dirname, folder);
    const files = readdirSync(path).filter((name) => /\.(test|spec)\.tsx?$/.test(name));
    return files.map((name) => readFileSync(join(path, name), 'utf8'));
  })
  .join('\n');

describe.each(fixedTexts)('%s', (text) => {
  test('the text is in the English catalogue verbatim', () => expect(en.get(text)).toBe(text));

  test('the text is translated into Russian and German', () => {
    expect(ru.get(text) ?? '').toMatch(/[а-яё]/i);
    expect(de.get(text)?.trim() ?? '').not.toBe('');
    expect(de.get(text)).not.toBe(text);
  });

  test('a test that renders pages contains the text', () => expect(testSources).toContain(text));
});
