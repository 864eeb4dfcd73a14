import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { readContent } from '../../server/content/read.ts';
import { writeContent } from '../../server/content/write.ts';
import { inTransaction } from '../../server/db/transaction.ts';
import { demoContentDir } from '../../server/demo/seed.ts';
import { openTestDatabase } from '../helpers/server.ts';

const now = '2026-03-02T08:00:00.000Z';
const dirs: string[] = [];
let dir: string;
let scope: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'packages-'));
  dirs.push(dir);
  scope = uuidv7();
  await mkdir(join(dir, 'packages'));
});
afterAll(async () => {
  for (const each of dirs) await rm(each, { recursive: true });
});

const learn = {
  title: 'title: { en: Learn, ru: Учёба, de: Lernen }',
  order: 'order: 2',
  prices: 'prices: { month: 600, half_year: 3000 }',
  features: 'features: { en: [Lessons], ru: [Уроки], de: [Lektionen] }',
};

const writePackage = (fields: Partial<Record<keyof typeof learn | 'more', string>> = {}, file = 'learn.yaml') =>
  writeFile(join(dir, 'packages', file), Object.values({ ...learn, ...fields }).join('\n'));
const writePromoCodes = (...lines: string[]) =>
  writeFile(join(dir, 'promo-codes.csv'), ['code,trial_days,discount_percent,valid_until,uses', ...lines].join('\n'));

async function readIssues(): Promise<string[]> {
  return (await readContent(dir)).problems.map(({ file, line, text }) => `${file}:${line}: ${text}`);
}

async function importDir(prune = false) {
  const { db } = await openTestDatabase();
  const content = await readContent(dir);
  const counts = await inTransaction(db, (tx) =>
    writeContent(tx, content, { scope, now, prune, nextRev: () => Promise.resolve(7) }),
  );
  const packages = await db.selectFrom('packages').selectAll().where('scope', '=', scope).orderBy('path').execute();
  const codes = await db.selectFrom('promo_codes').selectAll().where('scope', '=', scope).orderBy('code').execute();
  return { counts, packages, codes };
}

describe('a package from a file', () => {
  it('imports a package in three languages with a price for each period', async () => {
    await writePackage();
    const { counts, packages } = await importDir();
    expect(counts).toMatchObject({ added: 1, removed: [] });
    expect(packages).toMatchObject([
      {
        title: { en: 'Learn', ru: 'Учёба', de: 'Lernen' },
        features: [{ en: 'Lessons', ru: 'Уроки', de: 'Lektionen' }],
        prices: { month: 600, half_year: 3000 },
        popular: false,
        position: 2,
        rev: 7,
      },
    ]);
  });

  it('an imported package keeps its id when its file changes', async () => {
    await writePackage();
    const before = await importDir();
    expect((await importDir()).counts).toMatchObject({ added: 0, updated: 0, unchanged: 1 });
    await writePackage({ prices: 'prices: { month: 700 }' });
    const { counts, packages } = await importDir();
    expect(counts.updated).toBe(1);
    expect(packages.map(({ id, prices }) => ({ id, prices }))).toEqual([
      { id: before.packages[0]?.id, prices: { month: 700 } },
    ]);
  });

  it('reports an imported package whose file is gone, and removes it only with --prune', async () => {
    await writePackage();
    await writePackage({}, 'old.yaml');
    await importDir();
    await rm(join(dir, 'packages', 'old.yaml'));
    expect((await importDir()).counts).toMatchObject({ removed: ['packages/old.yaml'], pruned: 0 });
    const { packages } = await importDir(true);
    expect(packages.map(({ path, deleted_at }) => [path, deleted_at])).toEqual([
      ['packages/learn.yaml', null],
      ['packages/old.yaml', now],
    ]);
  });

  it.each([
    [{ title: 'title: { en: Learn, ru: Учёба }' }, 'packages/learn.yaml:1: title: '],
    [{ prices: 'prices: {}' }, 'packages/learn.yaml:3: prices: must have a price for one of'],
    [{ prices: 'prices: { month: 99 }' }, 'packages/learn.yaml:3: prices: each price must be a whole number of cents'],
    [{ prices: 'prices: { month: 10000001 }' }, 'packages/learn.yaml:3: prices: each price must be'],
    [{ prices: 'prices: { month: 6.5 }' }, 'packages/learn.yaml:3: prices: each price must be'],
    [{ prices: 'prices: { day: 100 }' }, 'packages/learn.yaml'],
    [{ order: 'order: -1' }, 'packages/learn.yaml:2: order: must not be negative'],
    [
      { features: 'features: { en: [A, B], ru: [А], de: [A] }' },
      'features: must have the same features in each language',
    ],
    [{ features: 'features: { en: [], ru: [], de: [] }' }, 'features: must have 1 to 12 features'],
    [{ more: 'discount: 5' }, 'packages/learn.yaml:5: discount: is not a known key'],
  ])('refuses an invalid package file and names the line: %o', async (fields, issue) => {
    await writePackage(fields);
    expect((await readIssues()).join('\n')).toContain(issue);
  });

  it('a package can have twelve features, but not thirteen', async () => {
    const list = (count: number) => `[${Array.from({ length: count }, (_, index) => `f${index}`).join(', ')}]`;
    const features = (count: number) => `features: { en: ${list(count)}, ru: ${list(count)}, de: ${list(count)} }`;
    await writePackage({ features: features(12) });
    expect(await readIssues()).toEqual([]);
    await writePackage({ features: features(13) });
    expect((await readIssues()).join()).toContain('must have 1 to 12 features');
  });
});

