import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Task } from '../../contract/entities/task.ts';
import { workedSeconds } from '../../contract/states/task-time.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import type { Store } from '../../src/db/schema/store.ts';
import { confirmSlice, createTask, pauseTask, startTask } from '../../src/features/tasks/actions.ts';
import { savedWeek } from '../../src/features/tasks/week-queries.ts';
import { openSimServer } from './server.ts';
import type { SimServer } from './run.ts';
import type { SimTab } from './sim-tab.ts';
import { World } from './world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let server: SimServer;
const timers: number[] = [];
beforeAll(async () => {
  const start = globalThis.setTimeout;
  // Record only the timers of PGlite: Fastify also starts timers, but clears them before it listens.
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((run, ms = 0) => {
    if (new Error('where').stack?.includes('pglite') === true) timers.push(ms);
    return start(run, ms);
  });
  server = await openSimServer();
});
afterAll(() => server.close());

const findTask = async (db: PhoneDb, title: string): Promise<Task> =>
  (await db.tasks.filter((task) => task.title === title).first())!;

async function plan(store: Store, title: string): Promise<void> {
  const start_at = new Date(store.now() + HOUR).toISOString();
  const end_at = new Date(store.now() + 2 * HOUR).toISOString();
  const withoutPerson = { linked_user_id: null, contact_id: null, linked_name: null };
  const defaults = { place: '', description: '', priority: 'normal' } as const;
  await createTask(store, { ...defaults, ...withoutPerson, type: 'meet', title, start_at, end_at, reminders: [] });
}

test('opening the simulated database starts no real timer', () => {
  expect(timers).toEqual([]);
});

/** Creates two devices of one consultant on a good network. */
async function openTwoPhones(world: World) {
  for (const phone of world.phones) await phone.logIn(world.server.people[phone.person]);
  world.network.healed = true;
  const [first, second] = await Promise.all(world.phones.slice(0, 2).map((phone) => phone.openTab()));
  const syncBoth = async (): Promise<void> => {
    for (const tab of [first!, second!, first!, second!]) await world.runCycle(tab);
  };
  return { first: first!, second: second!, syncBoth };
}

/** Returns the worked time that the device shows for today and for each task. */
async function shownTimes({ phone }: SimTab, at: number, titles: readonly string[]) {
  const { week } = await savedWeek(phone.db, at, 'UTC');
  const now = new Date(at).toISOString();
  const taskTimes = await Promise.all(
    titles.map(async (title) => workedSeconds((await findTask(phone.db, title)).slices, now)),
  );
  return { day: week.at(-1)?.worked, taskTimes };
}

/** Returns the worked time that the server reports for today and for each task. */
async function timesOnServer(world: World, titles: readonly string[]) {
  const now = new Date(world.clock.ms).toISOString();
  const headers = {
    authorization: `Bearer ${world.server.people.anna.token}`,
    'content-type': 'application/json',
    'Content-Type': 'application/json',
  };
  const init = { method: 'POST', headers, body: '{}' };
  const anna = { phone: 'any', person: 'anna', cookie: 'anna' } as const;
  const request = { url: '/api/user_tasks/list/?page_size=100', init, ...anna };
  const reply = await world.server.serve(request);
  const { results, time_spent } = (await reply.json()) as { results: Task[]; time_spent: number };
  const taskTimes = titles.map((title) => workedSeconds(results.find((task) => task.title === title)!.slices, now));
  return { day: time_spent, taskTimes };
}

test('counts overlapping time of two devices once, and time from a fast clock only when confirmed', () =>
  server.play('first', 0, async (scope) => {
    const world = new World(scope, { seed: 1 });
    await world.run(() => workOnTwoPhones(world));
  }));

async function workOnTwoPhones(world: World): Promise<void> {
  const { first, second, syncBoth } = await openTwoPhones(world);
  const { clock, phones } = world;
  const firstStore = first.phone.store;
  const secondStore = second.phone.store;
  const titles = ['Fair', 'Library', 'School'];
  for (const title of titles) await plan(firstStore, title);
  await syncBoth();
  // From this point, the two devices are disconnected from the server.
  const startedAt = clock.ms;
  const advanceTo = (minutes: number) => clock.sleep(startedAt + minutes * MINUTE - clock.ms);
  await startTask(firstStore, await findTask(first.phone.db, 'Fair'));
  await advanceTo(10);
  await startTask(secondStore, await findTask(second.phone.db, 'Library'));
  await advanceTo(30);
  await pauseTask(firstStore, await findTask(first.phone.db, 'Fair'));
  await advanceTo(50);
  await pauseTask(secondStore, await findTask(second.phone.db, 'Library'));
  await advanceTo(51);
  await syncBoth();

  const expectedTimes = { day: 50 * 60, taskTimes: [30 * 60, 40 * 60, 0] };
  const allTimes = async (): Promise<unknown[]> => [
    await shownTimes(first, clock.ms, titles),
    await shownTimes(second, clock.ms, titles),
    await timesOnServer(world, titles),
  ];
  expect(await allTimes()).toEqual([expectedTimes, expectedTimes, expectedTimes]);
  for (const title of ['Fair', 'Library']) expect((await findTask(first.phone.db, title)).overlap).toBe(true);

  // The clock of the first device is set a day ahead while a task runs. The device detects this from the server's time
  // before the task stops.
  await advanceTo(60);
  await startTask(firstStore, await findTask(first.phone.db, 'School'));
  phones[0]!.skew = DAY;
  await advanceTo(80);
  await world.runCycle(first);
  await pauseTask(firstStore, await findTask(first.phone.db, 'School'));
  const marked = (await findTask(first.phone.db, 'School')).slices;
  expect(marked).toMatchObject([{ needs_review: true }]);
  phones[0]!.skew = 0;
  await advanceTo(81);
  await syncBoth();
  expect(await allTimes()).toEqual([expectedTimes, expectedTimes, expectedTimes]);
  expect((await findTask(second.phone.db, 'School')).slices).toEqual(marked);

  // The person who did the work confirms the duration on the other device.
  const slice = marked[0]!;
  const to = new Date(Date.parse(slice.from) + 20 * MINUTE).toISOString();
  await confirmSlice(secondStore, await findTask(second.phone.db, 'School'), {
    slice_id: slice.id,
    from: slice.from,
    to,
  });
  await syncBoth();
  const all = { day: 70 * 60, taskTimes: [30 * 60, 40 * 60, 20 * 60] };
  expect(await allTimes()).toEqual([all, all, all]);
}
