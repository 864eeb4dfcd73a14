import { clearBackoff } from '../../src/db/outbox/backoff.ts';
import { isQuotaError } from '../../src/db/schema/db.ts';
import { countOutbox, savedSyncStatus } from '../../src/db/queries/status.ts';
import { log } from '../../src/lib/log.ts';
import { savedMeta } from '../../src/db/schema/meta.ts';
import { saveStatus } from '../../src/db/schema/sync-meta.ts';
import { remainingGateWait, cycleBackoff, remainingWait } from './retry.ts';
import { setGates, type Session } from './session.ts';
import { runCycle, type SyncRunner, type CycleOutcome } from './sync-cycle.ts';

/**
 * Maximum interval between cycles while writes wait or the user is blocked; the browser's `online` event may never
 * fire.
 */
const WAITING_INTERVAL_MS = 30_000;
/** Interval between cycles when nothing waits and no poke arrives. */
const IDLE_INTERVAL_MS = 5 * 60_000;
const BUSY_INTERVAL_MS = 1_500;
/** Interval at which a write that another tab has claimed is checked again, because that tab may be gone. */
const CLAIM_CHECK_INTERVAL_MS = 5_000;
/** Minimum wait before the next cycle, so that writes whose back-off has just ended do not start many cycles. */
const MIN_WAIT_MS = 200;

/**
 * Why a cycle is scheduled. Every reason except `timer`, `offline` and `written` resets the back-off of the sync
 * cycles.
 */
export type Reason = 'start' | 'written' | 'online' | 'offline' | 'visible' | 'poke' | 'timer' | 'asked';

/** Reasons that also clear the back-off of individual entries. A poke does not, because pokes are too frequent. */
const backoffClearingReasons: readonly Reason[] = ['start', 'online', 'visible', 'asked'];

/** Runs sync cycles one after another for one context (a tab's worker), and schedules the next one. */
export class SyncScheduler {
  private readonly session: Session;
  private readonly runner: SyncRunner;
  private running: Promise<CycleOutcome> | null = null;
  private again = false;
  /** Number of callers that wait for the end of the running cycle. */
  private waiting = 0;
  /** Whether writes were made since the running cycle last checked for them. */
  private hasWritten = false;
  private failures = 0;
  /** When the last cycle started, ms. */
  private cycleStart = 0;
  private shouldClearBackoff = false;
  private shouldCheckBlock = false;
  private cancelTimer: () => void = () => {};
  private stopped = false;
  /** Called after each cycle, to start follow-up work such as fetching images. */
  afterCycle: (outcome: CycleOutcome) => void = () => {};

  constructor(session: Session, runner: SyncRunner) {
    this.session = session;
    this.runner = runner;
    runner.hasNewWork = () => this.again || this.waiting > 0 || this.stopped;
    runner.checkNewWrites = () => {
      const { hasWritten } = this;
      this.hasWritten = false;
      return hasWritten;
    };
  }

  /** Schedules a cycle to run soon. Requests during a running cycle are combined into one further cycle. */
  schedule(reason: Reason): void {
    if (this.stopped) return;
    if (backoffClearingReasons.includes(reason)) this.shouldClearBackoff = true;
    const canWait = reason === 'written' && this.failures > 0;
    if (reason !== 'timer' && reason !== 'offline' && !canWait) this.failures = 0;
    if (reason === 'written') this.hasWritten = true;
    // While the network is known to be down, new writes wait for the next planned cycle, unless a cycle is running.
    if (!canWait || this.running) void this.run();
  }

  /** Runs a cycle now, regardless of back-off. Closed gates are reopened first. */
  async syncNow(): Promise<CycleOutcome> {
    this.failures = 0;
    this.shouldClearBackoff = true;
    await this.recheckGates();
    await this.endOfCycle();
    return this.run();
  }

  /** Interrupts the running cycle where it can continue later, and waits for its end. */
  private async endOfCycle(): Promise<void> {
    this.waiting += 1;
    await this.idle();
    this.waiting -= 1;
  }

  /** Resolves when no cycle is running. */
  async idle(): Promise<void> {
    while (this.running) await this.running;
  }

  /** Stops scheduling and waits for the running cycle to end. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.cancelTimer();
    if (this.running) await this.running;
  }

  /**
   * Reopens the gates, so that the next cycle finds out which of them still apply: the session may be valid again, or a
   * block may have been lifted. Called on each start and when the user requests a sync.
   */
  async recheckGates(): Promise<void> {
    await setGates(this.session, { auth: false, blocked: false, upgrade: false });
  }

