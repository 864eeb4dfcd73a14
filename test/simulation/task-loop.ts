import type { VirtualClock } from './clock.ts';
import type { Chance } from './rng.ts';

/** The built-in function, taken before a schedule replaces it. */
const nextTurn = globalThis.setImmediate;
const realTimeout = globalThis.setTimeout;

/** Probability that a network event or timer comes while a disk is still busy. */
const EARLY = 0.04;
/** How early such an event may come, in virtual ms. No disk is busy for longer. */
const EARLY_MS = 1_000;
/** Turns of the real event loop without anything to do, after which a schedule counts as stuck. */
const MAX_IDLE_TURNS = 20_000;
/** Idle turns after which the loop yields the processor to other processes. */
const PATIENT_TURNS = 200;

/**
 * The order of everything asynchronous in a schedule. Disks queue their tasks here instead of in the event loop; when
 * they are done, the virtual clock moves to its next timer: a request that arrives, a time limit, a retry. Now and then,
 * as chance decides, a timer comes before a waiting task. Each task runs alone, with its promises settled before the
 * next, so the order depends on the seed and on nothing else.
 */
export class TaskLoop {
  private tasks: (() => void)[] = [];
  private readonly clock: VirtualClock;
  private readonly chance: Chance;
  /**
   * Turns in which the schedule waited for something outside of it. Must be 0, or the schedule would not repeat
   * exactly.
   */
  foreignTurns = 0;
  private isAlone = false;

  constructor(clock: VirtualClock, chance: Chance) {
    this.clock = clock;
    this.chance = chance;
  }

  /** Takes the place of setImmediate. */
  readonly queue = (task: (...args: unknown[]) => void, ...args: unknown[]): void => {
    this.tasks.push(() => task(...args));
  };

  /**
   * Runs a part, such as a request at the server, before anything else goes on: it may use threads of its own, which end
   * whenever they are free. Tasks that it queues itself run.
   */
  async alone<T>(part: () => Promise<T>): Promise<T> {
    const waiting = this.tasks;
    this.tasks = [];
    this.isAlone = true;
    try {
      return await part();
    } finally {
      this.isAlone = false;
      this.tasks = [...waiting, ...this.tasks];
    }
  }

  /** Runs tasks and timers until `work` is settled. Throws if nothing is left that could settle it. */
  async run<T>(work: Promise<T>): Promise<T> {
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    work.then(end, end);
    for (let idle = 0; ;) {
      await new Promise((resolve) => nextTurn(resolve));
      if (isOver) return work;
      if (this.advance()) {
        idle = 0;
        continue;
      }
      idle += 1;
      if (!this.isAlone) this.foreignTurns += 1;
      if (idle > MAX_IDLE_TURNS) throw new Error('the schedule is stuck: no task, no timer');
      if (idle > PATIENT_TURNS) await new Promise((resolve) => realTimeout(resolve, 1));
    }
  }

  /** Runs the next task or timer. Returns false if there is none. */
  private advance(): boolean {
    const task = this.isEarly() ? undefined : this.tasks.shift();
    if (!task) return !this.isAlone && this.clock.ringNext();
    task();
    return true;
  }
  private isEarly(): boolean {
    if (this.isAlone || this.tasks.length === 0 || !this.clock.hasTimerWithin(EARLY_MS)) return false;
    return this.chance.happens(EARLY);
  }
}
