const asciiOnly = /^[\n\x20-\x7e]*$/;
const marks = /\p{M}+/gu;
const apostrophes = /['’‘`ʼ]/g;
const untidy = /['’‘`ʼ]|[^\S\n ]| {2}|^ | $/m;
const spaces = /[^\S\n]+/g;
const ends = /^ | $/gm;

const cyrillicToLatin: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...'абвгдезийклмнопрстуфыэ'].map((letter, at) => [letter, 'abvgdeziyklmnoprstufye'[at]!])),
  ...{ ё: 'e', ж: 'zh', х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'shch', ъ: '', ь: '', ю: 'yu', я: 'ya' },
  ...{ і: 'i', ї: 'yi', є: 'ye', ґ: 'g', ў: 'u', ә: 'a', ғ: 'g', қ: 'k', ң: 'n', ө: 'o', ұ: 'u', ү: 'u', һ: 'h' },
};

/** Letters that no accent makes out of others. */
const specialLetters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i' },
};

const known = new Map<string, string>();

/** Whether `plain` would change nothing. */
export const isAscii = (text: string): boolean => asciiOnly.test(text);

/** In small letters, and line by line: no apostrophes, one space between words and none at the ends. */
export function tidy(text: string): string {
  const lower = text.toLowerCase();
  return untidy.test(lower) ? lower.replace(apostrophes, '').replace(spaces, ' ').replace(ends, '') : lower;
}

/** A letter beyond ASCII without what is above and below it; remembered, for an alphabet is small. */
export function toPlain(letter: string): string {
  const before = known.get(letter);
  if (before !== undefined) return before;
  const after = cyrillicToLatin[letter] ?? specialLetters[letter] ?? letter.normalize('NFD').replace(marks, '');
  known.set(letter, after);
  return after;
}

/**
 * Exchanges letters beyond ASCII. Made of codes: the engine keeps such a text in one byte a letter, which one made out
 * of a Cyrillic text by `replace` would not be.
 */
export function mapNonAscii(text: string, by: (letter: string) => string): string {
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
export function foldText(text: string): string {
  const lower = tidy(text);
  return isAscii(lower) ? lower : mapNonAscii(lower, toPlain);
}

const notDigits = /\D/g;

export const digitsOf = (text: string): string => text.replace(notDigits, '');
