import { expect, it } from 'vitest';
import { lastPeopleSearch, rememberPeopleSearch } from '../../src/features/people/last-search.ts';

it('returns the last search of the list of people to the same user only', () => {
  rememberPeopleSearch('maria', { q: 'ivan' });
  expect(lastPeopleSearch('maria')).toEqual({ q: 'ivan' });
  expect(lastPeopleSearch('timur')).toEqual({});
});
