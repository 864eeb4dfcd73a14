import { expect, it } from 'vitest';
import { chartOf, figuresOf, formatMs, type Results } from './peers/results.ts';

const results: Results = {
  rows: 50_000,
  changed: 1_000,
  rounds: new Map([
    [
      'IndexedDB',
      [
        { mirror: 8_000, delta: 800, search: 600, start: 900 },
        { mirror: 4_000, delta: 80, search: 500, start: 100 },
        { mirror: 2_000, delta: 40, search: 400, start: 50 },
      ],
    ],
    // Measured in the first round only.
    ['Dexie', [{ mirror: 10_000, delta: 1_200, search: 1_200, start: 990 }]],
    [
      'Haversack',
      [
        { mirror: 4_000, delta: 800, search: 60, start: 900 },
        { mirror: 2_000, delta: 160, search: 5, start: 300 },
        { mirror: 10_000, delta: 120, search: 2, start: 500 },
      ],
    ],
  ]),
  conditions: ['28 November 2026'],
};

it('gives the median time of the floor, and the median of the multiples of the others in their rounds', () => {
  expect(figuresOf(results)).toEqual({
    'mirror: IndexedDB, ms': 4_000,
    'mirror: Dexie, times IndexedDB': 1.25,
    'mirror: Haversack, times IndexedDB': 0.5,
    'delta: IndexedDB, ms': 80,
    'delta: Dexie, times IndexedDB': 1.5,
    'delta: Haversack, times IndexedDB': 2,
    'search: IndexedDB, ms': 500,
    'search: Dexie, times IndexedDB': 2,
    'search: Haversack, times IndexedDB': 0.01,
    'start: IndexedDB, ms': 100,
    'start: Dexie, times IndexedDB': 1.1,
    'start: Haversack, times IndexedDB': 3,
  });
});

it('shows the tasks with the time of the floor, and the bars of the app first', () => {
  const { title, floor, groups, conditions } = chartOf(results);
  expect(title).toBe('50,000 contacts in the browser, compared with plain IndexedDB');
  expect(floor).toMatch(/^IndexedDB without a library/);
  expect(conditions).toEqual(['28 November 2026']);
  expect(groups.map((group) => group.title)).toEqual([
    'First mirror of 50,000 contacts (IndexedDB: 4 s)',
    '1,000 changed contacts (IndexedDB: 80 ms)',
    'Search for a part of a name (IndexedDB: 500 ms)',
    'Start, until the first contacts by name are shown (IndexedDB: 100 ms)',
  ]);
  expect(groups[0]?.bars).toEqual([
    { name: 'Haversack', multiple: 0.5, isOwn: true },
    { name: 'Dexie', multiple: 1.25, isOwn: false },
  ]);
});

it('needs the floor', () => {
  const rounds = new Map([...results.rounds].filter(([name]) => name !== 'IndexedDB'));
  expect(() => figuresOf({ ...results, rounds })).toThrow('was not measured');
  expect(() => chartOf({ ...results, rounds })).toThrow('was not measured');
});

it.each([
  [0.54, '0.54 ms'],
  [83.4, '83 ms'],
  [999.4, '1000 ms'],
  [1_000, '1 s'],
  [4_150, '4.2 s'],
])('formats %d ms as %s', (ms, text) => {
  expect(formatMs(ms)).toBe(text);
});
