import { taskResults } from '../../contract/values.ts';
import { Refused } from '../../contract/errors.ts';
import { undoable } from '../../src/db/entry.ts';
import type { Args, WriteName } from '../../contract/writes/index.ts';
import type { Chance } from './chance.ts';
import type { SimPhone, SimTab } from './sim-phone.ts';
import type { World } from './world.ts';

/** A write that the screen showed as saved. */
export interface Saved {
  op_id: string;
  kind: WriteName;
  id: string;
  args: unknown;
  phone: string;
  undone: boolean;
}

type Write = <K extends WriteName>(
  kind: K,
  id: string,
  args: Args<K>,
  deps?: readonly string[],
) => Promise<string | null>;

/** Saves through the store as a screen does; what it refuses at once, or dies on, was never shown as saved. */
function writer(world: World, phone: SimPhone, tab: SimTab): Write {
  return async (kind, id, args, deps = []) => {
    try {
      const op_id = await world.save(tab, { kind, id, args, deps });
      world.saved.push({ op_id, kind, id, args, phone: phone.name, undone: false });
      return op_id;
    } catch (error) {
      if (error instanceof Refused || tab.dead) return null;
      throw error;
    }
  };
}

async function commentStep(world: World, tab: SimTab, write: Write): Promise<void> {
  const { chance } = world;
  const { store, db, actor } = tab.phone;
  const at = new Date(store.now()).toISOString();
  const own = (await db.comments.toArray()).filter((row) => row.author_id === actor.user_id && row.removed_at === null);
  const what = own.length === 0 ? 'add' : chance.weighted({ add: 5, edit: 3, remove: 1 });
  if (what === 'add')
    await write('comment.add', store.newId(), { lesson: null, parent: null, text: `note ${chance.below(1e6)}`, at });
  if (what === 'edit') await write('comment.edit', chance.pick(own).id, { text: `edited ${chance.below(1e6)}`, at });
  if (what === 'remove') await write('comment.delete', chance.pick(own).id, { at });
}

async function lessonStep(world: World, tab: SimTab, write: Write): Promise<void> {
  const { chance } = world;
  const { store } = tab.phone;
  const lesson_id = chance.pick(world.lesson_ids);
  const now = store.now();
  if (chance.happens(0.2)) {
    await write('lesson.done', lesson_id, { lesson_id, at: new Date(now).toISOString() });
    return;
  }
  const active_s = 1 + chance.below(30);
  const from = new Date(now - active_s * 1000).toISOString();
  const to = new Date(now).toISOString();
  await write('lesson.time', lesson_id, {
    lesson_id,
    slice_id: store.newId(),
    from,
    to,
    active_s,
    scrolled: chance.below(101),
  });
}

async function newTask(tab: SimTab, write: Write): Promise<void> {
  const { store } = tab.phone;
  const now = store.now();
  await write('task.create', store.newId(), {
    type: 'meet',
    title: 'Visit',
    place: '',
    description: '',
    start_at: new Date(now + 3_600_000).toISOString(),
    end_at: new Date(now + 7_200_000).toISOString(),
    priority: 'normal',
    linked_user_id: null,
    linked_name: null,
    reminders: [],
    follow_up_of: null,
    source: 'manual',
    at: new Date(now).toISOString(),
  });
}

/** Starting pauses the running one first, as its own write that the start depends on: as the screens do it. */
async function startTask(tab: SimTab, write: Write, id: string): Promise<void> {
  const { store, db } = tab.phone;
  const at = new Date(store.now()).toISOString();
  const running = await db.tasks
    .where('[state+start_at]')
    .between(['in_progress', ''], ['in_progress', '\uffff'])
    .first();
  const paused = running && running.id !== id ? await write('task.pause', running.id, { at }) : null;
  if (!tab.dead) await write('task.start', id, { slice_id: store.newId(), at }, paused ? [paused] : []);
}

