import type { Person } from '../../contract/entities/person.ts';
import { personName } from './person-words.ts';

const numberLike = /^[\d\s()+./-]*\d[\d\s()+./-]*$/;

/** From this many digits on the first 0 or 8 may be what is dialled inside a country in place of its code. */
const TRUNK_FROM = 4;

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');
const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase();

/** Finds by any part of a number where there is nothing but digits, else by every word. */
export function finder(text: string): (words: string, phone: string | null) => boolean {
  if (numberLike.test(text.trim())) {
    const digits = digitsOf(text).replace(/^00/, '');
    const hasTrunk = digits.length >= TRUNK_FROM && /^[08]/.test(digits);
    const spellings = hasTrunk ? [digits, digits.slice(1)] : [digits];
    return (_, phone) => phone !== null && spellings.some((spelling) => digitsOf(phone).includes(spelling));
  }
  const words = folded(text).split(/\s+/).filter(Boolean);
  return (all) => {
    const known = folded(all);
    return words.every((word) => known.includes(word));
  };
}

/** Finds people by name, address and city, or by any part of their number. */
export function personFinder(text: string): (person: Person) => boolean {
  const fits = finder(text);
  return (person) => {
    const { email, telegram, city, phone } = person;
    return fits([personName(person), email, telegram && `@${telegram}`, city].join(' '), phone);
  };
}

const names = new Intl.Collator();

export const byPersonName = (a: Person, b: Person): number => names.compare(personName(a), personName(b));
