import { digitsOf, foldText, umlautSpellings } from './fold.ts';

/** A term that must occur in a line, in any of these spellings. */
export interface Term {
  spellings: readonly string[];
  /** Whether the term matches only phone numbers. A search with such a term has no other terms. */
  isNumber: boolean;
}

const numberLike = /^[\d\s()+./-]*\d[\d\s()+./-]*$/;

/** Minimum number of digits of a number whose leading 0 or 8 may be a national trunk prefix. */
const MIN_TRUNK_DIGITS = 4;

function numberTerm(text: string): Term {
  const digits = digitsOf(text).replace(/^00/, '');
  const hasTrunk = digits.length >= MIN_TRUNK_DIGITS && /^[08]/.test(digits);
  return { spellings: hasTrunk ? [digits, digits.slice(1)] : [digits], isNumber: true };
}

/**
 * Converts a common Latin spelling of a Russian name (Julia, Dmitry, Alexei) to the spelling that `foldText` produces.
 */
const toFoldedSpelling = (word: string): string =>
  word
    .replaceAll('x', 'ks')
    .replaceAll('j', 'y')
    .replace(/i(?=[aeou])/g, 'iy')
    .replace(/([^aeiouy])y$/, '$1iy')
    .replace(/([aeou])i(?![aeou])/g, '$1y');

/**
 * Converts a Russian name from the spelling of `foldText` to the one that people commonly use; the reverse of
 * `toFoldedSpelling`.
 */
const toCommonSpelling = (word: string): string =>
  word
    .replaceAll('ks', 'x')
    .replace(/iy(?=[aeou])/g, 'i')
    .replace(/iy$/, 'y');

function wordTerm(word: string): Term {
  const folded = foldText(word);
  const spellings = [folded, umlautSpellings(word), toFoldedSpelling(folded), toCommonSpelling(folded)];
  return { spellings: [...new Set(spellings)].filter((spelling) => spelling !== ''), isNumber: false };
}

/**
 * Parses a search text: a text that consists of digits and the usual separators of phone numbers is one number; any
 * other text has one term per word.
 */
export function parseTerms(text: string): Term[] {
  const trimmed = text.trim();
  if (numberLike.test(trimmed)) return [numberTerm(trimmed)];
  return trimmed
    .split(/\s+/)
    .map(wordTerm)
    .filter(({ spellings }) => spellings.length > 0);
}
