import type { Contact } from '../../contract/entities/contact.ts';
import { digitsOf, mapNonAscii, isAscii, toPlain, tidy } from '../../src/lib/fold.ts';

/** What of a contact can be searched, filtered and sorted by. */
export type Searched = Pick<
  Contact,
  | 'id'
  | 'rev'
  | 'first_name'
  | 'last_name'
  | 'middle_name'
  | 'phones'
  | 'emails'
  | 'telegram'
  | 'city'
  | 'category_id'
  | 'status'
  | 'owner_id'
  | 'created_at'
  | 'next_step_at'
>;

// Names sort with case and accents left out, each alphabet in its own order, Latin before Cyrillic:
// Cyrillic letters lie in the second half of Latin-1, in the order of the alphabet.
const FIRST = 0x430;
const LAST = 0x45f;
const AT = 0x80;
const IE = 0x435;

function sortKeyLetter(letter: string): string {
  const code = letter === 'ё' ? IE : letter.charCodeAt(0);
  return code >= FIRST && code <= LAST ? String.fromCharCode(code - FIRST + AT) : toPlain(letter);
}

function wordsOf({ first_name, last_name, middle_name, city, emails, telegram }: Searched): string {
  let words = `${first_name} ${last_name}\n${middle_name} ${city}`;
  for (const email of emails) words += ` ${email}`;
  return telegram === null ? words : `${words} @${telegram}`;
}

function numbersOf({ phones }: Searched): string {
  let numbers = ' ';
  for (const { number } of phones) numbers += `${digitsOf(number)} `;
  return numbers;
}

/**
 * The line of a contact in the index, four parts: the sort key, the folded name where it differs from the key, what else
 * is searched, and the digits of the phones, each number between spaces. Lines compare as their names do.
 */
export function lineOf(contact: Searched): string {
  const lower = tidy(wordsOf(contact));
  const numbers = numbersOf(contact);
  const end = lower.indexOf('\n');
  // Joined rather than added up: V8 would keep the parts.
  if (isAscii(lower)) return [lower.slice(0, end), '', lower.slice(end + 1), numbers].join('\n');
  const key = mapNonAscii(lower.slice(0, end), sortKeyLetter);
  const name = mapNonAscii(lower.slice(0, end), toPlain);
  return [key, name === key ? '' : name, mapNonAscii(lower.slice(end + 1), toPlain), numbers].join('\n');
}

/** Where the folded name stands in a line. */
export function nameAt(line: string): { from: number; to: number } {
  const end = line.indexOf('\n');
  const isKey = line.charCodeAt(end + 1) === 10;
  return isKey ? { from: 0, to: end } : { from: end + 1, to: line.indexOf('\n', end + 1) };
}

/** Where the digits begin. */
export const digitsAt = (line: string): number => line.lastIndexOf('\n');
