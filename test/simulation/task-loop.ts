import type { VirtualClock } from './clock.ts';
import type { Chance } from './rng.ts';

/** The built-in functions, saved before a schedule replaces them. */
const nextTurn = globalThis.setImmediate;
const realTimeout = globalThis.setTimeout;

const macrotask = () => new Promise((resolve) => nextTurn(resolve));

/**
 * Resolves after every promise that can settle has settled, without an iteration of the event loop: Node runs tick
 * callbacks only when no microtask is left. A schedule has thousands of tasks, and an iteration for each of them would
 * take longer than many of the tasks.
 */
const settled = () => new Promise<void>((resolve) => queueMicrotask(() => process.nextTick(resolve)));

/** Probability that a network event or timer fires while a disk is still busy. */
const EARLY_CHANCE = 0.04;
/**
 * Maximum time in virtual ms by which a network event or timer may fire early. No disk is busy for longer than this.
 */
const EARLY_MS = 1_000;
/** Number of idle iterations of the real event loop after which a schedule counts as stuck. */
const MAX_IDLE_TURNS = 20_000;
/** Number of idle iterations after which the loop lets other processes use the processor. */
const PATIENT_TURNS = 200;

/**
 * Determines the order of all asynchronous work in a schedule. Disks queue their tasks here instead of in the event
 * loop. When no task is left, the virtual clock advances to its next timer, such as the arrival of a request, a time
 * limit or a retry. Occasionally and at random, a timer fires before a waiting task. Each task runs alone, and its
 * promises settle before the next task, so that the order depends only on the seed.
 */
export class TaskLoop {
  private tasks: (() => void)[] = [];
  private readonly clock: VirtualClock;
  private readonly chance: Chance;
  /**
   * Number of iterations of the event loop in which the schedule waited for something outside of it. Must be 0, because
   * otherwise the schedule could not be repeated exactly.
   */
  foreignTurns = 0;
  private isAlone = false;

  constructor(clock: VirtualClock, chance: Chance) {
    this.clock = clock;
    this.chance = chance;
  }

  /** Replacement for setImmediate. */
  readonly queue = (task: (...args: unknown[]) => void, ...args: unknown[]): void => {
    this.tasks.push(() => task(...args));
  };

  /**
   * Runs `part`, such as a request on the server, before anything else continues, because it may use threads that
   * finish at an unpredictable time. Until it has finished, only tasks that `part` itself queues run.
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

  /** Runs tasks and timers until `work` has settled. Throws if no task or timer is left that could settle it. */
  async run<T>(work: Promise<T>): Promise<T> {
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    work.then(end, end);
    for (let idle = 0; ;) {
      await (this.isAlone || idle > 0 ? macrotask() : settled());
      if (isOver) return work;
      if (this.advance()) {
        idle = 0;
        continue;
      }
      idle += 1;
      // The first idle iteration is normal, because promises settle in it.
      if (!this.isAlone && idle > 1) this.foreignTurns += 1;
      if (idle > MAX_IDLE_TURNS) throw new Error('the schedule is stuck: no task, no timer');
      if (idle > PATIENT_TURNS) await new Promise((resolve) => realTimeout(resolve, 1));
    }
  }

  /** Runs the next task or timer. Returns false if there is none. */
  private advance(): boolean {
    const task = this.isEarly() ? undefined : this.tasks.shift();
    if (!task) return !this.isAlone && this.clock.fireNext();
    task();
    return true;
  }
  private isEarly(): boolean {
    if (this.isAlone || this.tasks.length === 0 || !this.clock.hasTimerWithin(EARLY_MS)) return false;
    return this.chance.happens(EARLY_CHANCE);
  }
}
