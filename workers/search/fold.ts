import type { Contact } from '../../contract/entities/contact.ts';

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

const asciiOnly = /^[\x20-\x7e]*$/;
const cyrillic = /[\u0400-\u04ff]/;
const cyrillicLetters = /[\u0400-\u04ff]/g;
const marks = /\p{M}+/gu;
const apostrophes = /['’‘`ʼ]/g;
const spaces = /\s+/g;

const latinOf: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...'абвгдезийклмнопрстуфыэ'].map((letter, at) => [letter, 'abvgdeziyklmnoprstufye'[at]!])),
  ...{ ё: 'e', ж: 'zh', х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'shch', ъ: '', ь: '', ю: 'yu', я: 'ya' },
  ...{ і: 'i', ї: 'yi', є: 'ye', ґ: 'g', ў: 'u', ә: 'a', ғ: 'g', қ: 'k', ң: 'n', ө: 'o', ұ: 'u', ү: 'u', һ: 'h' },
};

/** Letters that no accent makes out of others. */
const plainOf: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i' },
};
const special = /[ßæœøđðłþı]/g;

const withoutMarks = (text: string): string =>
  text
    .normalize('NFD')
    .replace(marks, '')
    .replace(special, (letter) => plainOf[letter]!);

const tidy = (text: string): string => text.replace(apostrophes, '').replace(spaces, ' ').trim();

/** One form for all spellings that should find each other: case, accents, ё and е, ß and ss, Russian in Latin letters. */
export function folded(text: string): string {
  const lower = tidy(text).toLowerCase();
  if (asciiOnly.test(lower)) return lower;
  const latin = lower.normalize('NFC').replace(cyrillicLetters, (letter) => latinOf[letter] ?? letter);
  return withoutMarks(latin);
}

// Cyrillic letters lie in the second half of Latin-1, in the order of the alphabet: a key takes one byte a letter.
const FIRST = 0x430;
const LAST = 0x45f;
const AT = 0x80;

/** A name as it is sorted: case and accents left out, each alphabet in its own order, Latin before Cyrillic. */
export function sortKey(name: string): string {
  const lower = tidy(name).toLowerCase();
  if (asciiOnly.test(lower)) return lower;
  if (!cyrillic.test(lower)) return withoutMarks(lower);
  const letters = lower.normalize('NFC').replaceAll('ё', 'е');
  const packed = letters.replace(cyrillicLetters, (letter) => {
    const code = letter.charCodeAt(0);
    return code >= FIRST && code <= LAST ? String.fromCharCode(code - FIRST + AT) : letter;
  });
  return withoutMarks(packed);
}

export const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** As the lists show it. */
const nameOf = ({ first_name, last_name }: Searched): string => `${first_name} ${last_name}`;

/**
 * The line of a contact in the index, four parts: the sort key, the folded name where it differs from the key, what else
 * is searched, and the digits of the phones, each number between spaces. Lines compare as their names do.
 */
export function lineOf(contact: Searched): string {
  const name = nameOf(contact);
  const key = sortKey(name);
  const plain = folded(name);
  const { middle_name, city, emails, telegram } = contact;
  const rest = [middle_name, city, ...emails, telegram === null ? '' : `@${telegram}`].filter((part) => part !== '');
  const numbers = contact.phones.map(({ number }) => digitsOf(number)).filter((number) => number !== '');
  return [key, plain === key ? '' : plain, folded(rest.join(' ')), ` ${numbers.join(' ')} `].join('\n');
}

/** Where the folded name stands in a line. */
export function nameAt(line: string): { from: number; to: number } {
  const end = line.indexOf('\n');
  const isKey = line.charCodeAt(end + 1) === 10;
  return isKey ? { from: 0, to: end } : { from: end + 1, to: line.indexOf('\n', end + 1) };
}

/** Where the digits begin. */
export const digitsAt = (line: string): number => line.lastIndexOf('\n');
