import { stores } from '../../contract/entities/stores.ts';
import { resizeWindow } from '../helpers/windows.ts';
import { checkHealed, checkViews, heldBackEntries, isWaitingToBeSent, type Violation } from './checks.ts';
import { describeViolations, hashFinalState } from './describe-end.ts';
import type { PlantedFault } from './fault-injection.ts';
import type { WriteSet } from './scenarios.ts';
import { runStep } from './schedule.ts';
import type { Ledger } from './server-log.ts';
import type { SimTab } from './sim-tab.ts';
import type { WriteName } from '../../contract/writes/index.ts';
import { World, type PersonName, type WorldServer } from './world.ts';

const STEPS = 26;
/** Number of steps in scenarios in which people do several actions per step. */
const SCENARIO_STEPS = 20;
/** Time after the end of the faults, by the virtual clock, within which each queue must be empty. */
const EMPTY_WITHIN_MS = 30_000;
/** Interval at which the queues are checked. */
const CHECK_INTERVAL_MS = 500;

export interface Outcome {
  seed: number;
  violations: Violation[];
  writes: number;
  /** Number of saved writes by kind. */
  kinds: Partial<Record<WriteName, number>>;
  requests: number;
  kills: number;
  /** Virtual ms from the end of the faults until every queue was empty. */
  healed_in: number;
  /** Hash of the trace. Two runs with the same events have the same hash. */
  hash: string;
  /**
   * Number of iterations of the event loop in which the schedule waited for something outside of it. If this is not 0,
   * the order of events does not depend only on the seed.
   */
  foreign_turns: number;
  /** The trace. After a violation, it also contains the rows of server and devices that the violation mentions. */
  story: string[];
}

export interface SimServer {
  /** Runs `work` on a scope in its initial state, and then rolls back all its writes. */
  play<T>(writeSet: WriteSet, variant: number, work: (server: WorldServer) => Promise<T>): Promise<T>;
  /** Returns the server's tables, with the rows that a new device of each of `names` would show. */
  ledger(server: WorldServer, names: readonly PersonName[]): Promise<Ledger>;
  close(): Promise<void>;
}

async function countWaiting(world: World, tabs: readonly SimTab[]): Promise<number> {
  let count = 0;
  for (const tab of tabs) {
    const entries = await tab.phone.db.outbox.orderBy('seq').toArray();
    const held = heldBackEntries(entries, world.network.poisoned);
    count += entries.filter((entry) => isWaitingToBeSent(entry) && !held.has(entry)).length;
  }
  return count;
}

/**
 * Ends the faults, delivers the requests in transit, and leaves each device with one tab in which its person is logged
 * in.
 */
async function endFaults(world: World): Promise<SimTab[]> {
  world.trace.note('the faults end');
  world.network.healed = true;
  for (const phone of world.phones) {
    phone.skew = 0;
    for (const tab of phone.tabs) tab.cancelFaults();
  }
  await world.settle();
  await world.network.quiet();
  const tabs: SimTab[] = [];
  for (const phone of world.phones) {
    for (const tab of phone.tabs) if (!tab.dead) await tab.phone.scheduler.idle();
    await world.logInAgain(phone);
    const last = (await phone.livingTabs()).at(-1)!;
    for (const tab of phone.tabs) if (tab !== last && !tab.dead) await tab.close();
    tabs.push(last);
  }
  return tabs;
}

interface Healed {
  tabs: SimTab[];
  healed_in: number;
  /** [T6] Writes that waited longer than guaranteed. */
  late: Violation[];
}

