import { describe, expect, test } from 'vitest';
import { nameOrPhoneMatcher, personMatcher } from '../../src/components/person/name-or-phone-search.ts';
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
  ])('finds %s', (text, change) => {
    expect(personMatcher(text)(makePerson(change))).toBe(true);
  });

  test.each([
    ['ivanova', { last_name: 'Иванов' }],
    ['999', { phone: '+491512345678' }],
    ['151', { phone: null, city: '151' }],
  ])('does not find %s', (text, change) => {
    expect(personMatcher(text)(makePerson(change))).toBe(false);
  });

  test('finds no person without a number by number', () => {
    expect(nameOrPhoneMatcher('00')('Anna Ulm', null)).toBe(false);
  });
});