describe('promo codes from a file', () => {
  it('imported promo codes grant a trial or a discount, optionally limited in time and number of uses', async () => {
    await writePromoCodes('WELCOME,30,,,', 'SAVE20, ,20,2026-12-31,5', '');
    expect((await importDir()).codes).toMatchObject([
      { code: 'SAVE20', trial_days: 0, discount_percent: 20, valid_until: '2026-12-31T23:59:59.999Z', uses_left: 5 },
      { code: 'WELCOME', trial_days: 30, discount_percent: 0, valid_until: null, uses_left: null },
    ]);
  });

  it('imported promo codes keep their remaining uses until their line changes', async () => {
    await writePromoCodes('SAVE20,,20,,5');
    await importDir();
    const { db } = await openTestDatabase();
    await db.updateTable('promo_codes').set({ uses_left: 2 }).where('scope', '=', scope).execute();
    expect((await importDir()).codes[0]?.uses_left).toBe(2);
    await writePromoCodes('SAVE20,,20,,9');
    expect((await importDir()).codes[0]?.uses_left).toBe(9);
  });

  it('--prune removes only promo codes that were imported from a file', async () => {
    await writePromoCodes('OLD,30,,,', 'NEW,30,,,');
    await importDir();
    const { db } = await openTestDatabase();
    const manualCode = { scope, code: 'MANUAL', trial_days: 5, valid_until: null, uses_left: null, created_at: now };
    await db.insertInto('promo_codes').values(manualCode).execute();
    await writePromoCodes('NEW,30,,,');
    expect((await importDir()).counts.removed).toEqual(['promo-codes.csv: OLD']);
    expect((await importDir(true)).codes.map(({ code }) => code)).toEqual(['MANUAL', 'NEW']);
  });

  it.each([
    ['ab,30,,,', 'code: must be 3 to 40'],
    ['WELCOME,367,,,', 'trial_days: must be 0 to 366'],
    ['WELCOME,,100,,', 'discount_percent: must be 0 to 99'],
    ['WELCOME,,,,', 'must have either trial_days or discount_percent'],
    ['WELCOME,30,20,,', 'must have either trial_days or discount_percent'],
    ['WELCOME,30,,31.12.2026,', 'valid_until: must be a date'],
    ['WELCOME,30,,2026-13-01,', 'valid_until: must be a date'],
    ['WELCOME,30,,,many', 'uses: must be a whole number'],
    ['WELCOME,30', 'must have 5 values'],
  ])('refuses invalid promo codes and names their line: %s', async (line, issue) => {
    await writePromoCodes('FIRST,30,,,', line);
    expect((await readIssues()).join()).toContain(`promo-codes.csv:3: ${issue}`);
  });

  it('refuses promo codes if a code occurs twice or the columns are wrong', async () => {
    await writePromoCodes('ONE,30,,,', 'ONE,14,,,');
    expect(await readIssues()).toEqual(['promo-codes.csv:3: code: ONE occurs twice']);
    await writeFile(join(dir, 'promo-codes.csv'), 'code;days\nONE;30\n');
    expect((await readIssues()).join()).toContain('promo-codes.csv:1: must begin with code,trial_days');
  });
});

it('the content of the demo has three packages and two promo codes, and its import reports no issues', async () => {
  const { packages, promoCodes, problems } = await readContent(demoContentDir(), new Date(now));
  expect(problems).toEqual([]);
  expect(packages.map(({ title }) => title.en)).toEqual(['Family', 'Learn', 'Start']);
  expect(promoCodes.map(({ code }) => code)).toEqual(['WELCOME', 'SAVE20']);
});
