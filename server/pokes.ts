/** Whose phones hear of a write. */
export type Audience = 'all' | readonly string[];

/** What one open event stream is told. */
export interface PokeListener {
  user_id: string;
  poke(rev: number): void;
  /** The account was blocked or its session ended. */
  revoke(): void;
}

/** A poke as it goes to other processes: losing or doubling one is harmless. */
export interface PokeMessage {
  scope: string;
  rev: number;
  audience: Audience;
}

interface ScopeState {
  rev: number;
  listeners: Set<PokeListener>;
  waiting: Set<string> | 'all';
  timer: NodeJS.Timeout | null;
}

const COALESCE_MS = 50;

/** Tells open phones that there is something to pull. Holds the newest known rev of each scope. */
export class Pokes {
  readonly #scopes = new Map<string, ScopeState>();
  /** Set by the cross-process channel. */
  onAnnounce: ((message: PokeMessage) => void) | null = null;

  #state(scope: string): ScopeState {
    let state = this.#scopes.get(scope);
    if (!state) {
      state = { rev: 0, listeners: new Set(), waiting: new Set(), timer: null };
      this.#scopes.set(scope, state);
    }
    return state;
  }

  /** The newest rev this process knows of; pulls read the counter, this is only a hint for clients. */
  rev(scope: string): number {
    return this.#scopes.get(scope)?.rev ?? 0;
  }

  scopes(): string[] {
    return [...this.#scopes.keys()];
  }

  listen(scope: string, listener: PokeListener): () => void {
    const { listeners } = this.#state(scope);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  /** After the commit of a write of this process. */
  announce(message: PokeMessage): void {
    this.receive(message);
    this.onAnnounce?.(message);
  }

  /** From this process or another one; sent on within 50 ms, many as one. */
  receive({ scope, rev, audience }: PokeMessage): void {
    const state = this.#state(scope);
    state.rev = Math.max(state.rev, rev);
    if (audience === 'all') state.waiting = 'all';
    else if (state.waiting !== 'all') for (const id of audience) state.waiting.add(id);
    if (state.listeners.size === 0) state.waiting = new Set();
    else state.timer ??= setTimeout(() => this.#flush(state), COALESCE_MS).unref();
  }

  #flush(state: ScopeState): void {
    const { waiting, rev } = state;
    state.timer = null;
    state.waiting = new Set();
    for (const listener of state.listeners) {
      if (waiting === 'all' || waiting.has(listener.user_id)) listener.poke(rev);
    }
  }

  /** Ends the streams of one person. */
  revoke(scope: string, user_id: string): void {
    for (const listener of [...this.#state(scope).listeners]) if (listener.user_id === user_id) listener.revoke();
  }
}
