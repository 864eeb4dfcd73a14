import { clearBackoff } from '../../src/db/outbox/backoff.ts';
import { isQuotaError } from '../../src/db/schema/db.ts';
import { outboxCounts, savedStatus } from '../../src/db/queries/status.ts';
import { log } from '../../src/lib/log.ts';
import { savedMeta, saveStatus } from '../../src/db/schema/meta.ts';
import { gateLeft, cycleBackoff, waitLeft } from './retry.ts';
import { setGates, type Session } from './session.ts';
import { runCycle, type SyncRunner, type CycleOutcome } from './sync-cycle.ts';

/** Maximum interval between cycles while something waits, be it for the end of a block; `online` may never fire. */
const WAITING_MS = 30_000;
/** Interval of cycles without pokes. */
const IDLE_MS = 5 * 60_000;
const BUSY_MS = 1_500;

/** Why a cycle is scheduled. All but `timer`, `offline` and `written` reset the back-off. */
export type Reason = 'start' | 'written' | 'online' | 'offline' | 'visible' | 'poke' | 'timer' | 'asked';

/** Reasons that also clear the back-off of single entries; pokes are too frequent for that. */
const clearsBackoffOn: readonly Reason[] = ['start', 'online', 'visible', 'asked'];

/** Runs sync cycles one after another for one context (a tab's worker), and schedules the next one. */
export class SyncScheduler {
  private readonly session: Session;
  private readonly runner: SyncRunner;
  private running: Promise<CycleOutcome> | null = null;
  private again = false;
  /** Whether writes were made that the running cycle has not looked for yet. */
  private hasWritten = false;
  private failures = 0;
  private shouldClearBackoff = false;
  private shouldCheckBlock = false;
  private cancelTimer: () => void = () => {};
  private stopped = false;
  /** Called after each cycle; for follow-up work such as fetching images. */
  afterCycle: (outcome: CycleOutcome) => void = () => {};

  constructor(session: Session, runner: SyncRunner) {
    this.session = session;
    this.runner = runner;
    runner.hasNewWork = () => this.again;
    runner.takeNewWrites = () => {
      const { hasWritten } = this;
      this.hasWritten = false;
      return hasWritten;
    };
  }

  /** Schedules a cycle soon. Requests during a cycle are combined into one. */
  schedule(reason: Reason): void {
    if (this.stopped) return;
    if (clearsBackoffOn.includes(reason)) this.shouldClearBackoff = true;
    const patient = reason === 'written' && this.failures > 0;
    if (reason !== 'timer' && reason !== 'offline' && !patient) this.failures = 0;
    if (reason === 'written') this.hasWritten = true;
    // While the network is known to be down, new work waits for the planned retry, unless a cycle is running.
    if (!patient || this.running) void this.run();
  }

  /** Runs a cycle now, regardless of back-off; closed gates are rechecked. */
  async syncNow(): Promise<CycleOutcome> {
    this.failures = 0;
    this.shouldClearBackoff = true;
    await this.recheckGates();
    if (this.running) await this.running;
    return this.run();
  }

  /** Resolves when no cycle is running. */
  async idle(): Promise<void> {
    while (this.running) await this.running;
  }

  /** Stops scheduling; waits for the running cycle. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.cancelTimer();
    if (this.running) await this.running;
  }

  /** Reopens gates for a retry: the session may be valid again or a block lifted. Done at each start and on request. */
  async recheckGates(): Promise<void> {
    await setGates(this.session, { auth: false, blocked: false, upgrade: false });
  }

  private run(): Promise<CycleOutcome> {
    if (this.running) {
      this.again = true;
      return this.running;
    }
    this.cancelTimer();
    this.running = this.runCycles().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  private async runCycles(): Promise<CycleOutcome> {
    let outcome: CycleOutcome = 'failed';
    try {
      do {
        this.again = false;
        if (this.shouldClearBackoff) await clearBackoff(this.session.db);
        this.shouldClearBackoff = false;
        if (this.shouldCheckBlock) await (await import('./block-check.ts')).checkBlock(this.session);
        this.shouldCheckBlock = false;
        outcome = await runCycle(this.runner);
        if (outcome === 'done') await this.reopenStorageGate();
      } while (this.again && outcome === 'done' && !this.stopped);
    } catch (error) {
      log.warn('a sync cycle failed', error);
      if (isQuotaError(error)) await this.handleFullDisk();
    }
    this.failures = outcome === 'failed' ? this.failures + 1 : 0;
    await this.planNext(outcome).catch((error: unknown) => log.warn('the next sync cycle was not scheduled', error));
    this.afterCycle(outcome);
    return outcome;
  }

  /** A complete cycle succeeded: the disk is no longer full. */
  private async reopenStorageGate(): Promise<void> {
    const { gates } = await savedStatus(this.session.db);
    if (gates.storage_full) await setGates(this.session, { storage_full: false });
  }

  /** Sending continues, which frees space; what does not fit is retried with every cycle. */
  private async handleFullDisk(): Promise<void> {
    const { db, ports } = this.session;
    try {
      const { freeUpSpace: makeRoom } = await import('../../src/db/storage/free-up-space.ts');
      const made = await makeRoom(db, ports.caches);
      await setGates(this.session, { storage_full: made === 0 });
    } catch (error) {
      log.warn('storage was not freed up', error);
    }
  }

  private async planNext(outcome: CycleOutcome): Promise<void> {
    if (this.stopped) return;
    const { gates, sending, shut = false } = await savedStatus(this.session.db);
    if (sending && outcome !== 'busy') await saveStatus(this.session.db, { sending: null });
    const { to_send, background } = await outboxCounts(this.session.db);
    const now = this.session.ports.clock.now();
    const isBlocked = shut && gates.blocked;
    let wait = to_send + background > 0 || isBlocked ? WAITING_MS : IDLE_MS;
    if (outcome === 'failed') wait = Math.min(wait, cycleBackoff(this.session.ports.random, this.failures));
    if (outcome === 'busy') wait = BUSY_MS;
    if (outcome === 'done' && to_send + background > 0) wait = Math.min(wait, await this.nextTry(now));
    const floor = gateLeft(gates, now);
    if (floor > 0) wait = Math.max(outcome === 'gate' ? 0 : wait, floor);
    this.cancelTimer();
    this.cancelTimer = this.session.ports.clock.after(wait, () => {
      this.shouldCheckBlock = isBlocked;
      this.schedule('timer');
    });
    await saveStatus(this.session.db, { next_try_at: outcome === 'failed' ? now + wait : null });
  }

  /**
   * Returns the time until the next entry's back-off ends or files may be sent. Entries that were ready and not sent
   * are held by another one.
   */
  private async nextTry(now: number): Promise<number> {
    const queued = await this.session.db.outbox.where('state').equals('queued').toArray();
    const waits = queued.map((entry) => entry.next_at - now);
    waits.push(waitLeft(await savedMeta(this.session.db, 'uploads_wait'), now));
    return Math.max(200, Math.min(WAITING_MS, ...waits.filter((wait) => wait > 0)));
  }
}
