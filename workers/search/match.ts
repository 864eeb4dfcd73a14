import type { Term } from '../../src/lib/search-terms.ts';
import { digitsAt } from './fold.ts';

function occurs(line: string, { spellings, isNumber }: Term): boolean {
  const from = isNumber ? digitsAt(line) : 0;
  for (const spelling of spellings) if (line.indexOf(spelling, from) >= 0) return true;
  return false;
}

/** Whether every match of the new terms also matches the old ones, so that only earlier matches need to be checked. */
export function narrows(next: readonly Term[], last: readonly Term[]): boolean {
  const within = (term: Term, old: Term): boolean =>
    (term.isNumber || !old.isNumber) &&
    term.spellings.every((spelling) => old.spellings.some((part) => spelling.includes(part)));
  return last.every((old) => next.some((term) => within(term, old)));
}

/**
 * Returns a predicate for lines that contain all terms. It runs on every line, so the common case of one word has its
 * own.
 */
export function matcher(terms: readonly Term[]): (line: string) => boolean {
  const [first] = terms;
  const [word, other] = first?.spellings ?? [];
  if (!first || word === undefined || other !== undefined || terms.length > 1)
    return (line) => terms.every((term) => occurs(line, term));
  return first.isNumber ? (line) => line.includes(word, digitsAt(line)) : (line) => line.includes(word);
}
