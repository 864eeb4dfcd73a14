import { taskMachine } from '../../contract/states/task.ts';
import { taskResults } from '../../contract/values.ts';
import type { Args, WriteName } from '../../contract/writes/index.ts';
import type { Draft } from '../../src/db/outbox/outbox.ts';
import { contactStep } from './contact-steps.ts';
import { donationStep } from './donation-steps.ts';
import { flowStep } from './flow-steps.ts';
import { profileStep, readStep } from './own-steps.ts';
import { peopleStep } from './people-steps.ts';
import { deviceTime, type SimTab } from './sim-tab.ts';
import { requestStep, ticketStep } from './ticket-steps.ts';
import type { World } from './world.ts';

/** Saves one write. Returns its op id, or null if the screen would not have shown it as saved. */
export type SaveWrite = <K extends WriteName>(
  kind: K,
  id: string,
  args: Args<K>,
  more?: Pick<Draft, 'deps' | 'files'>,
) => Promise<string | null>;

/** Chooses the thread of a comment, in scenarios with several threads: a lesson, or null for the community. */
export const commentLesson = (chance: World['chance'], { lesson_ids }: World['server']): string | null =>
  chance.happens(0.5) ? (lesson_ids[0] ?? null) : null;

async function commentStep(world: World, tab: SimTab, write: SaveWrite): Promise<void> {
  const { chance } = world;
  const { store, db, actor } = tab.phone;
  const at = new Date(store.now()).toISOString();
  const own = (await db.comments.toArray()).filter((row) => row.author_id === actor.user_id && row.removed_at === null);
  const what = own.length === 0 ? 'add' : chance.pickWeighted({ add: 5, edit: 3, remove: 1 });
  if (what === 'add') {
    const lesson = world.scenario.commentWindow === null ? null : commentLesson(chance, world.server);
    await write('comment.add', store.newId(), { lesson, parent: null, text: `note ${chance.below(1e6)}`, at });
  }
  if (what === 'edit') await write('comment.edit', chance.pick(own).id, { text: `edited ${chance.below(1e6)}`, at });
  if (what === 'remove') await write('comment.delete', chance.pick(own).id, { at });
}

async function lessonStep(world: World, tab: SimTab, write: SaveWrite): Promise<void> {
  const { chance } = world;
  const { store } = tab.phone;
  const lesson_id = chance.pick(world.server.lesson_ids);
  const now = store.now();
  if (chance.happens(0.2)) {
    const args = { lesson_id, at: new Date(now).toISOString() };
    const isDone = (await tab.phone.db.lesson_progress.get(lesson_id))?.state === 'done';
    await write(isDone && chance.happens(0.5) ? 'lesson.reopen' : 'lesson.done', lesson_id, args);
    return;
  }
  const active_s = 1 + chance.below(30);
  const from = new Date(now - active_s * 1000).toISOString();
  const to = new Date(now).toISOString();
  const slice = { lesson_id, slice_id: store.newId(), from, to, active_s, scrolled: chance.below(101) };
  await write('lesson.time', lesson_id, slice);
}

async function newTask(tab: SimTab, write: SaveWrite): Promise<void> {
  const { store } = tab.phone;
  const now = store.now();
  await write('task.create', store.newId(), {
    type: 'meet',
    title: 'Visit',
    place: '',
    description: '',
    priority: 'normal',
    source: 'manual',
    start_at: new Date(now + 3_600_000).toISOString(),
    end_at: new Date(now + 7_200_000).toISOString(),
    linked_user_id: null,
    linked_name: null,
    reminders: [],
    follow_up_of: null,
    at: new Date(now).toISOString(),
  });
}

/**
 * Starts a task as the screens do: a separate write first pauses the running task, and the start depends on it.
 */
async function startTask(tab: SimTab, write: SaveWrite, id: string): Promise<void> {
  const { store, db } = tab.phone;
  const at = new Date(store.now()).toISOString();
  const running = await db.tasks
    .where('[state+start_at]')
    .between(['in_progress', ''], ['in_progress', '\uffff'])
    .first();
  const paused = running && running.id !== id ? await write('task.pause', running.id, { at }) : null;
  if (!tab.dead) await write('task.start', id, { slice_id: store.newId(), at }, paused ? { deps: [paused] } : {});
}

