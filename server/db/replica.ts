import type { Log } from '../log.ts';
import type { Db } from './tables.ts';

/** How long a replica is not used after an error, so that requests do not wait for a server that is down. */
const RETRY_AFTER_MS = 5_000;

/** A read-only copy of the database, which may not contain the newest writes yet. */
export class Replica {
  readonly db: Db;
  readonly #deps: { clock: () => Date; log: Log };
  #usableFrom = 0;

  constructor(db: Db, deps: { clock: () => Date; log: Log }) {
    this.db = db;
    this.#deps = deps;
  }

  /** Whether the replica may be used: its last error, if any, was at least five seconds ago. */
  isUsable(): boolean {
    return this.#deps.clock().getTime() >= this.#usableFrom;
  }

  /** Logs an error, and stops using the replica for five seconds. */
  fail(error: unknown): void {
    this.#usableFrom = this.#deps.clock().getTime() + RETRY_AFTER_MS;
    const reason = error instanceof Error ? error.message : 'unknown';
    this.#deps.log.warn({ reason }, 'the replica failed; reading from the primary database');
  }
}
