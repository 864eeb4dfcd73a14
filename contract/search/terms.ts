import { digitsOf, foldText, umlautSpellings } from './fold.ts';

/** A term that must occur in a line, in any of these spellings. */
export interface Term {
  spellings: readonly string[];
  /** Matches phone numbers only. Such a term is the only one of its search. */
  isNumber: boolean;
}

const numberLike = /^[\d\s()+./-]*\d[\d\s()+./-]*$/;

/** From this many digits on, a leading 0 or 8 may be a national trunk prefix. */
const TRUNK_FROM = 4;

function numberTerm(text: string): Term {
  const digits = digitsOf(text).replace(/^00/, '');
  const hasTrunk = digits.length >= TRUNK_FROM && /^[08]/.test(digits);
  return { spellings: hasTrunk ? [digits, digits.slice(1)] : [digits], isNumber: true };
}

/** A common spelling of a Russian name in Latin letters, as `foldText` spells it: Julia, Dmitry, Alexei. */
const asTransliterated = (word: string): string =>
  word
    .replaceAll('x', 'ks')
    .replaceAll('j', 'y')
    .replace(/i(?=[aeou])/g, 'iy')
    .replace(/([^aeiouy])y$/, '$1iy')
    .replace(/([aeou])i(?![aeou])/g, '$1y');

/** The reverse: what `foldText` makes of a Russian name, as people write it in Latin letters. */
const asWritten = (word: string): string =>
  word
    .replaceAll('ks', 'x')
    .replace(/iy(?=[aeou])/g, 'i')
    .replace(/iy$/, 'y');

function wordTerm(word: string): Term {
  const folded = foldText(word);
  const spellings = [folded, umlautSpellings(word), asTransliterated(folded), asWritten(folded)];
  return { spellings: [...new Set(spellings)].filter((spelling) => spelling !== ''), isNumber: false };
}

/** Parses a search: a number if it contains only digits, else one term per word. */
export function termsOf(text: string): Term[] {
  const trimmed = text.trim();
  if (numberLike.test(trimmed)) return [numberTerm(trimmed)];
  return trimmed
    .split(/\s+/)
    .map(wordTerm)
    .filter(({ spellings }) => spellings.length > 0);
}
