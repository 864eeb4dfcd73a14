import type { Person } from '../../../contract/entities/person.ts';
import { digitsOf, foldText } from '../../lib/fold.ts';
import { termsOf } from '../../lib/search-terms.ts';
import { personName } from './person-labels.ts';

/** Finds by any part of a number where there is nothing but digits, else by every word. */
export function nameOrPhoneMatcher(text: string): (words: string, phone: string | null) => boolean {
  const terms = termsOf(text);
  // Nothing is asked: no row has to be folded to fit.
  if (terms.length === 0) return () => true;
  const fits = (line: string): boolean =>
    terms.every(({ spellings }) => spellings.some((spelling) => line.includes(spelling)));
  return terms[0]?.isNumber ? (_, phone) => phone !== null && fits(digitsOf(phone)) : (words) => fits(foldText(words));
}

/** Finds people by name, address and city, or by any part of their number. */
export function personMatcher(text: string): (person: Person) => boolean {
  const fits = nameOrPhoneMatcher(text);
  return (person) => {
    const { email, telegram, city, phone } = person;
    return fits([personName(person), email, telegram && `@${telegram}`, city].join(' '), phone);
  };
}

const names = new Intl.Collator();

export const byPersonName = (a: Person, b: Person): number => names.compare(personName(a), personName(b));
