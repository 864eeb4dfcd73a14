import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readCatalogue } from '../server/http/catalogue.ts';
import { catalogErrors } from './helpers/catalog.ts';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'haversack-texts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const catalog = (locale: string) => readCatalogue(readFileSync(join(root, `locales/${locale}.po`), 'utf8'));

/** Returns the texts that `npm run texts` would write if there were no earlier catalogue. */
function extracted(): string[] {
  const config = join(folder, 'lingui.config.mjs');
  const original = JSON.stringify(join(root, 'lingui.config.ts'));
  writeFileSync(
    config,
    `import base from ${original};
     const [first] = base.catalogs;
     const at = (path) => path.replace('<rootDir>', ${JSON.stringify(root)});
     export default { ...base, rootDir: ${JSON.stringify(root)}, catalogs: [{ path: ${JSON.stringify(join(folder, '{locale}'))}, include: first.include.map(at) }] };`,
  );
  const lingui = join(root, 'node_modules/@lingui/cli/dist/lingui.js');
  const run = spawnSync(process.execPath, [lingui, 'extract', '--config', config, '--locale', 'en', '--workers', '1'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(run.stderr + run.stdout);
  return [...readCatalogue(readFileSync(join(folder, 'en.po'), 'utf8')).keys()];
}

describe('catalogues', () => {
  test.each(['ru', 'de'])('the catalogue in %s contains every text with all plural forms of the language', (locale) => {
    const cure = `translate these in locales/${locale}.po`;
    expect(catalogErrors(locale, catalog('en'), catalog(locale)), cure).toEqual([]);
  });

  test('the catalogues match the sources (npm run texts)', () => {
    const ids = extracted().sort();
    expect(ids.length).toBeGreaterThan(0);
    for (const locale of ['en', 'ru', 'de']) expect([...catalog(locale).keys()].sort(), locale).toEqual(ids);
  });

  test('the text of an error code is keyed by the code, and is not loaded with the first screens', async () => {
    const [{ messages: rest }, { messages: first }] = await Promise.all([
      import('virtual:texts/ru/rest'),
      import('virtual:texts/ru/first'),
    ]);
    expect(rest['error.taken']).toEqual(['Пользователя уже взял другой сотрудник']);
    expect(Object.keys(first).filter((id) => id.startsWith('error.'))).toEqual([]);
  });

  test('the catalogue check reports an empty text, a missing plural form and a lost placeholder', () => {
    const en = new Map([
      ['a', 'a'],
      ['b', '{count, plural, one {Lesson} other {# lessons}}'],
      ['c', 'Hello <0>{name}</0>'],
    ]);
    const ru = new Map([
      ['a', ''],
      ['b', '{count, plural, one {Урок} few {# урока} other {# уроков}}'],
      ['c', 'Привет <0>x</0>'],
    ]);
    expect(catalogErrors('ru', en, ru)).toEqual(['empty: a', 'plural form many is missing: b', 'name is lost: c']);
  });
});
