import type { Contact } from '../../contract/entities/contact.ts';
import { mapNonAscii, isAscii, toPlain, tidy, umlautSpellings } from '../../contract/search/fold.ts';
import { contactWords, numbersLine } from '../../contract/search/lines.ts';

/** The fields of a contact that can be searched, filtered and sorted. */
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

// Names sort without case and accents, each alphabet in its own order, Latin before Cyrillic: Cyrillic letters are
// mapped to the second half of Latin-1 in alphabetical order.
const FIRST = 0x430;
const LAST = 0x45f;
const AT = 0x80;
const IE = 0x435;

function sortKeyLetter(letter: string): string {
  const code = letter === 'ё' ? IE : letter.charCodeAt(0);
  return code >= FIRST && code <= LAST ? String.fromCharCode(code - FIRST + AT) : toPlain(letter);
}

const numberOf = ({ number }: { number: string }): string => number;

/**
 * Returns the index line of a contact, four parts: the sort key, the folded name if it differs from the key, other
 * searched text, and the digits of the phones separated by spaces. Lines compare as their names do.
 */
export function lineOf(contact: Searched): string {
  const lower = tidy(contactWords(contact));
  const numbers = numbersLine(contact.phones.map(numberOf));
  const end = lower.indexOf('\n');
  // Joined, not concatenated: V8 would keep the parts.
  if (isAscii(lower)) return [lower.slice(0, end), '', lower.slice(end + 1), numbers].join('\n');
  const key = mapNonAscii(lower.slice(0, end), sortKeyLetter);
  const name = mapNonAscii(lower.slice(0, end), toPlain);
  const spelled = umlautSpellings(lower);
  const rest = mapNonAscii(lower.slice(end + 1), toPlain);
  return [key, name === key ? '' : name, spelled === '' ? rest : `${rest} ${spelled}`, numbers].join('\n');
}

/** Returns the range of the folded name in a line. */
export function nameAt(line: string): { from: number; to: number } {
  const end = line.indexOf('\n');
  const isKey = line.charCodeAt(end + 1) === 10;
  return isKey ? { from: 0, to: end } : { from: end + 1, to: line.indexOf('\n', end + 1) };
}

/** Returns where the digits start. */
export const digitsAt = (line: string): number => line.lastIndexOf('\n');
