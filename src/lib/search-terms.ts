import { digitsOf, foldText } from './fold.ts';

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

/** Parses a search: a number if it contains only digits, else one term per word. */
export function termsOf(text: string): Term[] {
  const trimmed = text.trim();
  if (numberLike.test(trimmed)) return [numberTerm(trimmed)];
  const words = foldText(trimmed).split(' ');
  return words.filter((word) => word !== '').map((word) => ({ spellings: [word], isNumber: false }));
}
