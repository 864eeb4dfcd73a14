import { closeSync, mkdirSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { uuidv7 } from 'uuidv7';

/** Suffixes of a journal to which a process is writing, and of a complete journal, which can be counted. */
export const OPEN_SUFFIX = '.open';
export const COMPLETE_SUFFIX = '.journal';

/** Maximum size of a journal, reached only if the database is down for a long time. Further lines are dropped. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * [Note: Journals of views] A view of a page is stored as a line in a file, not as a write to the database. Serving a
 * page therefore takes no longer than without counting, even while the database is busy. Each process has its own file
 * and writes to it at most once per iteration of the event loop, so a killed process loses only the views of its last
 * iteration. The data is passed to the operating system at once; only a power failure can lose more views.
 */
export class ViewJournal {
  readonly #folder: string;
  readonly #onError: (error: unknown) => void;
  readonly #maxBytes: number;
  #name = '';
  #file: number | null = null;
  #bytes = 0;
  #lines = '';

  constructor(folder: string, onError: (error: unknown) => void, maxBytes = MAX_BYTES) {
    this.#folder = folder;
    this.#onError = onError;
    this.#maxBytes = maxBytes;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  /** The name of the file to which this process is writing; empty if there is none. */
  get openName(): string {
    return this.#file === null ? '' : this.#name + OPEN_SUFFIX;
  }

  /**
   * Adds a line. It is written together with the other lines of this iteration of the event loop, before the next
   * iteration.
   */
  add(line: string): void {
    if (this.#lines === '') setImmediate(() => this.#write());
    this.#lines += `${line}\n`;
  }

  /**
   * Writes the added lines. Lines that cannot be written are lost, so that a full disk never prevents a page from being
   * sent.
   */
  #write(): void {
    const lines = this.#lines;
    this.#lines = '';
    if (lines === '' || this.#bytes + lines.length > this.#maxBytes) return;
    try {
      this.#open();
      writeFileSync(this.#file!, lines);
      this.#bytes += lines.length;
    } catch (error) {
      this.#onError(error);
    }
  }

  #open(): void {
    if (this.#file !== null) return;
    this.#name = uuidv7();
    this.#file = openSync(join(this.#folder, this.#name + OPEN_SUFFIX), 'a', 0o600);
  }

  /** Completes the current file, so that it can be counted. The next line starts a new file. */
  rotate(): void {
    this.#write();
    if (this.#file === null) return;
    closeSync(this.#file);
    this.#file = null;
    this.#bytes = 0;
    renameSync(join(this.#folder, this.#name + OPEN_SUFFIX), join(this.#folder, this.#name + COMPLETE_SUFFIX));
  }
}
