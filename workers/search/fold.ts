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

const asciiOnly = /^[\n\x20-\x7e]*$/;
const marks = /\p{M}+/gu;
const apostrophes = /['’‘`ʼ]/g;
const untidy = /['’‘`ʼ]|[^\S\n ]| {2}|^ | $/m;
const spaces = /[^\S\n]+/g;
const ends = /^ | $/gm;

const latinOf: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...'абвгдезийклмнопрстуфыэ'].map((letter, at) => [letter, 'abvgdeziyklmnoprstufye'[at]!])),
  ...{ ё: 'e', ж: 'zh', х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'shch', ъ: '', ь: '', ю: 'yu', я: 'ya' },
  ...{ і: 'i', ї: 'yi', є: 'ye', ґ: 'g', ў: 'u', ә: 'a', ғ: 'g', қ: 'k', ң: 'n', ө: 'o', ұ: 'u', ү: 'u', һ: 'h' },
};

/** Letters that no accent makes out of others. */
const plainOf: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i' },
};

/** Line by line: no apostrophes, one space between words and none at the ends. */
const tidy = (text: string): string =>
  untidy.test(text) ? text.replace(apostrophes, '').replace(spaces, ' ').replace(ends, '') : text;

const known = new Map<string, string>();

/** A letter beyond ASCII without what is above and below it; remembered, for an alphabet is small. */
function plain(letter: string): string {
  const before = known.get(letter);
  if (before !== undefined) return before;
  const after = latinOf[letter] ?? plainOf[letter] ?? letter.normalize('NFD').replace(marks, '');
  known.set(letter, after);
  return after;
}

// Cyrillic letters lie in the second half of Latin-1, in the order of the alphabet.
const FIRST = 0x430;
const LAST = 0x45f;
const AT = 0x80;
const IE = 0x435;

function inKey(letter: string): string {
  const code = letter === 'ё' ? IE : letter.charCodeAt(0);
  return code >= FIRST && code <= LAST ? String.fromCharCode(code - FIRST + AT) : plain(letter);
}

/**
 * Exchanges letters beyond ASCII. Made of codes: the engine keeps such a text in one byte a letter, which one made out
 * of a Cyrillic text by `replace` would not be.
 */
function exchanged(text: string, by: (letter: string) => string): string {
  const codes: number[] = [];
  const whole = text.normalize('NFC');
  for (let at = 0; at < whole.length; at += 1) {
    const code = whole.charCodeAt(at);
    if (code < 0x80) codes.push(code);
    else for (const unit of by(whole[at]!).split('')) codes.push(unit.charCodeAt(0));
  }
  return String.fromCharCode.apply(null, codes);
}

/** One form for all spellings that should find each other: case, accents, ё and е, ß and ss, Russian in Latin letters. */
export function folded(text: string): string {
  const lower = tidy(text.toLowerCase());
  return asciiOnly.test(lower) ? lower : exchanged(lower, plain);
}

/** A name as it is sorted: case and accents left out, each alphabet in its own order, Latin before Cyrillic. */
export const sortKey = (name: string): string => exchanged(tidy(name.toLowerCase()), inKey);

const notDigits = /\D/g;

export const digitsOf = (text: string): string => text.replace(notDigits, '');

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
  const lower = tidy(wordsOf(contact).toLowerCase());
  const numbers = numbersOf(contact);
  const end = lower.indexOf('\n');
  // Joined rather than added up: V8 would keep the parts.
  if (asciiOnly.test(lower)) return [lower.slice(0, end), '', lower.slice(end + 1), numbers].join('\n');
  const key = exchanged(lower.slice(0, end), inKey);
  const name = exchanged(lower.slice(0, end), plain);
  return [key, name === key ? '' : name, exchanged(lower.slice(end + 1), plain), numbers].join('\n');
}

/** Where the folded name stands in a line. */
export function nameAt(line: string): { from: number; to: number } {
  const end = line.indexOf('\n');
  const isKey = line.charCodeAt(end + 1) === 10;
  return isKey ? { from: 0, to: end } : { from: end + 1, to: line.indexOf('\n', end + 1) };
}

/** Where the digits begin. */
export const digitsAt = (line: string): number => line.lastIndexOf('\n');
