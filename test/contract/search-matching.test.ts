import { expect, test } from 'vitest';
import { indexRow, findMatches, tierOf, type RowText } from '../../contract/search/matching.ts';
import { parseTerms } from '../../contract/search/terms.ts';

const of = (...texts: (RowText & { title: string })[]) => texts.map((text) => indexRow(text.title, text));

test('ranks a title that begins with the search text before a title in which a later word begins with it', () => {
  const rows = of({ title: 'Silvana' }, { title: 'Anna Ivanova' }, { title: 'Иван' }, { title: 'B', words: 'ivan' });
  expect(findMatches(rows, 'ivan', 9)).toEqual({ rows: ['Иван', 'Anna Ivanova', 'B'], count: 3 });
  expect(tierOf('ivan petrov', parseTerms('ivan'))).toBe(0);
  expect(tierOf('anna ivanova', parseTerms('ivan'))).toBe(1);
  expect(tierOf('silvana', parseTerms('van'))).toBe(2);
});

test('sorts equally good matches by their `order` value and then by title, and returns at most the limit', () => {
  const rows = of({ title: 'Call C', order: 1 }, { title: 'Call B', order: 1 }, { title: 'Call Z', order: 0 });
  expect(findMatches(rows, 'call', 9).rows).toEqual(['Call Z', 'Call B', 'Call C']);
  expect(findMatches(rows, 'call', 2)).toEqual({ rows: ['Call Z', 'Call B'], count: 3 });
  expect(findMatches(rows, '', 1)).toEqual({ rows: ['Call Z'], count: 3 });
});

test('matches a number against the phone number of a row or, without one, against its texts', () => {
  const rows = of({ title: 'Anna 2024', phone: '+4915112345678' }, { title: 'Report 2024' });
  expect(findMatches(rows, '0151 123', 9).rows).toEqual(['Anna 2024']);
  expect(findMatches(rows, '2024', 9).rows).toEqual(['Report 2024']);
});
