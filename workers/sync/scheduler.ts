import { clearBackoff } from '../../src/db/outbox/backoff.ts';
import { isQuotaError } from '../../src/db/schema/db.ts';
import { outboxCounts, savedStatus } from '../../src/db/queries/status.ts';
import { log } from '../../src/lib/log.ts';
import { savedMeta, saveStatus } from '../../src/db/schema/meta.ts';
import { gateLeft, cycleBackoff, waitLeft } from './retry.ts';
import { setGates, type Session } from './session.ts';
import { runCycle, type SyncRunner, type CycleOutcome } from './sync-cycle.ts';

/** While something waits, a turn is tried at least this often; `online` may never fire. */
const WAITING_MS = 30_000;
/** Without pokes the server is asked this often. */
const IDLE_MS = 5 * 60_000;
const BUSY_MS = 1_500;

/** Why a turn is wanted. The eager ones forget the back-off. */
export type Reason = 'start' | 'written' | 'online' | 'visible' | 'poke' | 'timer' | 'asked';

/** What makes a new try of a single stuck entry worth while; a poke comes too often for that. */
const clearsBackoffOn: readonly Reason[] = ['start', 'online', 'visible', 'asked'];

/** Runs turns one after another for one context (a tab's worker), and plans the next one. */
export class SyncScheduler {
  private readonly session: Session;
  private readonly runner: SyncRunner;
  private running: Promise<CycleOutcome> | null = null;
  private again = false;
  private failures = 0;
  private shouldClearBackoff = false;
  private cancelTimer: () => void = () => {};
  private stopped = false;
  /** Called after each turn; for work that may follow one, such as fetching pictures. */
  afterCycle: (outcome: CycleOutcome) => void = () => {};

  constructor(session: Session, turner: SyncRunner) {
    this.session = session;
    this.runner = turner;
    turner.hasNewWork = () => this.again;
  }

  /** Wants a turn soon. Several wishes make one turn. */
  schedule(reason: Reason): void {
    if (this.stopped) return;
    if (clearsBackoffOn.includes(reason)) this.shouldClearBackoff = true;
    const patient = reason === 'written' && this.failures > 0;
    if (reason !== 'timer' && !patient) this.failures = 0;
    // New work joins the planned retry while the network is known to be away, and the turn under way in any case.
    if (!patient || this.running) void this.run();
  }

  /** A turn now, whatever the back-off says; closed gates are tried once more. */
  async syncNow(): Promise<CycleOutcome> {
    this.failures = 0;
    this.shouldClearBackoff = true;
    await this.recheckGates();
    if (this.running) await this.running;
    return this.run();
  }

  /** Resolves when no turn is under way. */
  async idle(): Promise<void> {
    while (this.running) await this.running;
  }

  /** Ends the loop; waits for the turn under way. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.cancelTimer();
    if (this.running) await this.running;
  }

  /** A login may have been mended, a block lifted: each start and each wish of the person asks again. */
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
        outcome = await runCycle(this.runner);
        if (outcome === 'done') await this.reopenStorageGate();
      } while (this.again && outcome === 'done' && !this.stopped);
    } catch (error) {
      log.warn('a turn broke off', error);
      if (isQuotaError(error)) await this.handleFullDisk();
    }
    this.failures = outcome === 'failed' ? this.failures + 1 : 0;
    await this.planNext(outcome).catch((error: unknown) => log.warn('no next turn planned', error));
    this.afterCycle(outcome);
    return outcome;
  }

  /** A whole turn went through: the disk is not full any more. */
  private async reopenStorageGate(): Promise<void> {
    const { gates } = await savedStatus(this.session.db);
    if (gates.storage_full) await setGates(this.session, { storage_full: false });
  }

  /** Sending goes on, it frees space; what does not fit is tried again with every turn. */
  private async handleFullDisk(): Promise<void> {
    const { db, ports } = this.session;
    try {
      const { freeUpSpace: makeRoom } = await import('../../src/db/storage/free-up-space.ts');
      const made = await makeRoom(db, ports.caches);
      await setGates(this.session, { storage_full: made === 0 });
    } catch (error) {
      log.warn('no room could be made', error);
    }
  }

  private async planNext(outcome: CycleOutcome): Promise<void> {
    if (this.stopped) return;
    const { gates, sending } = await savedStatus(this.session.db);
    if (sending && outcome !== 'busy') await saveStatus(this.session.db, { sending: null });
    const { to_send, background } = await outboxCounts(this.session.db);
    const now = this.session.ports.clock.now();
    let wait = to_send + background > 0 ? WAITING_MS : IDLE_MS;
    if (outcome === 'failed') wait = Math.min(wait, cycleBackoff(this.session.ports.random, this.failures));
    if (outcome === 'busy') wait = BUSY_MS;
    if (outcome === 'done' && to_send + background > 0) wait = Math.min(wait, await this.nextTry(now));
    const floor = gateLeft(gates, now);
    if (floor > 0) wait = Math.max(outcome === 'gate' ? 0 : wait, floor);
    this.cancelTimer();
    this.cancelTimer = this.session.ports.clock.after(wait, () => this.schedule('timer'));
    await saveStatus(this.session.db, { next_try_at: outcome === 'failed' ? now + wait : null });
  }

  /** Until the earliest entry whose own wait is over, or files may go again. What could have gone and did not is held by another one. */
  private async nextTry(now: number): Promise<number> {
    const queued = await this.session.db.outbox.where('state').equals('queued').toArray();
    const waits = queued.map((entry) => entry.next_at - now);
    waits.push(waitLeft(await savedMeta(this.session.db, 'uploads_wait'), now));
    return Math.max(200, Math.min(WAITING_MS, ...waits.filter((wait) => wait > 0)));
  }
}
