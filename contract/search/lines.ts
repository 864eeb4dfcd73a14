import { digitsOf, foldText, umlautSpellings } from './fold.ts';

/** What a search finds of a contact. */
export interface SearchedContact {
  first_name: string;
  last_name: string;
  middle_name: string;
  phones: readonly { number: string }[];
  emails: readonly string[];
  telegram: string | null;
  city: string;
}

/** What a search finds of a person. */
export interface SearchedPerson {
  first_name: string;
  last_name: string;
  phone: string | null;
  email: string | null;
  telegram: string | null;
  city: string | null;
}

/** Two lines: the name, and what else is searched. */
export function contactWords({ first_name, last_name, middle_name, city, emails, telegram }: SearchedContact): string {
  let words = `${first_name} ${last_name}\n${middle_name} ${city}`;
  for (const email of emails) words += ` ${email}`;
  return telegram === null ? words : `${words} @${telegram}`;
}

/** The digits of numbers, separated by spaces. */
export function numbersLine(numbers: Iterable<string>): string {
  let line = ' ';
  for (const number of numbers) line += `${digitsOf(number)} `;
  return line;
}

/** Words as a search compares them: folded, umlauts also as ae, oe and ue. */
export function searchedWords(words: string): string {
  const spelled = umlautSpellings(words);
  return spelled === '' ? foldText(words) : `${foldText(words)} ${spelled}`;
}

/** Two lines: what everyone sees who may find the person in the pool of waiting leads, and the rest. */
export function personWords({ first_name, last_name, email, telegram, city }: SearchedPerson): [string, string] {
  return [`${first_name} ${city ?? ''}`, `${last_name} ${email ?? ''}${telegram === null ? '' : ` @${telegram}`}`];
}

/** The searched text of a contact as the server stores it: name, other words, digits. */
export function contactSearchText(contact: SearchedContact): string {
  const numbers = contact.phones.map(({ number }) => number);
  return [...contactWords(contact).split('\n').map(searchedWords), numbersLine(numbers)].join('\n');
}

/** The searched text of a person as the server stores it: what the pool shows, other words, digits. */
export function personSearchText(person: SearchedPerson): string {
  return [...personWords(person).map(searchedWords), numbersLine(person.phone === null ? [] : [person.phone])].join(
    '\n',
  );
}