  private run(): Promise<CycleOutcome> {
    if (this.running) {
      this.again = true;
      return this.running;
    }
    this.running = this.runCycles().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  /**
   * Runs cycles until no further cycle was requested. A request may also arrive while the next cycle is being
   * scheduled.
   */
  private async runCycles(): Promise<CycleOutcome> {
    let outcome: CycleOutcome;
    do {
      this.again = false;
      this.cancelTimer();
      outcome = await this.runOne();
      this.failures = outcome === 'failed' ? this.failures + 1 : 0;
      await this.planNext(outcome).catch((error: unknown) => log.warn('could not schedule the next sync cycle', error));
    } while (this.again && outcome === 'done' && !this.stopped);
    this.afterCycle(outcome);
    return outcome;
  }

  private async runOne(): Promise<CycleOutcome> {
    try {
      if (this.shouldClearBackoff) {
        this.session.ports.expire?.();
        await clearBackoff(this.session.db);
      }
      this.shouldClearBackoff = false;
      if (this.shouldCheckBlock) await (await import('./block-check.ts')).checkBlock(this.session);
      this.shouldCheckBlock = false;
      this.cycleStart = this.session.ports.clock.now();
      const outcome = await runCycle(this.runner);
      if (outcome === 'done') await this.reopenStorageGate();
      return outcome;
    } catch (error) {
      log.warn('a sync cycle failed', error);
      if (isQuotaError(error)) await this.handleFullDisk();
      return 'failed';
    }
  }

  /** Reopens the storage gate: a complete cycle succeeded, so the disk is no longer full. */
  private async reopenStorageGate(): Promise<void> {
    const { gates } = await savedSyncStatus(this.session.db);
    if (gates.storage_full) await setGates(this.session, { storage_full: false });
  }

  /**
   * Frees space on a full disk. Syncing continues, because sending frees space too; rows that do not fit are fetched
   * again in every cycle.
   */
  private async handleFullDisk(): Promise<void> {
    const { db, ports } = this.session;
    try {
      const { freeUpSpace } = await import('../../src/db/storage/free-up-space.ts');
      const freed = await freeUpSpace(db, ports.caches);
      await setGates(this.session, { storage_full: freed === 0 });
    } catch (error) {
      log.warn('could not free up storage', error);
    }
  }

  private async planNext(outcome: CycleOutcome): Promise<void> {
    if (this.stopped) return;
    const { gates, sending, shut = false } = await savedSyncStatus(this.session.db);
    if (sending && outcome !== 'busy') await saveStatus(this.session.db, { sending: null });
    const { to_send, background } = await countOutbox(this.session.db);
    const now = this.session.ports.clock.now();
    const isBlocked = shut && gates.blocked;
    let wait = to_send + background > 0 || isBlocked ? WAITING_INTERVAL_MS : IDLE_INTERVAL_MS;
    if (outcome === 'failed') wait = Math.min(wait, cycleBackoff(this.session.ports.random, this.failures));
    if (outcome === 'busy') wait = BUSY_INTERVAL_MS;
    if (outcome === 'done' && to_send + background > 0) wait = Math.min(wait, await this.nextTry(now));
    const gateWait = remainingGateWait(gates, now);
    if (gateWait > 0) wait = Math.max(outcome === 'gate' ? 0 : wait, gateWait);
    this.cancelTimer();
    this.cancelTimer = this.session.ports.clock.after(wait, () => {
      this.shouldCheckBlock = isBlocked;
      this.schedule('timer');
    });
    await saveStatus(this.session.db, { next_try_at: outcome === 'failed' ? now + wait : null });
  }

  /**
   * Returns the time (ms) until the next attempt. An attempt is due when the back-off of an entry ends, when uploads
   * are allowed again, or when another tab's claim must be checked. Entries that were ready when the cycle started but
   * were not sent are ignored, because they wait for another entry. Entries whose back-off ended during the cycle are
   * included: the cycle's push may have been too early for them.
   */
  private async nextTry(now: number): Promise<number> {
    const queued = await this.session.db.outbox.where('state').equals('queued').toArray();
    const waits = queued.filter(({ next_at }) => next_at > this.cycleStart).map(({ next_at }) => next_at - now);
    const uploadsWait = remainingWait(await savedMeta(this.session.db, 'uploads_wait'), now);
    if (uploadsWait > 0) waits.push(uploadsWait);
    if ((await this.session.db.outbox.where('state').equals('sending').count()) > 0)
      waits.push(CLAIM_CHECK_INTERVAL_MS);
    return Math.max(MIN_WAIT_MS, Math.min(WAITING_INTERVAL_MS, ...waits));
  }
}
