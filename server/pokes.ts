/** The users whose devices are notified of a write. */
export type Audience = 'all' | readonly string[];

/** An open event stream. */
export interface PokeListener {
  user_id: string;
  poke(rev: number): void;
  /** Ends the stream if its session has ended. */
  recheck(): void;
}

/** A poke as it is sent to other processes. A lost or repeated poke does no harm. */
export interface PokeMessage {
  scope: string;
  rev: number;
  audience: Audience;
}

/**
 * Users whose sessions have ended, as sent to other processes. If this message is lost, their streams end at the next
 * ping instead.
 */
export interface SessionMessage {
  scope: string;
  ended_sessions_of: readonly string[];
}

/** Combines two pokes of one scope. */
export function combineMessages(first: PokeMessage, second: PokeMessage): PokeMessage {
  const { scope } = first;
  const rev = Math.max(first.rev, second.rev);
  if (first.audience === 'all' || second.audience === 'all') return { scope, rev, audience: 'all' };
  return { scope, rev, audience: [...new Set([...first.audience, ...second.audience])] };
}

interface ScopeState {
  rev: number;
  listeners: Set<PokeListener>;
  waiting: Set<string> | 'all';
  timer: NodeJS.Timeout | null;
}

const COALESCE_MS = 50;

/** Notifies connected devices that there is something to pull. Stores the newest known rev of each scope. */
export class Pokes {
  readonly #scopes = new Map<string, ScopeState>();
  /** Sends a poke to the other processes; set by pg-notify.ts. */
  onAnnounce: ((message: PokeMessage) => void) | null = null;
  /** Notifies the other processes that sessions have ended; set by pg-notify.ts. */
  onSessionsEnded: ((message: SessionMessage) => void) | null = null;

  #state(scope: string): ScopeState {
    let state = this.#scopes.get(scope);
    if (!state) {
      state = { rev: 0, listeners: new Set(), waiting: new Set(), timer: null };
      this.#scopes.set(scope, state);
    }
    return state;
  }

  /**
   * Returns the newest rev that this process has seen. The rev is only a hint for clients; pulls read the counter in
   * the database.
   */
  rev(scope: string): number {
    return this.#scopes.get(scope)?.rev ?? 0;
  }

  scopes(): string[] {
    return [...this.#scopes.keys()];
  }

  /** Returns the number of open event streams. */
  listenerCount(): number {
    return [...this.#scopes.values()].reduce((count, { listeners }) => count + listeners.size, 0);
  }

  listen(scope: string, listener: PokeListener): () => void {
    const { listeners } = this.#state(scope);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  /** Announces a write. Must be called after this process has committed it. */
  announce(message: PokeMessage): void {
    this.receive(message);
    this.onAnnounce?.(message);
  }

  /**
   * Receives a poke from this or another process and forwards it to the listeners within 50 ms; several pokes are
   * combined.
   */
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

  /** Announces that sessions have ended. Must be called after the transaction that ended them has committed. */
  announceEnded(message: SessionMessage): void {
    this.recheck(message);
    this.onSessionsEnded?.(message);
  }

  /** Immediately closes the event streams of sessions that have ended in this or another process. */
  recheck({ scope, ended_sessions_of }: SessionMessage): void {
    for (const listener of this.#state(scope).listeners)
      if (ended_sessions_of.includes(listener.user_id)) listener.recheck();
  }
}
