import { taskResults } from '../../contract/values.ts';
import type { Args, WriteName } from '../../contract/writes/index.ts';
import type { Draft } from '../../src/db/outbox.ts';
import { contactStep } from './contact-steps.ts';
import type { SimTab } from './sim-phone.ts';
import type { World } from './world.ts';

/** Saves one write; gives its op id, or null where the screen would not have shown it as saved. */
export type Write = <K extends WriteName>(
  kind: K,
  id: string,
  args: Args<K>,
  more?: Pick<Draft, 'deps' | 'files'>,
) => Promise<string | null>;

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
  const lesson_id = chance.pick(world.server.lesson_ids);
  const now = store.now();
  if (chance.happens(0.2)) {
    await write('lesson.done', lesson_id, { lesson_id, at: new Date(now).toISOString() });
    return;
  }
  const active_s = 1 + chance.below(30);
  const from = new Date(now - active_s * 1000).toISOString();
  const to = new Date(now).toISOString();
  const slice = { lesson_id, slice_id: store.newId(), from, to, active_s, scrolled: chance.below(101) };
  await write('lesson.time', lesson_id, slice);
}

async function newTask(tab: SimTab, write: Write): Promise<void> {
  const { store } = tab.phone;
  const now = store.now();
  await write('task.create', store.newId(), {
    ...{ type: 'meet', title: 'Visit', place: '', description: '', priority: 'normal', source: 'manual' },
    start_at: new Date(now + 3_600_000).toISOString(),
    end_at: new Date(now + 7_200_000).toISOString(),
    ...{ linked_user_id: null, linked_name: null, reminders: [], follow_up_of: null },
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
  if (!tab.dead) await write('task.start', id, { slice_id: store.newId(), at }, paused ? { deps: [paused] } : {});
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

async function settingsStep({ chance }: World, tab: SimTab, write: Write): Promise<void> {
  await write('settings.update', tab.phone.actor.user_id, { theme: chance.pick(['light', 'dark', 'system']) });
}

/** What people do, by what they do it with. */
export const writeSteps = {
  comment: commentStep,
  lesson: lessonStep,
  task: taskStep,
  contact: contactStep,
  settings: settingsStep,
};