async function taskStep(world: World, tab: SimTab, write: SaveWrite): Promise<void> {
  const { chance } = world;
  const { store, db } = tab.phone;
  const tasks = await db.tasks.toArray();
  if (tasks.length === 0 || chance.happens(0.25)) return newTask(tab, write);
  const { id, type, state } = chance.pick(tasks);
  const at = new Date(store.now()).toISOString();
  const weights = { start: 5, pause: 3, finish: 2, edit: 3, reschedule: 1, cancel: 1, reopen: 1 };
  const isOffered = (name: keyof typeof weights) =>
    world.scenario.isFirstVersion || taskMachine.commands[name].from.includes(state);
  const what = chance.pickAllowed(weights, isOffered);
  if (what === 'start') await startTask(tab, write, id);
  if (what === 'pause') await write('task.pause', id, { at });
  if (what === 'finish') {
    const result = chance.pick(taskResults[world.scenario.isFirstVersion ? 'meet' : type]);
    const worked = { slice_id: store.newId(), from: new Date(store.now() - 60_000).toISOString(), to: at };
    const needsTimes = !world.scenario.isFirstVersion && state === 'planned';
    await write('task.finish', id, { at, result, result_note: 'as it was', ...(needsTimes && { worked }) });
  }
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

/** Runs a follow-up step: a manager reassigns a task, or doubtful time is confirmed. */
async function followUpStep(world: World, tab: SimTab, write: SaveWrite): Promise<void> {
  const { chance } = world;
  const tasks = await tab.phone.db.tasks.toArray();
  const doubtful = tasks.flatMap(({ id, slices }) =>
    slices
      .filter((slice) => slice.needs_review)
      .map((slice) => ({ task_id: id, slice_id: slice.id, from: slice.from })),
  );
  const at = deviceTime(tab);
  if (doubtful.length > 0) {
    const { task_id, slice_id, from } = chance.pick(doubtful);
    const to = new Date(Date.parse(from) + 60_000).toISOString();
    await write('task.confirm_slice', task_id, { slice_id, from, to, at });
  } else if (tasks.length > 0 && tab.phone.actor.is_manager) {
    const assignee_id = world.server.people.anna.me.id;
    await write('task.reassign', chance.pick(tasks).id, { assignee_id, at });
  }
}

async function settingsStep({ chance }: World, tab: SimTab, write: SaveWrite): Promise<void> {
  await write('settings.update', tab.phone.actor.user_id, { theme: chance.pick(['light', 'dark', 'system']) });
}

/** The steps that save writes, by entity. */
export const writeSteps = {
  comment: commentStep,
  lesson: lessonStep,
  task: taskStep,
  contact: contactStep,
  settings: settingsStep,
  people: peopleStep,
  ticket: ticketStep,
  request: requestStep,
  read: readStep,
  profile: profileStep,
  follow: followUpStep,
  donation: donationStep,
  flow: flowStep,
};

export type StepName = keyof typeof writeSteps;

/**
 * All kinds of writes that devices send, and the step that creates each of them. `resolve` stands for writes that
 * resolve other writes.
 */
export const stepOfWrite: Record<WriteName, StepName | 'resolve'> = {
  'comment.add': 'comment',
  'comment.edit': 'comment',
  'comment.delete': 'comment',
  'lesson.time': 'lesson',
  'lesson.done': 'lesson',
  'lesson.reopen': 'lesson',
  'task.create': 'task',
  'task.edit': 'task',
  'task.start': 'task',
  'task.pause': 'task',
  'task.finish': 'task',
  'task.reschedule': 'task',
  'task.cancel': 'task',
  'task.reopen': 'task',
  'task.reassign': 'follow',
  'task.confirm_slice': 'follow',
  'settings.update': 'settings',
  'me.update': 'profile',
  'me.avatar': 'profile',
  'me.work_times': 'profile',
  'ticket.create': 'request',
  'ticket.reply': 'request',
  'ticket.cancel': 'request',
  'ticket.close': 'request',
  'ticket.reopen': 'request',
  'ticket.rate': 'request',
  'ticket.create_for': 'ticket',
  'ticket.take': 'ticket',
  'ticket.release': 'ticket',
  'ticket.answer': 'ticket',
  'ticket.note': 'ticket',
  'ticket.resolve': 'ticket',
  'ticket.reject': 'ticket',
  'ticket.resume': 'ticket',
  'ticket.snooze': 'ticket',
  'ticket.prioritise': 'ticket',
  'ticket.message': 'ticket',
  'contact.create': 'contact',
  'contact.edit': 'contact',
  'contact.photo': 'contact',
  'contact.delete': 'contact',
  'contact.merge': 'contact',
  'contact.unmerge': 'contact',
  // Created when the person restores a record that another person deleted.
  'contact.restore': 'resolve',
  'contact_category.create': 'contact',
  'contact_category.edit': 'contact',
  'contact_category.delete': 'contact',
  'interaction.log': 'contact',
  'interaction.edit': 'contact',
  'interaction.delete': 'contact',
  'donation.submit': 'donation',
  'donation.correct': 'donation',
  'donation.confirm': 'donation',
  'donation.reject': 'donation',
  'recurring_donation.pause': 'profile',
  'recurring_donation.resume': 'profile',
  'recurring_donation.end': 'profile',
  'lead.create': 'people',
  'lead.take': 'people',
  'lead.give': 'people',
  'lead.reject': 'people',
  'lead.activate': 'people',
  'lead.close': 'people',
  'lead.reopen': 'people',
  'lead.remove': 'people',
  'partner.make': 'people',
  'partner.attach': 'people',
  'partner.detach': 'people',
  'partner.commission': 'people',
  'person.edit': 'people',
  'person.note': 'people',
  'person.message': 'people',
  // Created from unsent work on a reassigned record, and from the list of rejected writes.
  'handover.offer': 'resolve',
  'handover.take': 'contact',
  'handover.decline': 'contact',
  'news.read': 'read',
  'notification.read': 'read',
  'event.answer': 'read',
  'subscription.auto_pay': 'profile',
  'book.place': 'read',
  'book.mark': 'read',
  'book.unmark': 'read',
  'flow.create': 'flow',
  'flow.edit': 'flow',
  'flow.cover': 'flow',
  'flow.archive': 'flow',
  'flow.unarchive': 'flow',
  'flow.delete': 'flow',
  'landing_block.add': 'flow',
  'landing_block.edit': 'flow',
  'landing_block.images': 'flow',
  'landing_block.move': 'flow',
  'landing_block.hide': 'flow',
  'landing_block.delete': 'flow',
  'landing_block.restore': 'flow',
  'saved_view.create': 'profile',
  'saved_view.edit': 'profile',
  'saved_view.delete': 'profile',
};
