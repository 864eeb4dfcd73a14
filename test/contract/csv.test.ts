import { expect, it } from 'vitest';
import { csvLine } from '../../contract/csv.ts';

it('a line of CSV ends with CRLF, and has empty cells for null', () => {
  expect(csvLine(['a', null, 3, -1.5])).toBe('a,,3,-1.5\r\n');
});

it.each([
  ['a,b', '"a,b"'],
  ['a;b', '"a;b"'],
  ['say "a"', '"say ""a"""'],
  ['two\nlines', '"two\nlines"'],
  ['two\rlines', '"two\rlines"'],
  ['plain text', 'plain text'],
])('quotes a text only if it contains a separator, a quote or a line break: %j', (text, cell) => {
  expect(csvLine([text])).toBe(`${cell}\r\n`);
});

it.each(['=1+1', '+49160', '-1', '@sum', '\tx', '\rx'])(
  'a text that a spreadsheet would run as a formula gets an apostrophe: %j',
  (text) => {
    expect(csvLine([text]).replaceAll('"', '')).toBe(`'${text}\r\n`);
  },
);

it.each(['+4915112345678', '+1234567', '+123456789012345'])(
  'an international phone number stays as it is: %s',
  (number) => {
    expect(csvLine([number])).toBe(`${number}\r\n`);
  },
);

it.each(['+123456', '+1234567890123456', '+0123456789', '+1234567+1', '+1234567\n=1'])(
  'a text that only resembles a phone number gets an apostrophe: %j',
  (text) => {
    expect(csvLine([text]).replaceAll('"', '')).toBe(`'${text}\r\n`);
  },
);

it.each(['a=1', 'a+b', 'a-b', 'a@b.example'])(
  'a text that contains a formula character after its first character stays as it is: %s',
  (text) => {
    expect(csvLine([text])).toBe(`${text}\r\n`);
  },
);
