import { Refused } from '../../contract/errors.ts';
import { commentLesson, writeSteps, type SaveWrite } from './write-steps.ts';
import { isQuotaError } from '../../src/db/schema/db.ts';
import { saveMeta } from '../../src/db/schema/meta.ts';
import type { Chance } from './rng.ts';
import { resolveStep, undoStep } from './resolve-steps.ts';
import { START } from './server-rows.ts';
import type { SimPhone } from './sim-phone.ts';
import type { SimTab } from './sim-tab.ts';
import type { World } from './world.ts';

/** Maximum number of tabs per device, in addition to its service worker. */
const MAX_TABS = 2;

/**
 * Saves a write through the store as a screen does. A write that is rejected immediately, or interrupted because its
 * tab is killed, counts as never shown as saved.
 */
function writer(world: World, phone: SimPhone, tab: SimTab): SaveWrite {
  return async (kind, id, args, more = {}) => {
    try {
      const op_id = await world.save(tab, { kind, id, args, ...more });
      world.saved.push({ op_id, kind, id, args, person: phone.person, phone: phone.name });
      world.trace.note(`${phone.name}: saved ${kind} ${op_id} of ${id} ${JSON.stringify(args)}`);
      return op_id;
    } catch (error) {
      if (error instanceof Refused || isQuotaError(error) || tab.dead) return null;
      throw error;
    }
  };
}

async function writeStep(world: World, phone: SimPhone): Promise<void> {
  const { chance } = world;
  const tab = chance.pick(await phone.livingTabs());
  const write = writer(world, phone, tab);
  const kind = chance.pickWeighted(
    world.isEmployee(tab) ? world.scenario.employeeWeights : world.scenario.learnerWeights,
  );
  // Except in scenarios of the first version, a person may do two actions before the device sends.
  const actionCount = world.scenario.isFirstVersion ? 1 : 1 + chance.below(2);
  if (chance.happens(0.08)) tab.killAfter(1 + chance.below(6));
  phone.full = chance.happens(0.04);
  try {
    if (kind === 'undo') await undoStep(world, tab);
    else if (kind === 'resolve') await resolveStep(world, tab);
    else for (let left = actionCount; left > 0 && !tab.dead; left -= 1) await writeSteps[kind](world, tab, write);
  } catch (error) {
    if (!isQuotaError(error)) throw error;
  } finally {
    phone.full = false;
  }
}

/**
 * Runs a sync cycle, which may be killed at any port call or frozen at a request. The step does not wait for a frozen
 * cycle, whose tab resumes minutes later. Two tabs, or a tab and the service worker, may run a cycle at the same time.
 */
async function syncStep(world: World, phone: SimPhone): Promise<void> {
  const { chance } = world;
  if ((await phone.livingTabs()).length < MAX_TABS && chance.happens(0.25)) await phone.openTab();
  const tabs = await phone.livingTabs();
  const at = chance.happens(0.3) ? tabs.slice(0, 2) : [chance.pick(tabs)];
  const serviceWorker = chance.happens(0.15) ? await phone.openTab() : null;
  if (serviceWorker) at.push(serviceWorker);
  if (chance.happens(0.3)) chance.pick(at).killAfter(1 + chance.below(40));
  if (chance.happens(0.1)) chance.pick(at).freezeAt(chance.below(3), 1000 * (5 + chance.below(240)));
  phone.full = chance.happens(0.04);
  await Promise.all(at.map((tab) => world.runCycle(tab)));
  phone.full = false;
  // The browser stops a service worker at the end of its event.
  if (serviceWorker && !serviceWorker.dead) await serviceWorker.close();
}

/** Starts the scheduler of a tab, which then runs sync cycles during the following steps. */
async function startStep(world: World, phone: SimPhone): Promise<void> {
  const tab = world.chance.pick(await phone.livingTabs());
  if (!tab.isStarted) return world.start(tab);
  tab.phone.scheduler.schedule(world.chance.pick(['online', 'poke', 'written']));
  return undefined;
}

/** Simulates an app update: every tab is closed, and the next one reopens the database. */
async function updateStep(phone: SimPhone): Promise<void> {
  for (const tab of phone.tabs) if (!tab.dead) await tab.close();
}

/** Chooses a write that always fails on the server, although other writes succeed. */
async function poisonStep(world: World, phone: SimPhone): Promise<void> {
  if (world.network.poisoned.size > 0) return;
  const tab = (await phone.livingTabs())[0]!;
  const waiting = await tab.phone.db.outbox.where('state').equals('queued').toArray();
  const entry = waiting.filter(
    (waitingEntry) => !world.sent.has(waitingEntry.op_id) && waitingEntry.atomic_group === null,
  )[0];
  if (entry) world.network.poisoned.add(entry.op_id);
}

