/** Users whose devices are notified of a write. */
export type Audience = 'all' | readonly string[];

/** An open event stream. */
export interface PokeListener {
  user_id: string;
  poke(rev: number): void;
  /** Ends the stream if its session has ended. */
  recheck(): void;
}

/** A poke as sent to other processes; losing or repeating one is harmless. */
export interface PokeMessage {
  scope: string;
  rev: number;
  audience: Audience;
}

/** Users with ended sessions, as sent to other processes. If it is lost, their streams end at the next ping. */
export interface SessionMessage {
  scope: string;
  ended_sessions_of: readonly string[];
}

interface ScopeState {
  rev: number;
  listeners: Set<PokeListener>;
  waiting: Set<string> | 'all';
  timer: NodeJS.Timeout | null;
}

const COALESCE_MS = 50;

/** Notifies connected devices that there is something to pull. Holds the newest known rev of each scope. */
export class Pokes {
  readonly #scopes = new Map<string, ScopeState>();
  /** Set by the cross-process channel. */
  onAnnounce: ((message: PokeMessage) => void) | null = null;
  /** Set by the cross-process channel. */
  onSessionsEnded: ((message: SessionMessage) => void) | null = null;

  #state(scope: string): ScopeState {
    let state = this.#scopes.get(scope);
    if (!state) {
      state = { rev: 0, listeners: new Set(), waiting: new Set(), timer: null };
      this.#scopes.set(scope, state);
    }
    return state;
  }

  /** The newest rev that this process knows: a hint for clients. Pulls read the counter itself. */
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

  /** Call after the commit of a write of this process. */
  announce(message: PokeMessage): void {
    this.receive(message);
    this.onAnnounce?.(message);
  }

  /** Takes a poke of this or another process and sends it to listeners within 50 ms, coalesced. */
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

  /** Call after the commit that ended sessions in this process. */
  announceEnded(message: SessionMessage): void {
    this.recheck(message);
    this.onSessionsEnded?.(message);
  }

  /** Ends those event streams whose sessions ended in this or another process, at once. */
  recheck({ scope, ended_sessions_of }: SessionMessage): void {
    for (const listener of this.#state(scope).listeners)
      if (ended_sessions_of.includes(listener.user_id)) listener.recheck();
  }
}
