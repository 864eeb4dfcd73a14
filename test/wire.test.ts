import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCurrentWire, wireDifferences, type Wire } from './helpers/wire.ts';

const committed = JSON.parse(readFileSync(join(import.meta.dirname, 'wire.json'), 'utf8')) as Wire;

test('the recorded wire schemas and version match the contract', () => {
  const faults = wireDifferences(committed, readCurrentWire());
  expect(faults, faults.join('\n')).toEqual([]);
});

test('reports changed, new and removed schemas, and a contract version that was raised or lowered', () => {
  const before: Wire = { version: 1, hashes: { a: '1', b: '1' } };
  const after: Wire = { version: 1, hashes: { a: '2', c: '1' } };
  expect(wireDifferences(before, after).map((fault) => fault.split(' ')[0])).toEqual(['a', 'b', 'c']);
  expect(wireDifferences(before, { ...after, version: 2 })).toHaveLength(1);
  expect(wireDifferences({ ...after, version: 2 }, after)).toEqual(['CONTRACT_VERSION went back']);
  expect(wireDifferences(before, before)).toEqual([]);
});
