import { describe, expect, test } from 'vitest';
import { containsTerm, findHits } from '../../contract/search/hits.ts';
import { parseTerms } from '../../contract/search/terms.ts';

/** Returns the text with brackets around the parts that match the search. */
function markHits(text: string, search: string): string {
  let from = 0;
  let result = '';
  for (const hit of findHits(text, parseTerms(search))) {
    result += `${text.slice(from, hit.from)}[${text.slice(hit.from, hit.to)}]`;
    from = hit.to;
  }
  return result + text.slice(from);
}

describe('search hits in a text', () => {
  test.each([
    ['case', 'Ivan Petrov', 'PET', 'Ivan [Pet]rov'],
    ['accents', 'Žižek', 'zizek', '[Žižek]'],
    ['accents that are separate characters', 'Zoe\u0308 Berg', 'zoe', '[Zoe\u0308] Berg'],
    ['ё and е', 'Пётр Ёлкин', 'елкин', 'Пётр [Ёлкин]'],
    ['ß and ss', 'Anna Weiß', 'weiss', 'Anna [Weiß]'],
    ['the spelling of an umlaut', 'Jörg Müller', 'mueller', 'Jörg [Müller]'],
    ['script', 'Светлана Жукова', 'zhuk', 'Светлана [Жук]ова'],
    ['an apostrophe', "Pat O'Brien", 'obri', "Pat [O'Bri]en"],
    ['the order of two words', 'Anna Berg', 'berg an', '[An]na [Berg]'],
  ])('finds hits that differ from the search text in %s', (_, text, search, result) => {
    expect(markHits(text, search)).toBe(result);
  });

  test('finds a phone number that is written with other separators and without the trunk prefix', () => {
    expect(markHits('+49 152 234567', '0152 2345')).toBe('+49 [152 2345]67');
  });

  test('marks matches inside words only if no word starts with the term', () => {
    expect(markHits('Ivana and Silvana', 'iva')).toBe('[Iva]na and Silvana');
    expect(markHits('Silvana and Ivana', 'van')).toBe('Sil[van]a and I[van]a');
  });

  test('merges hits of a search that overlap or touch', () => {
    expect(markHits('Annabell', 'anna annab')).toBe('[Annab]ell');
  });

  test('finds nothing in a text without the term, and nothing for an empty search', () => {
    expect(markHits('Anna Berg', 'zoe')).toBe('Anna Berg');
    expect(markHits('Anna Berg', '')).toBe('Anna Berg');
    expect(containsTerm('Anna', parseTerms('zoe')[0]!)).toBe(false);
    expect(containsTerm('Zoë', parseTerms('zoe')[0]!)).toBe(true);
  });
});
