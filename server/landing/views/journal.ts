import { closeSync, mkdirSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { uuidv7 } from 'uuidv7';

/** Suffixes of a journal that a process writes, and of one that is complete and can be counted. */
export const OPEN = '.open';
export const COMPLETE = '.journal';

/** Maximum size of a journal, reached only while the database is down; further lines are dropped. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * [Note: Journals of views] A view of a page is a line in a file, not a write to the database: pages are then as fast
 * as without counting, also while the database is busy. Each process writes a file of its own, at most once per turn
 * of the event loop, so a killed process loses only the views of its last turn. The file is handed to the system at
 * once; only a power cut can lose more.
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

  /** The name of the file that is being written; empty if there is none. */
  get openName(): string {
    return this.#file === null ? '' : this.#name + OPEN;
  }

  /** Adds a line. It is written before the next turn of the event loop, together with the others of this turn. */
  add(line: string): void {
    if (this.#lines === '') setImmediate(() => this.#write());
    this.#lines += `${line}\n`;
  }

  /** Writes what has been added. Lines that cannot be written are lost, so that a full disk never stops a page. */
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
    this.#file = openSync(join(this.#folder, this.#name + OPEN), 'a', 0o600);
  }

  /** Completes the current file, so that it can be counted; the next line starts a new one. */
  rotate(): void {
    this.#write();
    if (this.#file === null) return;
    closeSync(this.#file);
    this.#file = null;
    this.#bytes = 0;
    renameSync(join(this.#folder, this.#name + OPEN), join(this.#folder, this.#name + COMPLETE));
  }
}
