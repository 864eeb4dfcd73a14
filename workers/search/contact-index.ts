import { contactStatuses } from '../../contract/filter-values.ts';
import type {
  Duplicate,
  DuplicateQuery,
  FindQuery,
  FindResult,
  InitialLetter,
  ContactSort,
  ContactQuery,
} from '../../src/bridge/search-api.ts';
import type { KeyRange } from '../../src/db/queries/changed-keys.ts';
import { digitsOf, foldText } from '../../contract/search/fold.ts';
import type { RowText } from '../../contract/search/matching.ts';
import { parseTerms, type Term } from '../../contract/search/terms.ts';
import { Columns } from './columns.ts';
import { digitsStart, initialLetterOf, namePosition, type SearchableContact } from './fold.ts';
import { nameDistance } from './name-distance.ts';
import { Orders } from './orders.ts';
import { rankLines, type RankedMatches } from './ranking.ts';
import { TextIndex } from './text-index.ts';

function hasTerm(line: string, { spellings, isNumber }: Term): boolean {
  const from = isNumber ? digitsStart(line) : 0;
  for (const spelling of spellings) if (line.indexOf(spelling, from) >= 0) return true;
  return false;
}

/**
 * Whether every match of the new terms also matches the old terms. In that case only the previous matches need to be
 * checked.
 */
function isNarrowerSearch(next: readonly Term[], last: readonly Term[]): boolean {
  const isNarrowedBy = (term: Term, old: Term): boolean =>
    (term.isNumber || !old.isNumber) &&
    term.spellings.every((spelling) => old.spellings.some((part) => spelling.includes(part)));
  return last.every((old) => next.some((term) => isNarrowedBy(term, old)));
}

/**
 * Returns a predicate for lines that contain all terms. It runs on every line, so the common case of a single word has
 * a faster implementation.
 */
function linePredicate(terms: readonly Term[]): (line: string) => boolean {
  const [first] = terms;
  const [word, other] = first?.spellings ?? [];
  if (!first || word === undefined || other !== undefined || terms.length > 1)
    return (line) => terms.every((term) => hasTerm(line, term));
  return first.isNumber ? (line) => line.includes(word, digitsStart(line)) : (line) => line.includes(word);
}

const noteOf = ({ notes, created_at }: SearchableContact): RowText | null =>
  notes === '' ? null : { title: '', words: notes, order: -Date.parse(created_at) };

const MAX_DUPLICATES = 5;

/**
 * Number of digits compared, counted from the end. Two phone numbers count as equal if these digits match, whatever
 * their country codes are.
 */
const SAME_DIGITS = 9;
/** Minimum number of digits of phone numbers that are compared. */
const MIN_DIGITS = 5;

/**
 * The last search and its result. Kept because the next search is often for a longer text or for another page of the
 * same result.
 */
interface LastSearch {
  /** All filters except the search text, as JSON. */
  filters: string;
  terms: readonly Term[];
  /** Slots of the matches, in sort order. */
  slots: Int32Array;
  /** The matches sorted by rank; see RankedMatches. Contains only as many as were requested. */
  ranked: RankedMatches;
}

/** Search index of a user's contacts. It does not access the database. */
export class ContactIndex {
  private readonly columns = new Columns();
  private readonly orders = new Orders(this.columns);
  private readonly user_id: string;
  /** The notes of all contacts that have notes. */
  readonly notes = new TextIndex();
  private last: LastSearch | null = null;

  constructor(user_id: string) {
    this.user_id = user_id;
  }

  get size(): number {
    return this.columns.ids.size;
  }

  has(id: string): boolean {
    return this.columns.ids.slotOf(id) >= 0;
  }

  put(contact: SearchableContact): void {
    this.orders.touch(this.columns.put(contact));
    this.notes.put('contacts', contact.id, noteOf(contact));
    this.last = null;
  }

  remove(id: string): void {
    this.notes.remove('contacts', id);
    const slot = this.columns.remove(id);
    if (slot < 0) return;
    this.orders.touch(slot);
    this.last = null;
  }

  /** Removes the contacts whose ids are in the range from `from` to `to` but not in `ids`. */
  retain({ from, to }: KeyRange, ids: ReadonlySet<string>): void {
    const { columns } = this;
    const inRange = columns.ids.slotsBetween(from, to).filter((slot) => columns.isUsed(slot));
    for (const id of inRange.map((slot) => columns.ids.idOf(slot))) if (!ids.has(id)) this.remove(id);
  }

  /** Yields all ids in the index, for comparison with the database. */
  *allIds(): Generator<string> {
    for (const slot of this.orders.sortedSlots('name')) yield this.columns.ids.idOf(slot);
  }

  find(find: FindQuery): Omit<FindResult, 'is_complete'> {
    const search = this.matches(find);
    const end = find.offset + find.limit;
    if (!search.ranked.isComplete && search.ranked.slots.length < end)
      search.ranked = rankLines(this.columns.lines, search.slots, search.terms, end);
    const ids = [...search.ranked.slots.subarray(find.offset, end)].map((slot) => this.columns.ids.idOf(slot));
    return { ids, total: search.slots.length, total_all: this.size };
  }

