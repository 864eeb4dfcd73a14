import { RefusedForNow } from './http/with-current-row.ts';

const RETRY_S = 30;
/** For a person's devices and tabs; beyond that, most connections are dead. */
const MAX_PER_USER = 20;

interface Endable {
  end(): void;
}

/** The open event streams of this process. */
export class OpenStreams<S extends Endable> {
  readonly #max: number;
  readonly #byUser = new Map<string, Set<S>>();
  #count = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Adds a person's stream and ends their oldest beyond twenty. Throws `unavailable` when the process has too many. */
  add(user_id: string, stream: () => S): S {
    const own = this.#byUser.get(user_id) ?? new Set<S>();
    const oldest = own.size >= MAX_PER_USER ? own.values().next().value : undefined;
    if (oldest) {
      this.delete(user_id, oldest);
      oldest.end();
    }
    if (this.#count >= this.#max) throw new RefusedForNow('unavailable', RETRY_S);
    const added = stream();
    own.add(added);
    this.#byUser.set(user_id, own);
    this.#count += 1;
    return added;
  }

  delete(user_id: string, stream: S): void {
    const own = this.#byUser.get(user_id);
    if (!own?.delete(stream)) return;
    this.#count -= 1;
    if (own.size === 0) this.#byUser.delete(user_id);
  }

  endAll(): void {
    for (const own of this.#byUser.values()) for (const stream of own) stream.end();
  }
}
