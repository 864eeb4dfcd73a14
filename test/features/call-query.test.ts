import { expect, test } from 'vitest';
import { nameInCallQuery } from '../../src/features/search/call-query.ts';

test.each([
  ['log a call with nadia', 'Log a call with ', 'nadia'],
  ['Call Nadia Berg', 'Log a call with ', 'Nadia Berg'],
  ['log call nadia', 'Log a call with ', 'nadia'],
  ['записать звонок: Надя', 'Записать звонок: ', 'Надя'],
  ['anruf mit Jörg', 'Anruf mit  eintragen', 'Jörg'],
])('reads the name in "%s"', (text, action, name) => {
  expect(nameInCallQuery(text, action)).toBe(name);
});

test.each([
  ['nadia', 'a text without words of the action'],
  ['nadia call', 'a text that starts with a name'],
  ['a nadia', 'a text that only starts with a short word'],
  ['log a call', 'a text without a name'],
  ['', 'an empty text'],
])('finds no name in "%s", %s', (text) => {
  expect(nameInCallQuery(text, 'Log a call with ')).toBe('');
});
