import { RefusedForNow } from './http/with-current-row.ts';

const RETRY_AFTER_S = 30;
/**
 * Maximum number of streams per user, enough for all their devices and tabs. Further streams would mostly be dead
 * connections.
 */
const MAX_PER_USER = 20;

interface Stream {
  end(): void;
}

/** The open event streams of this process. */
export class OpenStreams<S extends Stream> {
  readonly #max: number;
  readonly #byUser = new Map<string, Set<S>>();
  #count = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /**
   * Opens a stream for a user. If the user already has the maximum number, ends the oldest. Throws `unavailable` if the
   * process has too many open streams.
   */
  add(user_id: string, open: () => S): S {
    const userStreams = this.#byUser.get(user_id) ?? new Set<S>();
    const oldest = userStreams.size >= MAX_PER_USER ? userStreams.values().next().value : undefined;
    if (oldest) {
      this.delete(user_id, oldest);
      oldest.end();
    }
    if (this.#count >= this.#max) throw new RefusedForNow('unavailable', RETRY_AFTER_S);
    const added = open();
    userStreams.add(added);
    this.#byUser.set(user_id, userStreams);
    this.#count += 1;
    return added;
  }

  delete(user_id: string, stream: S): void {
    const userStreams = this.#byUser.get(user_id);
    if (!userStreams?.delete(stream)) return;
    this.#count -= 1;
    if (userStreams.size === 0) this.#byUser.delete(user_id);
  }

  endAll(): void {
    for (const userStreams of this.#byUser.values()) for (const stream of userStreams) stream.end();
  }
}
