const asciiOnly = /^[\n\x20-\x7e]*$/;
const combiningMarks = /\p{M}+/gu;
/** The apostrophes that a search ignores. */
export const apostrophes = /['’‘`ʼ]/g;
const needsCleaning = /['’‘`ʼ]|[^\S\n ]| {2}|^ | $/m;
const spaces = /[^\S\n]+/g;
const outerSpaces = /^ | $/gm;

const cyrillicToLatin: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...'абвгдезийклмнопрстуфыэ'].map((letter, at) => [letter, 'abvgdeziyklmnoprstufye'[at]!])),
  ё: 'e',
  ж: 'zh',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ь: '',
  ю: 'yu',
  я: 'ya',
  і: 'i',
  ї: 'yi',
  є: 'ye',
  ґ: 'g',
  ў: 'u',
  ә: 'a',
  ғ: 'g',
  қ: 'k',
  ң: 'n',
  ө: 'o',
  ұ: 'u',
  ү: 'u',
  һ: 'h',
};

/** Letters that do not decompose into a base letter and an accent. */
const specialLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
};

const foldedLetters = new Map<string, string>();

/** Whether the text is already pure ASCII, so that `toPlain` would not change it. */
export const isAscii = (text: string): boolean => asciiOnly.test(text);

const hasUmlaut = /[äöü]|\u0308/i;
const umlauts = /[äöü]/g;
/** How umlauts are spelled without special letters. */
export const umlautDigraphs: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/** Converts to lower case, removes apostrophes, collapses spaces, and trims each line. */
export function normalizeSpelling(text: string): string {
  const lower = text.toLowerCase();
  return needsCleaning.test(lower)
    ? lower.replace(apostrophes, '').replace(spaces, ' ').replace(outerSpaces, '')
    : lower;
}

/** Returns the Latin spelling of a non-ASCII letter without diacritics. Results are cached. */
export function toPlain(letter: string): string {
  const cached = foldedLetters.get(letter);
  if (cached !== undefined) return cached;
  const plain =
    cyrillicToLatin[letter] ?? specialLetters[letter] ?? letter.normalize('NFD').replace(combiningMarks, '');
  foldedLetters.set(letter, plain);
  return plain;
}

/**
 * Replaces non-ASCII letters. The text is built from char codes, so that V8 stores one byte per character; `replace` on
 * Cyrillic text would create a string with two bytes per character.
 */
export function mapNonAscii(text: string, replacementOf: (letter: string) => string): string {
  const codes: number[] = [];
  const composed = text.normalize('NFC');
  for (let at = 0; at < composed.length; at += 1) {
    const code = composed.charCodeAt(at);
    if (code < 0x80) codes.push(code);
    else for (const unit of replacementOf(composed[at]!).split('')) codes.push(unit.charCodeAt(0));
  }
  return String.fromCharCode.apply(null, codes);
}

/**
 * Returns a common form for spellings that should match: ignores case and accents, equates ё with е and ß with ss, and
 * transliterates Cyrillic to Latin letters.
 */
export function foldText(text: string): string {
  const lower = normalizeSpelling(text);
  return isAscii(lower) ? lower : mapNonAscii(lower, toPlain);
}

/** Returns the words that contain umlauts, spelled with ae, oe and ue; empty if there are none. */
export function umlautSpellings(text: string): string {
  // Most texts have no umlauts, so this check saves the work below.
  if (!hasUmlaut.test(text)) return '';
  const words = normalizeSpelling(text).normalize('NFC').split(/\s/);
  const umlautWords = words.filter((word) => word.search(umlauts) >= 0);
  return foldText(umlautWords.map((word) => word.replace(umlauts, (letter) => umlautDigraphs[letter]!)).join(' '));
}

const notDigits = /\D/g;

export const digitsOf = (text: string): string => text.replace(notDigits, '');