async function reassignStep(world: World): Promise<void> {
  const { chance, server, scenario } = world;
  const isOlgas = !scenario.isFirstVersion && scenario.third === 'olga' && chance.happens(0.5);
  await server.reassignContact(chance.pick(server.contact_ids), isOlgas ? 'olga' : 'boris');
}

/**
 * Logs another person in on this device's browser, and lets the old token expire. Nothing may be sent in the name of
 * that person.
 */
async function otherPersonStep(phone: SimPhone): Promise<void> {
  phone.cookie = 'boris';
  const tab = (await phone.livingTabs())[0]!;
  await saveMeta(tab.phone.db, 'token', 'ran out');
}

/**
 * Backs up the server. Some steps later, the server is restored from that backup, at most once per schedule. No
 * request is being processed at that time.
 */
async function backUpStep(world: World): Promise<void> {
  if (world.backup === 'restored') return;
  await world.loop.alone(() => world.server.backUp());
  world.backup = 'kept';
}

async function restoreStep(world: World): Promise<void> {
  if (world.backup !== 'kept') return;
  await world.loop.alone(() => world.server.restore());
  world.backup = 'restored';
  world.trace.note('the server is restored');
}

/**
 * Adds one or two leads to the pool. Some of them have been waiting for longer than the leads in the pool, as after an
 * import.
 */
async function arriveStep({ chance, server }: World): Promise<void> {
  const leads = Array.from({ length: 1 + chance.below(2) }, () => ({
    phone: `+4940${10_000_000 + chance.below(89_999_999)}`,
    waiting_since: new Date(START.getTime() + 60_000 * (chance.below(9) - 4)).toISOString(),
  }));
  await server.addLeads(leads);
}

/**
 * Boris adds comments, which displace older comments from the window of their thread, or deletes one of his comments.
 */
async function commentsStep({ chance, server }: World): Promise<void> {
  if (chance.happens(0.6)) await server.addComments(commentLesson(chance, server), 1 + chance.below(3));
  else await server.deleteComment((count) => chance.below(count));
}

/** The steps of a schedule, by name. Their frequencies are in `weights`. */
const steps = {
  write: writeStep,
  turn: syncStep,
  start: startStep,
  pass: ({ clock, chance }) => clock.sleep(1000 * (1 + chance.below(120))),
  late: ({ network }) => network.deliverLate(),
  jump: async ({ chance }, phone) => {
    phone.skew = chance.pick([0, 86_400_000, -86_400_000, 65_000]);
  },
  relog: (world, phone) => world.logInAgain(phone),
  update: (_, phone) => updateStep(phone),
  give_away: reassignStep,
  stranger: (_, phone) => otherPersonStep(phone),
  poison: poisonStep,
  back_up: backUpStep,
  restore: restoreStep,
  arrive: arriveStep,
  comments: commentsStep,
} satisfies Record<string, (world: World, phone: SimPhone) => Promise<void>>;

type Step = keyof typeof steps;

/** Returns the relative frequency of each step. */
function weights({ scenario, faultHooks }: World): Record<Step, number> {
  const hasRestores = scenario.hasRestores || faultHooks.needs === 'restore';
  return {
    write: 14,
    turn: 9,
    start: 1,
    pass: 3,
    late: 2,
    jump: 1,
    relog: 2,
    update: 0.4,
    give_away: scenario.isFirstVersion ? 0.3 : 0.8,
    stranger: faultHooks.needs === 'stranger' ? 4 : 0.6,
    poison: faultHooks.needs === 'poison' ? 3 : 0.3,
    // These steps are last, and most schedules never choose them, so that adding them did not change those schedules.
    back_up: hasRestores ? 3 : 0,
    restore: hasRestores ? 3 : 0,
    arrive: scenario.hasArrivals ? 2 : 0,
    comments: scenario.commentWindow === null ? 0 : 4,
  };
}

/**
 * Runs one step of a schedule: a person writes, a device syncs, time passes, a clock jumps, or a late request arrives.
 */
export async function runStep(world: World, chance: Chance): Promise<void> {
  const phone = chance.pick(world.phones);
  const what = chance.pickWeighted(weights(world));
  world.trace.note(`-- ${what}, ${phone.name}`);
  await phone.untilKilled(() => steps[what](world, phone));
}
