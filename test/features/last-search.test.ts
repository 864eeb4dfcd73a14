import { expect, it } from 'vitest';
import { lastPeopleSearch, rememberPeopleSearch } from '../../src/features/people/last-search.ts';

it('restores the last search of the people list only for the same user', () => {
  rememberPeopleSearch('maria', { q: 'ivan' });
  expect(lastPeopleSearch('maria')).toEqual({ q: 'ivan' });
  expect(lastPeopleSearch('timur')).toEqual({});
});
