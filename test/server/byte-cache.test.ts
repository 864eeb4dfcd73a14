import { expect, it } from 'vitest';
import { ByteCache } from '../../server/byte-cache.ts';

it('drops the least recently used values when a cache is full', () => {
  const cache = new ByteCache<string>(100);
  cache.set('a', 'A', 40);
  cache.set('b', 'B', 40);
  cache.get('a');
  cache.set('c', 'C', 40);
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['A', undefined, 'C']);
  expect(cache.bytes).toBe(80);
});

it('counts only the new value when a value is replaced', () => {
  const cache = new ByteCache<string>(100);
  cache.set('a', 'A', 40);
  cache.set('a', 'B', 60);
  expect([cache.get('a'), cache.bytes]).toEqual(['B', 60]);
});

it('does not store a value larger than the whole cache, and removes the earlier value of its key', () => {
  const cache = new ByteCache<string>(100);
  cache.set('a', 'A', 100);
  cache.set('a', 'B', 101);
  expect([cache.get('a'), cache.bytes]).toEqual([undefined, 0]);
});