async function taskStep(world: World, tab: SimTab, write: Write): Promise<void> {
  const { chance } = world;
  const { store, db } = tab.phone;
  const tasks = await db.tasks.toArray();
  if (tasks.length === 0 || chance.happens(0.25)) return newTask(tab, write);
  const { id } = chance.pick(tasks);
  const at = new Date(store.now()).toISOString();
  const what = chance.weighted({ start: 5, pause: 3, finish: 2, edit: 3, reschedule: 1, cancel: 1, reopen: 1 });
  if (what === 'start') await startTask(tab, write, id);
  if (what === 'pause') await write('task.pause', id, { at });
  if (what === 'finish') await write('task.finish', id, { at, result: chance.pick(taskResults.meet), result_note: '' });
  if (what === 'edit')
    await write(
      'task.edit',
      id,
      chance.happens(0.5) ? { title: `Visit ${chance.below(99)}` } : { place: `Street ${chance.below(99)}` },
    );
  if (what === 'reschedule')
    await write('task.reschedule', id, { at, start_at: new Date(store.now() + 86_400_000).toISOString() });
  if (what === 'cancel') await write('task.cancel', id, { at, reason: '' });
  if (what === 'reopen') await write('task.reopen', id, { at });
  return undefined;
}

async function undoStep(world: World, tab: SimTab): Promise<void> {
  const entry = (await tab.phone.db.outbox.toArray()).filter(undoable).at(-1);
  if (!entry || !(await tab.phone.store.undo(entry.op_id))) return;
  const left = new Set((await tab.phone.db.outbox.toArray()).map(({ op_id }) => op_id));
  // Undo takes dependents along; what left the outbox here was undone, since no turn runs meanwhile on this tab.
  for (const saved of world.saved) {
    if (saved.phone === world.nameOf(tab) && !left.has(saved.op_id) && !(await tab.phone.db.history.get(saved.op_id)))
      saved.undone = true;
  }
}

async function writeStep(world: World, phone: SimPhone): Promise<void> {
  const { chance } = world;
  const tab = chance.pick(await phone.living());
  const write = writer(world, phone, tab);
  const kind = chance.weighted({ comment: 5, lesson: 3, task: 7, settings: 1, undo: 1 });
  if (chance.happens(0.08)) tab.doom(1 + chance.below(6));
  try {
    if (kind === 'comment') await commentStep(world, tab, write);
    if (kind === 'lesson') await lessonStep(world, tab, write);
    if (kind === 'task') await taskStep(world, tab, write);
    if (kind === 'settings')
      await write('settings.update', tab.phone.actor.user_id, { theme: chance.pick(['light', 'dark', 'system']) });
    if (kind === 'undo') await undoStep(world, tab);
  } catch (error) {
    if (!tab.dead) throw error;
  }
}

/** A turn that may die at any call of a port. Two tabs may be at it together. */
async function turnStep(world: World, phone: SimPhone): Promise<void> {
  const { chance } = world;
  if (chance.happens(0.25)) await phone.openTab();
  const tabs = await phone.living();
  const at = chance.happens(0.3) ? tabs.slice(0, 2) : [chance.pick(tabs)];
  if (chance.happens(0.3)) chance.pick(at).doom(1 + chance.below(40));
  await Promise.all(at.map((tab) => world.turn(tab)));
}

/** One step of a schedule: somebody writes, a phone talks to the server, time passes, a clock jumps, a ghost arrives. */
export async function step(world: World, chance: Chance): Promise<void> {
  const phone = chance.pick(world.phones);
  const what = chance.weighted({ write: 12, turn: 8, pass: 4, late: 2, jump: 1, relog: 1 });
  if (what === 'write') await writeStep(world, phone);
  if (what === 'turn') await turnStep(world, phone);
  if (what === 'pass') world.clock.pass(1000 * (1 + chance.below(120)));
  if (what === 'late') await world.network.deliverLate();
  if (what === 'jump') phone.skew = chance.pick([0, 86_400_000, -86_400_000, 65_000]);
  if (what === 'relog') await world.openGates(phone);
}
