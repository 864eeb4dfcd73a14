import { digitsOf, foldText } from './fold.ts';

/** One thing that must occur in a line, in any of these spellings. */
export interface Term {
  spellings: readonly string[];
  /** In the phones alone. Such a term is the only one of its search. */
  isNumber: boolean;
}

const numberLike = /^[\d\s()+./-]*\d[\d\s()+./-]*$/;

/** From this many digits on the first 0 or 8 may be what is dialled inside a country in place of its code. */
const TRUNK_FROM = 4;

function numberTerm(text: string): Term {
  const digits = digitsOf(text).replace(/^00/, '');
  const hasTrunk = digits.length >= TRUNK_FROM && /^[08]/.test(digits);
  return { spellings: hasTrunk ? [digits, digits.slice(1)] : [digits], isNumber: true };
}

/** What a search asks for: a number where there is nothing but digits, else each of its words. */
export function termsOf(text: string): Term[] {
  const trimmed = text.trim();
  if (numberLike.test(trimmed)) return [numberTerm(trimmed)];
  const words = foldText(trimmed).split(' ');
  return words.filter((word) => word !== '').map((word) => ({ spellings: [word], isNumber: false }));
}
