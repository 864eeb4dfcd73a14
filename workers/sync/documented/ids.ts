import type { PhoneDb } from '../../../src/db/schema/db.ts';

/**
 * The id spaces of a documented API. Numeric ids are unique only within one space: contact 5 and lesson 5 are different
 * records. The codes must never change, because the ids on phones contain them.
 */
const spaces = {
  user: 1,
  contact: 2,
  contact_category: 3,
  category: 4,
  lesson: 5,
  comment: 6,
  book: 7,
  news: 8,
  event: 9,
  task: 10,
  ticket: 11,
  message: 12,
  slice: 13,
  package: 14,
  flow: 15,
} as const;
export type IdSpace = keyof typeof spaces;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
/**
 * Matches an id that contains a number of the API. It consists of a fixed first part, the code of the space, and the
 * number.
 */
const NUMBERED = /^f0e1a000-0([0-9a-f]{3})-8000-8000-([0-9a-f]{12})$/;
const MAX_NUMBER = 2 ** 48;

const META_PREFIX = 'api_id:';

/** A hash of 53 bits (cyrb53). */
function hash53(value: string, seed: number): number {
  let [high, low] = [0xdeadbeef ^ seed, 0x41c6ce57 ^ seed];
  for (let at = 0; at < value.length; at += 1) {
    const code = value.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}

/** Returns 64 hexadecimal digits that identify a file by its URL, in place of the SHA-256 that our server sends. */
const fileKey = (url: string): string =>
  [1, 2, 3, 4, 5, 6]
    .map((seed) => hex(hash53(url, seed), 12))
    .join('')
    .slice(0, 64);

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0').slice(-digits);

function hashedId(value: string): string {
  const digits = [1, 2, 3].map((seed) => hex(hash53(value, seed), 12)).join('');
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(12, 15)}-8${digits.slice(15, 18)}-${digits.slice(18, 30)}`;
}

const numberedId = (space: IdSpace, number: number): string =>
  `f0e1a000-0${hex(spaces[space], 3)}-8000-8000-${hex(number, 12)}`;

interface SavedId {
  space: IdSpace;
  key: string;
}

const nameOf = ({ space, key }: SavedId): string => `${space}:${key}`;

/** Returns the API's id of a record as text, so that a number and its digits are the same id. Null if there is none. */
function keyOf(foreign: unknown): string | null {
  if (typeof foreign === 'number' && Number.isFinite(foreign)) return String(foreign);
  if (typeof foreign !== 'string' || foreign.trim() === '') return null;
  const key = foreign.trim();
  return /^0*\d+$/.test(key) && key.length <= 15 ? String(Number(key)) : key;
}

/**
 * Translates between the ids of the phone, which are UUIDs, and those of the API. UUIDs of the API are used as they
 * are, and numbers become part of a UUID, so neither needs to be stored. Two kinds of ids are stored: the ids of
 * records that were created on this phone and to which the API gave an id of its own, and ids of the API that are
 * neither UUIDs nor numbers.
 */
export class Ids {
  private readonly db: PhoneDb | null;
  private readonly byName = new Map<string, string>();
  private readonly byId = new Map<string, SavedId>();
  private unsaved: string[] = [];
  /** Maps the key of a file to its URL. Every list contains the URLs, so they need not be stored. */
  private readonly files: Map<string, string>;

  /** Without a database, for example before a login, no stored id is known, and none is stored. */
  constructor(db: PhoneDb | null = null, files = new Map<string, string>()) {
    this.db = db;
    this.files = files;
  }

  static async load(db: PhoneDb, files?: Map<string, string>): Promise<Ids> {
    const ids = new Ids(db, files);
    for (const { key, value } of await db.meta.where('key').startsWith(META_PREFIX).toArray())
      ids.remember(key.slice(META_PREFIX.length), value as SavedId);
    return ids;
  }

  private remember(id: string, saved: SavedId): void {
    this.byName.set(nameOf(saved), id);
    this.byId.set(id, saved);
  }

  /** Returns the phone's id of a record; null if the API sends none. */
  own(space: IdSpace, foreign: unknown): string | null {
    const key = keyOf(foreign);
    if (key === null) return null;
    const aliased = this.byName.get(nameOf({ space, key }));
    if (aliased !== undefined) return aliased;
    if (UUID.test(key.toLowerCase())) return key.toLowerCase();
    const number = Number(key);
    if (/^\d+$/.test(key) && number < MAX_NUMBER) return numberedId(space, number);
    const id = hashedId(`${space}:${key}`);
    this.remember(id, { space, key });
    this.unsaved.push(id);
    return id;
  }

  /** Returns the API's id of a record: a number if it consists only of digits. */
  foreign(id: string): string | number {
    const saved = this.byId.get(id);
    const match = NUMBERED.exec(id);
    if (saved) return /^\d+$/.test(saved.key) ? Number(saved.key) : saved.key;
    return match ? Number.parseInt(match[2]!, 16) : id;
  }

  /** Returns the key of the file with this URL. */
  file(url: string): string {
    const key = fileKey(url);
    this.files.set(key, url);
    return key;
  }

  /** Whether the API's id for this id of the phone is known and differs from it. */
  isKnown(id: string): boolean {
    return this.byId.has(id) || NUMBERED.test(id);
  }

  /** If the text is an id of the phone, returns the API's id; otherwise returns the text unchanged. */
  foreignText(value: string): string {
    return UUID.test(value) ? String(this.foreign(value)) : value;
  }

  /** Returns a body with the API's ids instead of the phone's, at any depth. */
  foreignBody(value: unknown): unknown {
    if (typeof value === 'string') return UUID.test(value) ? this.foreign(value) : value;
    if (Array.isArray(value)) return value.map((item) => this.foreignBody(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.foreignBody(item)]));
  }

  /** Stores the API's id of a record that was created on this phone. */
  async alias(space: IdSpace, foreign: unknown, id: string): Promise<void> {
    const key = keyOf(foreign);
    if (key === null || key === id) return;
    this.remember(id, { space, key });
    await this.db?.meta.put({ key: META_PREFIX + id, value: { space, key } satisfies SavedId });
  }

  /**
   * Stores the ids that this phone uses for ids of the API that are neither UUIDs nor numbers. Must run before rows
   * with these ids are stored.
   */
  async save(): Promise<void> {
    const rows = this.unsaved.map((id) => ({ key: META_PREFIX + id, value: this.byId.get(id) }));
    this.unsaved = [];
    if (rows.length > 0) await this.db?.meta.bulkPut(rows);
  }
}
