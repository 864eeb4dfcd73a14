import { apostrophes, isAscii, umlautDigraphs, toPlain } from './fold.ts';
import type { Term } from './terms.ts';

/** A part of a text: the index of its first character, and the index after its last character. */
export interface Hit {
  from: number;
  to: number;
}

/** A normalised text, and for each of its characters the position of the original character. */
interface TracedText {
  text: string;
  origins: number[];
}

function traceOrigins(text: string, convert: (character: string) => string): TracedText {
  const origins: number[] = [];
  let converted = '';
  for (let at = 0; at < text.length; at += 1) {
    const part = convert(text[at]!);
    converted += part;
    for (let unit = 0; unit < part.length; unit += 1) origins.push(at);
  }
  return { text: converted, origins };
}

const toDigit = (character: string): string => (/\d/.test(character) ? character : '');

/**
 * Returns a function that folds one character in the same way as `foldText`. `letter` converts letters that are not
 * ASCII.
 */
const createCharacterFold =
  (letter: (character: string) => string) =>
  (character: string): string => {
    if (character.search(apostrophes) >= 0) return '';
    if (/\s/.test(character)) return ' ';
    const lower = character.toLowerCase();
    return isAscii(lower) ? lower : [...lower].map(letter).join('');
  };

const toFolded = createCharacterFold(toPlain);
const toSpelledOut = createCharacterFold((letter) => umlautDigraphs[letter] ?? toPlain(letter));

const isWordStart = (text: string, at: number): boolean => at === 0 || !/[a-z\d]/.test(text[at - 1]!);

/**
 * Returns the positions at which a part occurs in a text: those at the start of a word or, if there are none, all
 * others.
 */
function findPositions(text: string, part: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) found.push(at);
  const starts = found.filter((at) => isWordStart(text, at));
  return starts.length > 0 ? starts : found;
}

const isMark = (character: string | undefined): boolean => character !== undefined && /\p{M}/u.test(character);

function findPartHits(original: string, { text, origins }: TracedText, part: string): Hit[] {
  return findPositions(text, part).map((at) => {
    let to = origins[at + part.length - 1]! + 1;
    while (isMark(original[to])) to += 1;
    return { from: origins[at]!, to };
  });
}

/** Returns the parts of a text that match a term, in the order of the term's spellings. */
function hitsOfTerm(text: string, { spellings, isNumber }: Term): Hit[] {
  const tracedTexts = isNumber
    ? [traceOrigins(text, toDigit)]
    : [traceOrigins(text, toFolded), traceOrigins(text, toSpelledOut)];
  return tracedTexts.flatMap((tracedText) => spellings.flatMap((spelling) => findPartHits(text, tracedText, spelling)));
}

/** Whether a text contains a term in any spelling that the search accepts. */
export const containsTerm = (text: string, term: Term): boolean => hitsOfTerm(text, term).length > 0;

/** Returns the parts of a text that match the terms of a search, from left to right and without overlaps. */
export function findHits(text: string, terms: readonly Term[]): Hit[] {
  const hits = terms.flatMap((term) => hitsOfTerm(text, term)).toSorted((a, b) => a.from - b.from || a.to - b.to);
  const merged: Hit[] = [];
  for (const hit of hits) {
    const last = merged.at(-1);
    if (last && hit.from <= last.to) last.to = Math.max(last.to, hit.to);
    else merged.push({ ...hit });
  }
  return merged;
}
