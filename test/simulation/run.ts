import { checkHealed, checkViews, heldBack, type Violation } from './checks.ts';
import type { Ledger } from './server-log.ts';
import type { WriteName } from '../../contract/writes/index.ts';
import type { Planted } from './fault-injection.ts';
import { step } from './schedule.ts';
import type { SimTab } from './sim-phone.ts';
import { World, type PersonName, type WorldServer } from './world.ts';
import type { Days } from './scenarios.ts';

const STEPS = 26;
/** Scenarios in which people do several things at a time. */
const STEPS_OF_DAYS = 20;
/** A queue must be empty this long after the faults end, by the virtual clock. */
const HEAL_MS = 30_000;

export interface Outcome {
  seed: number;
  violations: Violation[];
  writes: number;
  /** Saved writes by kind. */
  kinds: Partial<Record<WriteName, number>>;
  requests: number;
  kills: number;
  /** Virtual ms from healing until every queue was empty. */
  healed_in: number;
}

export interface SimServer {
  /** A new scope with its people and lessons; `now` is the server's clock. */
  scope(now: () => Date, days?: Days): Promise<WorldServer>;
  /** With the rows a fresh device of each of `names` would show. */
  ledger(server: WorldServer, names: readonly PersonName[]): Promise<Ledger>;
}

async function waiting(world: World, tabs: readonly SimTab[]): Promise<number> {
  let count = 0;
  for (const tab of tabs) {
    const held = new Set((await heldBack(tab, world.network.poisoned)).map((entry) => entry.op_id));
    const open = tab.phone.db.outbox.where('state').anyOf('queued', 'sending', 'waiting_dep');
    count += await open.filter((entry) => !held.has(entry.op_id)).count();
  }
  return count;
}

/** Runs the devices' schedulers on the virtual clock until nothing waits. Returns the time it took. */
async function heal(world: World): Promise<{ tabs: SimTab[]; healed_in: number }> {
  await world.network.deliverLate();
  world.network.healed = true;
  const tabs: SimTab[] = [];
  for (const phone of world.phones) {
    phone.skew = 0;
    await world.logInAgain(phone);
    tabs.push((await phone.living()).at(-1)!);
  }
  const begun = world.clock.ms;
  for (const tab of tabs) tab.doom(Infinity);
  for (const tab of tabs) await tab.phone.start();
  const settle = async () => {
    for (const tab of tabs) await tab.phone.scheduler.idle();
  };
  await settle();
  const drain = async () => {
    while ((await waiting(world, tabs)) > 0 && world.clock.ringNext(begun + HEAL_MS)) await settle();
  };
  await drain();
  const healed_in = world.clock.ms - begun;
  // The others' last writes arrive with the next cycle; work on a record lost by them continues as an offer.
  for (let round = 0; round < 2; round += 1) {
    for (const tab of tabs) await tab.phone.scheduler.syncNow();
    await drain();
  }
  for (const tab of tabs) await tab.phone.scheduler.syncNow();
  return { tabs, healed_in };
}

interface Options {
  planted?: Planted;
  days?: Days;
}

function countedKinds({ saved }: World): Outcome['kinds'] {
  const kinds: Outcome['kinds'] = {};
  for (const { kind } of saved) kinds[kind] = (kinds[kind] ?? 0) + 1;
  return kinds;
}

/** Runs one schedule: random steps with faults, healing, and the checks. The same seed gives the same schedule. */
export async function simulate(
  server: SimServer,
  seed: number,
  { planted, days = 'all' }: Options = {},
): Promise<Outcome> {
  let world: World | null = null;
  const begun = Date.parse('2026-03-02T08:00:00.000Z');
  const scope = await server.scope(() => new Date(world?.clock.ms ?? begun), days);
  world = new World(scope, { seed, planted, days });
  await world.begin();
  const violations: Violation[] = [];
  for (let count = 0; count < (days === 'first' ? STEPS : STEPS_OF_DAYS); count += 1) {
    await step(world, world.chance);
    // All tabs of a device share its disk; each device is checked every third step.
    const tab = world.phones[count % world.phones.length]?.tabs.findLast((one) => !one.dead);
    if (tab) violations.push(...(await checkViews(tab)));
  }
  const { tabs, healed_in } = await heal(world);
  violations.push(
    ...(await checkHealed(
      world,
      tabs,
      await server.ledger(scope, [...new Set(world.phones.map(({ person }) => person))]),
    )),
  );
  const requests = Object.values(world.network.counts).reduce((sum, count) => sum + count, 0);
  const kills = world.phones.reduce((sum, phone) => sum + phone.kills, 0);
  for (const phone of world.phones) await phone.close();
  return { seed, violations, writes: world.saved.length, kinds: countedKinds(world), requests, kills, healed_in };
}
