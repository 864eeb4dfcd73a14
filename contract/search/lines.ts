import { digitsOf, foldText, umlautSpellings } from './fold.ts';

/** The searchable fields of a contact. */
export interface SearchedContact {
  first_name: string;
  last_name: string;
  middle_name: string;
  phones: readonly { number: string }[];
  emails: readonly string[];
  telegram: string | null;
  city: string;
}

/** The searchable fields of a person. */
export interface SearchedPerson {
  first_name: string;
  last_name: string;
  phone: string | null;
  email: string | null;
  telegram: string | null;
  city: string | null;
}

/** Returns two lines: the name of a contact, and its other searchable words. */
export function contactWords({ first_name, last_name, middle_name, city, emails, telegram }: SearchedContact): string {
  let words = `${first_name} ${last_name}\n${middle_name} ${city}`;
  for (const email of emails) words += ` ${email}`;
  return telegram === null ? words : `${words} @${telegram}`;
}

/** Returns the digits of the numbers, separated by spaces. */
export function searchableDigits(numbers: Iterable<string>): string {
  let line = ' ';
  for (const number of numbers) line += `${digitsOf(number)} `;
  return line;
}

/**
 * Returns words in the form in which a search compares them: folded, and words with umlauts also spelled with ae, oe
 * and ue.
 */
export function normalizeForSearch(words: string): string {
  const spelled = umlautSpellings(words);
  return spelled === '' ? foldText(words) : `${foldText(words)} ${spelled}`;
}

/**
 * Returns two texts: the words by which every employee can find a person in the pool of waiting leads, and all other
 * searchable words.
 */
export function personWords({ first_name, last_name, email, telegram, city }: SearchedPerson): [string, string] {
  return [`${first_name} ${city ?? ''}`, `${last_name} ${email ?? ''}${telegram === null ? '' : ` @${telegram}`}`];
}

/** Returns the searched text of a contact as the server stores it: name, other words, digits. */
export function contactSearchText(contact: SearchedContact): string {
  const numbers = contact.phones.map(({ number }) => number);
  return [...contactWords(contact).split('\n').map(normalizeForSearch), searchableDigits(numbers)].join('\n');
}

/**
 * Returns the searched text of a person as the server stores it: words that are visible in the pool, other words,
 * digits.
 */
export function personSearchText(person: SearchedPerson): string {
  return [
    ...personWords(person).map(normalizeForSearch),
    searchableDigits(person.phone === null ? [] : [person.phone]),
  ].join('\n');
}
