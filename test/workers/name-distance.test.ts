import { describe, expect, it } from 'vitest';
import { nameDistance } from '../../workers/search/name-distance.ts';

describe('the edit distance of two names', () => {
  it.each([
    ['anna', 'anna', 0],
    ['anna', 'anne', 1],
    ['sokolova', 'sokolowa', 1],
    ['ekaterina', 'ekaterine', 1],
    ['ekaterina', 'ekatirine', 2],
    ['katharina', 'katarine', 2],
  ])('the edit distance of the names %s and %s is %i', (name, other, distance) =>
    expect(nameDistance(name, other)).toBe(distance),
  );

  it.each([
    ['more than two typos', 'ekaterina', 'ekatirene'],
    ['more than two additional characters', 'ekaterina', 'ekaterinabcd'],
    ['more than two missing characters', 'ekaterinabcd', 'ekaterina'],
    ['one typo in two characters', 'jo', 'ja'],
    ['two typos in five characters', 'irina', 'ixixa'],
    ['typos at both ends', 'marina', 'karine'],
  ])('two names are too different with %s: %s and %s', (_, name, other) =>
    expect(nameDistance(name, other)).toBeNull(),
  );

  it('allows one typo in names of three or more characters, and two in names of six or more', () => {
    expect(nameDistance('ann', 'anna')).toBe(1);
    expect(nameDistance('an', 'ann')).toBeNull();
    expect(nameDistance('marina', 'maxixa')).toBe(2);
    expect(nameDistance('arina', 'axixa')).toBeNull();
  });

  it('matches names that differ only in their first or last character', () => {
    expect(nameDistance('marina', 'marine')).toBe(1);
    expect(nameDistance('marina', 'karina')).toBe(1);
  });

  it('matches swapped first and last names, also with a typo', () => {
    expect(nameDistance('anna sokolova', 'sokolova anna')).toBe(0);
    expect(nameDistance('anna sokolova', 'sokolowa anna')).toBe(1);
    expect(nameDistance('anna sokolova', 'berger anna xy')).toBeNull();
  });
});
