import type { Contact } from '../../contract/entities/contact.ts';
import { mapNonAscii, isAscii, toPlain, normalizeSpelling, umlautSpellings } from '../../contract/search/fold.ts';
import { contactWords, searchableDigits } from '../../contract/search/lines.ts';

/** The fields of a contact that are used to search, filter or sort contacts and their notes. */
export type SearchableContact = Pick<
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
  | 'notes'
>;

// Names are sorted without regard to case and accents; Latin names precede Cyrillic ones, and each alphabet keeps its
// own order. To achieve this, Cyrillic letters are mapped to the second half of Latin-1 in alphabetical order.
const FIRST_CYRILLIC = 0x430;
const LAST_CYRILLIC = 0x45f;
const TARGET_START = 0x80;
const CYRILLIC_IE = 0x435;

function sortKeyLetter(letter: string): string {
  const code = letter === 'ё' ? CYRILLIC_IE : letter.charCodeAt(0);
  return code >= FIRST_CYRILLIC && code <= LAST_CYRILLIC
    ? String.fromCharCode(code - FIRST_CYRILLIC + TARGET_START)
    : toPlain(letter);
}

const numberOf = ({ number }: { number: string }): string => number;

/**
 * Returns the index line of a contact. It has four parts separated by newlines: the sort key; the folded name if it
 * differs from the sort key; the other searchable text; and the digits of the phone numbers, separated by spaces. To
 * sort contacts by name, their lines are compared as strings.
 */
export function searchLineOf(contact: SearchableContact): string {
  const lower = normalizeSpelling(contactWords(contact));
  const numbers = searchableDigits(contact.phones.map(numberOf));
  const end = lower.indexOf('\n');
  // Uses join instead of concatenation, because V8 would keep the parts of a concatenated string in memory.
  if (isAscii(lower)) return [lower.slice(0, end), '', lower.slice(end + 1), numbers].join('\n');
  const key = mapNonAscii(lower.slice(0, end), sortKeyLetter);
  const name = mapNonAscii(lower.slice(0, end), toPlain);
  const spelled = umlautSpellings(lower);
  const rest = mapNonAscii(lower.slice(end + 1), toPlain);
  return [key, name === key ? '' : name, spelled === '' ? rest : `${rest} ${spelled}`, numbers].join('\n');
}

/** Returns the upper-case letter by which an index line is sorted; "#" if the name does not start with a letter. */
export function initialLetterOf(line: string): string {
  const code = line.charCodeAt(0);
  if (code >= TARGET_START && code <= TARGET_START + LAST_CYRILLIC - FIRST_CYRILLIC)
    return String.fromCharCode(code - TARGET_START + FIRST_CYRILLIC).toUpperCase();
  return /[a-z]/.test(line[0] ?? '') ? line[0]!.toUpperCase() : '#';
}

/** Returns the position of the folded name in an index line. */
export function namePosition(line: string): { from: number; to: number } {
  const end = line.indexOf('\n');
  const isKey = line.charCodeAt(end + 1) === 10;
  return isKey ? { from: 0, to: end } : { from: end + 1, to: line.indexOf('\n', end + 1) };
}

/** Returns the position in an index line at which the digits of the phone numbers start. */
export const digitsStart = (line: string): number => line.lastIndexOf('\n');
