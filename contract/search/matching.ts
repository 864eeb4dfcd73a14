import { digitsOf, foldText } from './fold.ts';
import { normalizeForSearch } from './lines.ts';
import { parseTerms, type Term } from './terms.ts';

/** A row with the normalised text that is searched. */
export interface IndexedRow<Row> {
  row: Row;
  /** The normalised title. Rows whose title begins with the search text come first. */
  title: string;
  /** All normalised words of the row, including those of the title. */
  words: string;
  digits: string;
  /**
   * Sorts equally good matches: rows with smaller numbers come first; rows with the same number are sorted by title.
   */
  order: number;
}

/** The searchable texts of a row. */
export interface RowText {
  title: string;
  words?: string;
  phone?: string | null;
  order?: number;
}

export function indexRow<Row>(row: Row, { title, words = '', phone = null, order = 0 }: RowText): IndexedRow<Row> {
  const digits = phone === null ? '' : digitsOf(phone);
  return { row, title: foldText(title), words: `${normalizeForSearch(`${title} ${words}`)} ${digits}`, digits, order };
}

/** The best matching rows, and the number of all matching ones. */
export interface Matches<Row> {
  rows: Row[];
  count: number;
}

/**
 * How well a title matches. 0: it starts with the search text; 1: a later word of it does; 2: the match is elsewhere.
 */
export type Tier = 0 | 1 | 2;

/** Returns the tier of a normalised title for the first term of a search. */
export function tierOf(title: string, [first]: readonly Term[]): Tier {
  const spellings = first?.spellings ?? [''];
  if (spellings.some((spelling) => title.startsWith(spelling))) return 0;
  return spellings.some((spelling) => title.includes(` ${spelling}`)) ? 1 : 2;
}

const compare = (a: IndexedRow<unknown>, b: IndexedRow<unknown>): number =>
  a.order - b.order || (a.title < b.title ? -1 : a.title > b.title ? 1 : 0);

/**
 * Returns at most `limit` rows that contain all words of a text or, if it is a number, whose phone number contains its
 * digits. Rows whose title starts with the text come first, then rows in which a later word of the title does. An empty
 * text matches every row.
 */
export function findMatches<Row>(all: Iterable<IndexedRow<Row>>, text: string, limit: number): Matches<Row> {
  const terms = parseTerms(text);
  const tiers: Record<Tier, IndexedRow<Row>[]> = { 0: [], 1: [], 2: [] };
  let count = 0;
  for (const indexed of all) {
    // If a row has no phone number, numbers are searched in its text, for example the year in the title of a lesson.
    const isMatch = terms.every(({ spellings, isNumber }) =>
      spellings.some((spelling) =>
        (isNumber && indexed.digits !== '' ? indexed.digits : indexed.words).includes(spelling),
      ),
    );
    if (!isMatch) continue;
    count += 1;
    tiers[tierOf(indexed.title, terms)].push(indexed);
  }
  const rows: Row[] = [];
  for (const tier of [tiers[0], tiers[1], tiers[2]]) {
    // A single letter can have thousands of matches. Sorting all of them would take longer than finding them.
    if (rows.length < limit) rows.push(...tier.toSorted(compare).map(({ row }) => row));
  }
  return { rows: rows.slice(0, limit), count };
}
