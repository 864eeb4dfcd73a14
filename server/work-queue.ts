import { RefusedForNow } from './http/with-current-row.ts';

/** Seconds after which a refused client may try again. */
const RETRY_AFTER_S = 5;

/**
 * Runs expensive tasks, at most `workers` at a time. Up to `length` further tasks wait; beyond that, tasks are refused.
 */
export class WorkQueue {
  readonly #workers: number;
  readonly #length: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor({ workers, length }: { workers: number; length: number }) {
    this.#workers = workers;
    this.#length = length;
  }

  /** Throws `unavailable` while the queue is full. */
  refuseIfQueueFull(): void {
    if (this.#running >= this.#workers && this.#waiting.length >= this.#length)
      throw new RefusedForNow('unavailable', RETRY_AFTER_S);
  }

  /** Runs `work` when a worker is free. Throws `unavailable` while the queue is full. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    this.refuseIfQueueFull();
    if (this.#running >= this.#workers) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
