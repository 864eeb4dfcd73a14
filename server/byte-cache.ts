/** Keeps the most recently used values, up to a total size in bytes. */
export class ByteCache<T> {
  readonly #max: number;
  readonly #entries = new Map<string, { value: T; bytes: number }>();
  #bytes = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: string): T | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    // A Map keeps the order of insertion, so deleting and setting the entry moves it to the end.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /**
   * Stores a value, and drops the least recently used values if the total size exceeds the limit. A value above the
   * limit is not stored.
   */
  set(key: string, value: T, bytes: number): void {
    this.#drop(key);
    if (bytes > this.#max) return;
    this.#entries.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#max) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }
}
