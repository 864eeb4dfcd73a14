const WORDS_PER_ID = 4;
const EMPTY = -1;
const DELETED = -2;

const HYPHEN = 45;

/** The id that is being looked up, as four 32-bit words. */
const key = new Uint32Array(WORDS_PER_ID);

/** Parses the hexadecimal digits of a UUID into `key`, ignoring hyphens. */
function readKey(id: string): void {
  let nibbles = 0;
  let word = 0;
  for (let at = 0; at < id.length; at += 1) {
    const code = id.charCodeAt(at);
    if (code === HYPHEN) continue;
    word = (word << 4) | (code < 58 ? code - 48 : (code | 32) - 87);
    nibbles += 1;
    if (nibbles % 8 === 0) key[nibbles / 8 - 1] = word;
  }
}

/** Hashes the last two words of an id, which are random. */
const hashOf = (c: number, d: number): number => (Math.imul(c, 0x9e3779b1) ^ Math.imul(d, 0x85ebca6b)) >>> 0;

/** Compares the id in a slot with the id in `other`. */
function compareWords(words: Uint32Array, slot: number, other: Uint32Array): number {
  for (let word = 0; word < WORDS_PER_ID; word += 1) {
    const difference = words[slot * WORDS_PER_ID + word]! - other[word]!;
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * A hash table of UUIDs that needs 16 bytes per id, less than strings in a Map. Assigns to each id a slot, a small
 * number; freed slots are reused.
 */
export class IdTable {
  private words = new Uint32Array(1024 * WORDS_PER_ID);
  private buckets = new Int32Array(4096).fill(EMPTY);
  private readonly free: number[] = [];
  /** Number of buckets that are occupied or marked as deleted. */
  private used = 0;
  /** All slots in use are lower than this number. */
  end = 0;
  size = 0;

  /** Returns the number of slots that fit into the table before it must grow. */
  get capacity(): number {
    return this.words.length / WORDS_PER_ID;
  }

  /** Returns the slot of an id, or -1 if it is not in the table. */
  slotOf(id: string): number {
    readKey(id);
    const at = this.find();
    return at < 0 ? -1 : this.buckets[at]!;
  }

  /** Returns the slot of an id, adding the id if it is not in the table. */
  add(id: string): number {
    readKey(id);
    const at = this.find();
    if (at >= 0) return this.buckets[at]!;
    if ((this.used + 1) * 2 > this.buckets.length) this.rehash();
    const slot = this.free.pop() ?? this.end++;
    if (slot >= this.capacity) this.grow();
    this.words.set(key, slot * WORDS_PER_ID);
    this.buckets[this.firstEmpty(this.hashOf(slot))] = slot;
    this.used += 1;
    this.size += 1;
    return slot;
  }

  /** Removes an id and returns its slot, or -1 if it is not in the table. */
  remove(id: string): number {
    readKey(id);
    const at = this.find();
    if (at < 0) return -1;
    const slot = this.buckets[at]!;
    this.buckets[at] = DELETED;
    this.free.push(slot);
    this.size -= 1;
    return slot;
  }

  /**
   * Returns the slots of the ids from `first` to `last`, both included, in the order of the slots. Also returns slots
   * that were freed, because they keep their id.
   */
  slotsBetween(first: string, last: string): number[] {
    const { words, end } = this;
    readKey(first);
    const from = key.slice();
    readKey(last);
    const to = key.slice();
    const slots: number[] = [];
    for (let slot = 0; slot < end; slot += 1)
      if (compareWords(words, slot, from) >= 0 && compareWords(words, slot, to) <= 0) slots.push(slot);
    return slots;
  }

  idOf(slot: number): string {
    const hex = Array.from(this.words.subarray(slot * WORDS_PER_ID, (slot + 1) * WORDS_PER_ID), (word) =>
      word.toString(16).padStart(8, '0'),
    ).join('');
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  }

  /** Compares the ids in two slots. */
  compare(a: number, b: number): number {
    for (let word = 0; word < WORDS_PER_ID; word += 1) {
      const difference = this.words[a * WORDS_PER_ID + word]! - this.words[b * WORDS_PER_ID + word]!;
      if (difference !== 0) return difference;
    }
    return 0;
  }

  private isKey(slot: number): boolean {
    const { words } = this;
    const at = slot * WORDS_PER_ID;
    return words[at + 3] === key[3] && words[at + 2] === key[2] && words[at + 1] === key[1] && words[at] === key[0];
  }

  private find(): number {
    const mask = this.buckets.length - 1;
    for (let at = hashOf(key[2]!, key[3]!) & mask; ; at = (at + 1) & mask) {
      const slot = this.buckets[at]!;
      if (slot === EMPTY) return -1;
      if (slot !== DELETED && this.isKey(slot)) return at;
    }
  }

  private hashOf(slot: number): number {
    return hashOf(this.words[slot * WORDS_PER_ID + 2]!, this.words[slot * WORDS_PER_ID + 3]!);
  }

  private firstEmpty(hash: number): number {
    const mask = this.buckets.length - 1;
    let at = hash & mask;
    while (this.buckets[at] !== EMPTY) at = (at + 1) & mask;
    return at;
  }

  private grow(): void {
    const larger = new Uint32Array(this.words.length * 2);
    larger.set(this.words);
    this.words = larger;
  }

  private rehash(): void {
    const slots = this.buckets.filter((slot) => slot >= 0);
    let length = 4096;
    while (length < this.size * 4) length *= 2;
    this.buckets = new Int32Array(length).fill(EMPTY);
    this.used = slots.length;
    for (const slot of slots) this.buckets[this.firstEmpty(this.hashOf(slot))] = slot;
  }
}