  /** Returns the initials of the matching contacts, which must be sorted by name. */
  initials(query: ContactQuery): InitialLetter[] {
    const { slots } = this.matches(query);
    const first = new Map<string, number>();
    for (let at = 0; at < slots.length; at += 1) {
      const letter = initialLetterOf(this.columns.lines[slots[at]!]!);
      if (!first.has(letter)) first.set(letter, at);
    }
    return [...first].map(([letter, index]) => ({ letter, index }));
  }

  /** Returns contacts with the same phone number, followed by those with a similar name, most similar first. */
  duplicates({ phones, name, exclude_id }: DuplicateQuery): Duplicate[] {
    const excludedSlot = exclude_id === null ? -1 : this.columns.ids.slotOf(exclude_id);
    const slots = this.orders.sortedSlots('name').filter((slot) => slot !== excludedSlot);
    const sameNumberSlots = this.slotsWithSameNumber(phones, slots);
    const similarSlots = this.slotsWithSimilarName(foldText(name), slots).filter(
      (slot) => !sameNumberSlots.includes(slot),
    );
    const withReason = (why: Duplicate['why']) => (slot: number) => ({ id: this.columns.ids.idOf(slot), why });
    return [...sameNumberSlots.map(withReason('phone')), ...similarSlots.map(withReason('name'))].slice(
      0,
      MAX_DUPLICATES,
    );
  }

  private matches(query: ContactQuery): LastSearch {
    const { text, ...filterQuery } = query;
    const filters = JSON.stringify(filterQuery);
    const terms = parseTerms(text);
    const last = this.last?.filters === filters ? this.last : null;
    const isNarrower = last !== null && isNarrowerSearch(terms, last.terms);
    if (last && isNarrower && isNarrowerSearch(last.terms, terms)) return last;
    const isMatch = this.predicateOf(filterQuery, terms);
    const slots = isNarrower
      ? last.slots.filter(isMatch ?? (() => true))
      : this.sortedMatches(filterQuery.sort, isMatch);
    this.last = { filters, terms, slots, ranked: { slots: new Int32Array(0), isComplete: false } };
    return this.last;
  }

  /** Returns a predicate that applies filters and search terms to a slot; null if everything matches. */
  private predicateOf(
    { category, status, owner }: Omit<ContactQuery, 'text'>,
    terms: readonly Term[],
  ): ((slot: number) => boolean) | null {
    if (category === null && status === null && owner === 'all' && terms.length === 0) return null;
    const { columns } = this;
    const categoryNumber = category === null ? -1 : columns.categories.of(category);
    const statusNumber = status === null ? -1 : contactStatuses.indexOf(status);
    const me = columns.owners.of(this.user_id);
    const matches = linePredicate(terms);
    const { lines } = columns;
    if (category === null && status === null && owner === 'all') return (slot) => matches(lines[slot]!);
    return (slot) =>
      (categoryNumber < 0 || columns.category[slot] === categoryNumber) &&
      (statusNumber < 0 || columns.status[slot] === statusNumber) &&
      (owner === 'all' || (columns.owner[slot] === me) === (owner === 'mine')) &&
      matches(lines[slot]!);
  }

  /**
   * Returns the matching slots in sort order. Contacts are scanned in memory order, which is several times faster than
   * in sort order.
   */
  private sortedMatches(sort: ContactSort, isMatch: ((slot: number) => boolean) | null): Int32Array {
    const slots = this.orders.sortedSlots(sort);
    if (!isMatch) return slots;
    const { end } = this.columns.ids;
    const hits = new Uint8Array(end);
    for (let slot = 0; slot < end; slot += 1) if (isMatch(slot)) hits[slot] = 1;
    const matches = new Int32Array(slots.length);
    let count = 0;
    for (let at = 0; at < slots.length; at += 1) if (hits[slots[at]!] === 1) matches[count++] = slots[at]!;
    return matches.subarray(0, count);
  }

  private slotsWithSameNumber(phones: readonly string[], slots: Int32Array): number[] {
    const numbers = phones.map(digitsOf).filter((digits) => digits.length >= MIN_DIGITS);
    const endings = numbers.map((digits) =>
      digits.length < SAME_DIGITS ? ` ${digits} ` : `${digits.slice(-SAME_DIGITS)} `,
    );
    const { lines } = this.columns;
    return this.firstMatching(slots, (slot) =>
      endings.some((ending) => lines[slot]!.includes(ending, digitsStart(lines[slot]!))),
    );
  }

  /** Returns the first matching slots, at most MAX_DUPLICATES. */
  private firstMatching(slots: Int32Array, isMatch: (slot: number) => boolean): number[] {
    const matches: number[] = [];
    for (const slot of slots) {
      if (isMatch(slot) && matches.push(slot) === MAX_DUPLICATES) break;
    }
    return matches;
  }

  private slotsWithSimilarName(name: string, slots: Int32Array): number[] {
    if (name === '') return [];
    const matches: { slot: number; distance: number }[] = [];
    for (const slot of slots) {
      const line = this.columns.lines[slot]!;
      const { from, to } = namePosition(line);
      const distance = nameDistance(name, line.slice(from, to));
      if (distance !== null) matches.push({ slot, distance });
    }
    return matches.toSorted((a, b) => a.distance - b.distance).map(({ slot }) => slot);
  }
}
