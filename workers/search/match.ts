import { digitsAt, digitsOf, folded } from './fold.ts';

/** One thing that must occur in a line, in any of these spellings. */
export interface Term {
  spellings: readonly string[];
  /** In the phones alone. */
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
  const words = folded(trimmed).split(' ');
  return words.filter((word) => word !== '').map((word) => ({ spellings: [word], isNumber: false }));
}

function occurs(line: string, { spellings, isNumber }: Term): boolean {
  const from = isNumber ? digitsAt(line) : 0;
  for (const spelling of spellings) if (line.indexOf(spelling, from) >= 0) return true;
  return false;
}

/** Whether whatever has the new terms has the old ones too, so that only what was found before need be looked at. */
export function narrows(next: readonly Term[], last: readonly Term[]): boolean {
  const within = (term: Term, old: Term): boolean =>
    (term.isNumber || !old.isNumber) &&
    term.spellings.every((spelling) => old.spellings.some((part) => spelling.includes(part)));
  return last.every((old) => next.some((term) => within(term, old)));
}

/** Tells whether a line has all of the terms. It is asked of every line: the usual search, one word, has its own. */
export function matcher(terms: readonly Term[]): (line: string) => boolean {
  const [first] = terms;
  const [word, other] = first?.spellings ?? [];
  if (!first || word === undefined || other !== undefined || terms.length > 1)
    return (line) => terms.every((term) => occurs(line, term));
  return first.isNumber ? (line) => line.includes(word, digitsAt(line)) : (line) => line.includes(word);
}
