import type { Ports } from '../../src/lib/ports.ts';
import type { SyncClient } from '../../workers/sync/sync-client.ts';
import type { VirtualClock } from './clock.ts';

/** Thrown by each port of a killed tab. */
export class TabKilled extends Error {}

/** One tab (or worker) of a device. It may be killed at any port call, and frozen at any request. */
export class SimTab {
  /**
   * The client of this tab. Set right after the construction of the tab, because creating the client requires the tab.
   */
  phone!: SyncClient;
  dead = false;
  /** True if the tab is dead or being closed. Work that still runs in it may then fail. */
  isEnding = false;
  /** Whether the scheduler runs, so that the tab starts sync cycles when its timers are due. */
  isStarted = false;
  /** Resolves when the tab dies. */
  readonly death: Promise<void>;
  private readonly clock: VirtualClock;
  private readonly onKill: () => void;
  private died!: () => void;
  /** Number of port calls until the tab dies. */
  private callsLeft = Infinity;
  /** Number of requests until the tab freezes, and the time for which it stays frozen. */
  private freezing: { requests: number; ms: number } | null = null;
  private thaw: Promise<void> | null = null;
  private halt = Promise.withResolvers<void>();

  constructor(clock: VirtualClock, onKill: () => void) {
    this.clock = clock;
    this.onKill = onKill;
    this.death = new Promise((resolve) => {
      this.died = resolve;
    });
  }

  /** Makes the tab die at the n-th port call from now. */
  killAfter(calls: number): void {
    this.callsLeft = calls;
  }

  /**
   * Makes the tab freeze at the n-th request from now, either before the request is sent or after the reply has
   * arrived. A frozen tab keeps its locks.
   */
  freezeAt(requests: number, ms: number): void {
    this.freezing = { requests, ms };
  }

  /** Cancels the planned death or freeze of the tab. */
  cancelFaults(): void {
    this.callsLeft = Infinity;
    this.freezing = null;
  }

  get isFrozen(): boolean {
    return this.thaw !== null;
  }

  /** Resolves when the tab freezes. */
  get frozen(): Promise<void> {
    return this.halt.promise;
  }

  kill(): void {
    if (this.dead) return;
    this.dead = true;
    this.isEnding = true;
    this.onKill();
    this.died();
  }

  /** Closes the tab normally. */
  async close(): Promise<void> {
    if (this.isFrozen) return this.kill();
    this.isEnding = true;
    await this.phone.close();
    this.dead = true;
    return undefined;
  }

  /** Counts a port call and throws if the tab is dead. */
  checkAlive(): void {
    if (this.dead) throw new TabKilled();
    this.callsLeft -= 1;
    if (this.callsLeft > 0) return;
    this.kill();
    throw new TabKilled();
  }

  /** Waits before a request is sent, or after a reply has arrived, while the tab is frozen. */
  private async waitWhileFrozen(): Promise<void> {
    if (this.freezing && (this.freezing.requests -= 0.5) <= 0) {
      const { ms } = this.freezing;
      this.freezing = null;
      this.thaw = this.clock.sleep(ms).then(() => {
        this.thaw = null;
        this.halt = Promise.withResolvers<void>();
      });
      this.halt.resolve();
    }
    if (this.thaw) await this.thaw;
  }

  /** Returns a fetch that sends requests and settles only while the tab runs. */
  fetchBy(carry: Ports['fetch']): Ports['fetch'] {
    return async (url, init) => {
      this.checkAlive();
      await this.waitWhileFrozen();
      this.checkAlive();
      try {
        return await untilAborted(carry(url, init), init.signal);
      } finally {
        await this.waitWhileFrozen();
        this.checkAlive();
      }
    };
  }

  /** Sets a timer. If the tab is frozen when the timer is due, the timer fires when the tab runs again. */
  after(ms: number, run: () => void): () => void {
    this.checkAlive();
    return this.clock.after(ms, () => void (this.thaw ? this.thaw.then(run) : run()));
  }
}

/** Rejects like fetch when the signal is aborted; the request itself continues. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new DOMException('aborted', 'AbortError'));
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort);
    work.then(resolve, reject);
  });
}

/** Returns the current time of the device's clock. The writes of the device contain this time. */
export const deviceTime = ({ phone }: SimTab): string => new Date(phone.store.now()).toISOString();
