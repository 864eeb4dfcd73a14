import type { Person } from '../../../contract/entities/person.ts';
import { digitsOf, foldText } from '../../lib/fold.ts';
import { termsOf } from '../../lib/search-terms.ts';
import { personName } from './person-labels.ts';

/** Matches part of a number when the text contains only digits, else every word. */
export function nameOrPhoneMatcher(text: string): (words: string, phone: string | null) => boolean {
  const terms = termsOf(text);
  // An empty search matches everything without folding a row.
  if (terms.length === 0) return () => true;
  const fits = (line: string): boolean =>
    terms.every(({ spellings }) => spellings.some((spelling) => line.includes(spelling)));
  return terms[0]?.isNumber ? (_, phone) => phone !== null && fits(digitsOf(phone)) : (words) => fits(foldText(words));
}

/** Matches people by name, email and city, or by any part of their number. */
export function personMatcher(text: string): (person: Person) => boolean {
  const fits = nameOrPhoneMatcher(text);
  return (person) => {
    const { email, telegram, city, phone } = person;
    return fits([personName(person), email, telegram && `@${telegram}`, city].join(' '), phone);
  };
}

const names = new Intl.Collator();

export const byPersonName = (a: Person, b: Person): number => names.compare(personName(a), personName(b));
