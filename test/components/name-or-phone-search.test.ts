import { describe, expect, test } from 'vitest';
import { nameOrPhoneMatcher, personMatcher } from '../../src/components/person/name-or-phone-search.ts';
import { missCases, searchCases } from '../helpers/search-cases.ts';
import { makePerson } from '../features/person-maker.ts';

describe('name or phone search', () => {
  test.each([
    ['ivanov', { first_name: 'Иван', last_name: 'Иванов' }],
    ['ИВАНОВ', { first_name: 'Ivan', last_name: 'Ivanov' }],
    ['елкин', { last_name: 'Ёлкин' }],
    ['strasse', { last_name: 'Straße' }],
    ['berg  ULM', { last_name: 'Berg', city: 'Ulm' }],
    ['@anna', { telegram: 'anna_b' }],
    ['0151 234', { phone: '+491512345678' }],
    ['', {}],
  ])('the search by name or phone finds a person by "%s"', (text, change) => {
    expect(personMatcher(text)(makePerson(change))).toBe(true);
  });

  test.each(searchCases)(
    'the search on the device finds a person by "%s", as the search on the server does',
    (text, { number, ...fields }) => {
      expect(personMatcher(text)(makePerson({ last_name: '', ...fields, phone: number ?? null }))).toBe(true);
    },
  );

  test.each(missCases)(
    'the search on the device finds nobody by "%s", as the search on the server does',
    (text, { number, ...fields }) => {
      expect(personMatcher(text)(makePerson({ last_name: '', ...fields, phone: number ?? null }))).toBe(false);
    },
  );

  test.each([
    ['ivanova', { last_name: 'Иванов' }],
    ['999', { phone: '+491512345678' }],
    ['151', { phone: null, city: '151' }],
  ])('the search by name or phone finds nobody by "%s"', (text, change) => {
    expect(personMatcher(text)(makePerson(change))).toBe(false);
  });

  test('the search by number does not find people without a phone number', () => {
    expect(nameOrPhoneMatcher('00')('Anna Ulm', null)).toBe(false);
  });
});