/** Runs the schedulers of the devices on the virtual clock until no write waits. */
async function heal(world: World): Promise<Healed> {
  const tabs = await endFaults(world);
  const startedAt = world.clock.ms;
  for (const tab of tabs) await tab.phone.start();
  const waitUntilSent = async (until: number) => {
    for (;;) {
      const count = await countWaiting(world, tabs);
      if (count === 0 || world.clock.ms >= until) return count;
      await world.clock.sleep(CHECK_INTERVAL_MS);
    }
  };
  const unsentCount = await waitUntilSent(startedAt + EMPTY_WITHIN_MS);
  const healed_in = world.clock.ms - startedAt;
  // The last writes of other devices arrive with the next cycle. If a device thereby loses access to a record, its
  // unsent work on the record becomes an offer.
  for (let round = 0; round < 2; round += 1) {
    for (const tab of tabs) await tab.phone.scheduler.syncNow();
    await waitUntilSent(world.clock.ms + EMPTY_WITHIN_MS);
  }
  for (const tab of tabs) await tab.phone.scheduler.syncNow();
  for (const tab of tabs) await tab.phone.scheduler.stop();
  const late: Violation[] =
    unsentCount > 0 ? [{ guarantee: 'T6', seen: `${unsentCount} writes waited ${healed_in} ms` }] : [];
  return { tabs, healed_in, late };
}

interface Options {
  planted?: PlantedFault | undefined;
  writeSet?: WriteSet | undefined;
  /** Whether to return the trace of a schedule without a violation. */
  withTrace?: boolean | undefined;
}

function countedKinds({ saved }: World): Outcome['kinds'] {
  const kinds: Outcome['kinds'] = {};
  for (const { kind } of saved) kinds[kind] = (kinds[kind] ?? 0) + 1;
  return kinds;
}

/** Runs random steps with faults, ends the faults, and checks the guarantees. */
async function runSteps(
  world: World,
  server: SimServer,
  withTrace: boolean,
): Promise<Pick<Outcome, 'violations' | 'healed_in' | 'story'>> {
  world.begin();
  const violations: Violation[] = [];
  for (let count = 0; count < (world.scenario.isFirstVersion ? STEPS : SCENARIO_STEPS); count += 1) {
    await runStep(world, world.chance);
    // All tabs of a device share its disk, so checking each device at every third step is enough.
    const phone = world.phones[count % world.phones.length]!;
    const tab = phone.tabs.findLast((candidate) => !candidate.dead);
    if (tab) violations.push(...((await phone.untilKilled(() => checkViews(tab))) ?? []));
  }
  const { tabs, healed_in, late } = await heal(world);
  const names = [...new Set(world.phones.map(({ person }) => person))];
  const ledger = await server.ledger(world.server, names);
  violations.push(...late, ...(await checkHealed(world, tabs, ledger)));
  await hashFinalState(world, tabs, ledger);
  const story = violations.length > 0 ? await describeViolations(world, tabs, ledger, violations) : [];
  for (const phone of world.phones) await phone.close();
  return { violations, healed_in, story: [...(withTrace || violations.length > 0 ? world.trace.lines : []), ...story] };
}

/** The size of the window of comments in the product. */
const COMMENT_WINDOW = stores.comments.window.size;
/** Number of prepared server scopes among which schedules choose. */
const VARIANTS = 4;

/** Runs one schedule. The same seed gives the same schedule, no matter which schedules ran before. */
export function simulate(server: SimServer, seed: number, options: Options = {}): Promise<Outcome> {
  const { planted, writeSet = 'all', withTrace = false } = options;
  return server.play(writeSet, seed % VARIANTS, async (scope) => {
    const world = new World(scope, { seed, planted, writeSet });
    resizeWindow('comments', world.scenario.commentWindow ?? COMMENT_WINDOW);
    const result = await world.run(() => runSteps(world, server, withTrace));
    return {
      seed,
      ...result,
      writes: world.saved.length,
      kinds: countedKinds(world),
      requests: Object.values(world.network.counts).reduce((sum, count) => sum + count, 0),
      kills: world.phones.reduce((sum, phone) => sum + phone.kills, 0),
      hash: world.trace.hash(),
      foreign_turns: world.loop.foreignTurns,
    };
  });
}
