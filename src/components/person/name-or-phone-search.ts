import type { Person } from '../../../contract/entities/person.ts';
import { digitsOf } from '../../../contract/search/fold.ts';
import { personWords, normalizeForSearch } from '../../../contract/search/lines.ts';
import { parseTerms } from '../../../contract/search/terms.ts';
import { personName } from './person-labels.ts';

/**
 * Returns a function that checks whether a person matches a search text. If the text is a number, its digits must occur
 * in the phone number. Otherwise each word of the text must occur in `words`, which contain the person's name, or in
 * the phone number.
 */
export function nameOrPhoneMatcher(text: string): (words: string, phone: string | null) => boolean {
  const terms = parseTerms(text);
  // An empty search matches everyone, so no row has to be normalised.
  if (terms.length === 0) return () => true;
  const includesAllTerms = (line: string): boolean =>
    terms.every(({ spellings }) => spellings.some((spelling) => line.includes(spelling)));
  const digits = (phone: string | null): string => (phone === null ? '' : digitsOf(phone));
  return terms[0]?.isNumber
    ? (_, phone) => phone !== null && includesAllTerms(digits(phone))
    : (words, phone) => includesAllTerms(`${normalizeForSearch(words)} ${digits(phone)}`);
}

/**
 * Returns a function that checks whether a person matches a search text by name, email address and city, or by part of
 * their phone number.
 */
export function personMatcher(text: string): (person: Person) => boolean {
  const matches = nameOrPhoneMatcher(text);
  return (person) => matches(personWords(person).join(' '), person.phone);
}

const nameCollator = new Intl.Collator();

export const byPersonName = (a: Person, b: Person): number => nameCollator.compare(personName(a), personName(b));
