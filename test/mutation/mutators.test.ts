import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { installMutators, otherNumbers } from './mutators.ts';
import { changeOf, toStrykerForm, keyOf, listMutants } from './mutants.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'haversack-mutants-'));
  installMutators();
});
afterAll(() => {
  installMutators();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the mutants of a source as mutator and replacement, in source order. */
async function mutantsOf(source: string, mutator: string): Promise<string[]> {
  const file = join(folder, 'source.ts');
  writeFileSync(file, source);
  const keys = await listMutants([file]);
  return keys.filter((key) => key.includes(` ${mutator} `)).map((key) => key.split(` ${mutator} `)[1] ?? '');
}

it('mutants change small numbers by one, and double and halve larger numbers', async () => {
  expect(otherNumbers(0)).toEqual([1]);
  expect(otherNumbers(9)).toEqual([10]);
  expect(otherNumbers(900)).toEqual([1800, 450]);
  expect(await mutantsOf('export const cap = 60;', 'NumericLiteral')).toEqual(['120', '30']);
});

it('mutants remove each entry of a list in turn', async () => {
  const removed = await mutantsOf(`export const states = ['new', 'open', 'done'];`, 'ArrayEntry');
  expect(removed).toEqual([`['open', 'done']`, `['new', 'done']`, `['new', 'open']`]);
  expect(await mutantsOf(`export const states = ['new'];`, 'ArrayEntry')).toEqual([]);
});

it('mutants remove each overriding field of an object copy and leave other objects unchanged', async () => {
  const source = 'export const f = (row: object, at: string) => ({ ...row, state: 1, at });';
  const removed = await mutantsOf(source, 'OverriddenField');
  expect(removed.map((code) => code.replaceAll(/\s+/g, ' '))).toEqual(['{ ...row, at }', '{ ...row, state: 1 }']);
  expect(await mutantsOf('export const pair = { a: 1, b: 2 };', 'OverriddenField')).toEqual([]);
});

it('mutants remove calls whose result is not used, including awaited calls, but not log calls', async () => {
  const source =
    'export async function f(log, tell) { tell(1); await tell(2); log.warn("x"); const a = tell(3); return a; }';
  expect(await mutantsOf(source, 'RemovedCall')).toEqual([';', ';']);
});

it('mutants do not change the texts of errors and summaries', async () => {
  const prose = `new Error('gone'); export const call = { summary: 'Lists all', name: 'list' };`;
  expect(await mutantsOf(prose, 'StringLiteral')).toEqual(['""']);
});

it('mutants do not change empty lists, since any entry would be a type error', async () => {
  expect(await mutantsOf('export const none: number[] = [];', 'ArrayDeclaration')).toEqual([]);
  expect(await mutantsOf('export const one = [1];', 'ArrayDeclaration')).toEqual(['[]']);
});

it("the mutators include Stryker's own", async () => {
  expect(await mutantsOf('export const f = (a: number) => a > 1;', 'EqualityOperator')).toEqual(['a >= 1', 'a <= 1']);
  expect(await mutantsOf('export const f = (a: number[]) => a.filter(Boolean);', 'MethodExpression')).toEqual(['a']);
});

it('the mutants of a control run change nothing', async () => {
  installMutators(true);
  const keys = await mutantsOf('export const f = (a: number) => a > 1;', 'Control');
  installMutators();
  expect(keys).toEqual(['a > 1']);
});

it('identifies a mutant by its line and replacement, and finds it again in a report', () => {
  const found = {
    fileName: 'contract/x.ts',
    location: { start: { line: 1, column: 8 }, end: { line: 2, column: 3 } },
    mutatorName: 'ArrayEntry',
    replacement: '[2]',
  };
  const change = changeOf(found, 'const a =\n  list = [1,\n  2] as const;\n');
  expect(change).toMatchObject({ file: 'contract/x.ts', line: 2, original: ' [1,\n  2', replacement: '[2]' });
  const reported = { ...found, location: { start: { line: 2, column: 9 }, end: { line: 3, column: 4 } } };
  expect(keyOf(toStrykerForm(reported))).toBe(keyOf(found));
});
