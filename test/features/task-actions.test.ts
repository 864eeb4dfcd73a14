import { describe, expect, test } from 'vitest';
import { Refused } from '../../contract/errors.ts';
import { dismissWhenSent, isAcknowledged } from '../../src/components/sync/saved-toast.ts';
import { savedBadges } from '../../src/db/queries/badges.ts';
import type { Store } from '../../src/db/schema/store.ts';
import {
  cancelTask,
  createTask,
  editTask,
  finishTask,
  pauseTask,
  reopenTask,
  rescheduleTask,
  startTask,
} from '../../src/features/tasks/actions.ts';
import {
  deleteTaskDraft,
  emptyDraft,
  fieldsOf,
  draftOf,
  saveTaskDraft,
  savedTaskDraft,
} from '../../src/features/tasks/draft.ts';
import { tasksOf } from '../../src/features/tasks/list-queries.ts';
import { countTasks } from '../../src/features/tasks/queries.ts';
import { savedWeek } from '../../src/features/tasks/week-queries.ts';
import { currentToast, toast } from '../../src/ui/toast.ts';
import { makeDevice, makeSlice, makeTask } from './task-maker.ts';

const start = '2026-05-03T10:00:00.000Z';
const queue = (store: Store) => store.db.outbox.orderBy('seq').toArray();

async function withTasks(...tasks: ReturnType<typeof makeTask>[]) {
  const { store, clock } = makeDevice(start);
  await store.db.tasks.bulkAdd(tasks);
  return { store, clock, saved: async (id: string) => (await store.db.tasks.get(id))! };
}

describe('task commands', () => {
  test('pauses the running task with a separate write before another task is started', async () => {
    const running = makeTask({ state: 'in_progress', slices: [makeSlice('2026-05-03T09:50:00.000Z', null)] });
    const next = makeTask();
    const { store, saved } = await withTasks(running, next);
    await startTask(store, next);
    const [pause, begin] = await queue(store);
    expect([pause?.kind, pause?.entity_id, begin?.kind, begin?.entity_id]).toEqual([
      'task.pause',
      running.id,
      'task.start',
      next.id,
    ]);
    expect(begin?.deps).toEqual([pause?.op_id]);
    expect((await saved(running.id)).state).toBe('paused');
    expect((await saved(running.id)).slices[0]?.to).toBe(start);
    expect((await saved(next.id)).state).toBe('in_progress');
  });

  test("does not pause a colleague's running task", async () => {
    const colleaguesTask = makeTask({ state: 'in_progress', assignee_id: '01900000-0000-7000-8000-0000000000ff' });
    const ownTask = makeTask();
    const { store } = await withTasks(colleaguesTask, ownTask);
    await startTask(store, ownTask);
    expect((await queue(store)).map((entry) => entry.kind)).toEqual(['task.start']);
  });

  test('counts the time between the start and the pause of a task', async () => {
    const existingTask = makeTask();
    const { store, clock, saved } = await withTasks(existingTask);
    await startTask(store, existingTask);
    clock.now += 7 * 60_000;
    await pauseTask(store, await saved(existingTask.id));
    expect((await saved(existingTask.id)).slices).toMatchObject([{ from: start, to: '2026-05-03T10:07:00.000Z' }]);
  });

  test('undoing the unsent finish of a task also undoes its follow-up task', async () => {
    const existingTask = makeTask({ state: 'in_progress', slices: [makeSlice(start, null)] });
    const { store, saved } = await withTasks(existingTask);
    await finishTask(store, existingTask, {
      result: 'call_back',
      result_note: '',
      follow_up: { start_at: '2026-05-04T10:00:00.000Z' },
    });
    const [finish, create] = await queue(store);
    expect(create).toMatchObject({ kind: 'task.create', deps: [finish?.op_id] });
    expect(await saved(create!.entity_id)).toMatchObject({
      source: 'follow_up',
      follow_up_of: existingTask.id,
      end_at: '2026-05-04T10:15:00.000Z',
    });
    await reopenTask(store, await saved(existingTask.id));
    expect(await queue(store)).toEqual([]);
    expect(await saved(existingTask.id)).toEqual(existingTask);
    expect(await store.db.tasks.count()).toBe(1);
  });

  test('undoing the finish of a task that is already being sent reopens the task', async () => {
    const existingTask = makeTask({ state: 'in_progress', slices: [makeSlice(start, null)] });
    const { store, saved } = await withTasks(existingTask);
    await finishTask(store, existingTask, { result: 'reached', result_note: 'Will come' });
    const [finish] = await queue(store);
    await store.db.outbox.update(finish!.seq!, { frozen: '{}', state: 'sending' });
    await reopenTask(store, await saved(existingTask.id));
    expect((await queue(store)).map((entry) => entry.kind)).toEqual(['task.finish', 'task.reopen']);
    expect((await saved(existingTask.id)).state).toBe('planned');
  });

  test('rejects an illegal command of a task and stores nothing', async () => {
    const done = makeTask({ state: 'completed', closed_at: start, result: 'reached' });
    const { store, saved } = await withTasks(done);
    await expect(pauseTask(store, done)).rejects.toThrow(Refused);
    await expect(startTask(store, done)).rejects.toMatchObject({ code: 'task_state' });
    await expect(cancelTask(store, done, 'x')).rejects.toMatchObject({ code: 'task_state' });
    expect(await queue(store)).toEqual([]);
    expect(await saved(done.id)).toEqual(done);
  });

  test('a task that was never started can be finished only with entered times', async () => {
    const existingTask = makeTask();
    const { store, saved } = await withTasks(existingTask);
    await expect(finishTask(store, existingTask, { result: 'reached', result_note: '' })).rejects.toMatchObject({
      code: 'slice_invalid',
    });
    const workedTimes = { from: '2026-05-03T09:00:00.000Z', to: '2026-05-03T09:20:00.000Z' };
    await finishTask(store, existingTask, { result: 'reached', result_note: '', worked: workedTimes });
    expect((await saved(existingTask.id)).slices).toMatchObject([{ ...workedTimes, estimated: true }]);
  });
});

describe('creating a task', () => {
  const draft = {
    ...emptyDraft,
    title: 'Call Anna P.',
    linked_user_id: makeTask().linked_user_id,
    linked_name: 'Anna Petrova',
  };
  const fields = fieldsOf({ ...draft, start_at: '2026-05-03T10:15:00.000Z' });

  test('shows a new task immediately as unsent, and does not report it as sent while offline', async () => {
    const { store } = await withTasks();
    const op_id = await createTask(store, fields);
    const { tasks, count } = await tasksOf(store.db, 'today', store.now(), 'UTC', 10);
    expect([count, tasks[0]?.title, tasks[0]?.end_at]).toEqual([1, 'Call Anna P.', '2026-05-03T10:30:00.000Z']);
    expect((await savedBadges(store.db, 'tasks')).get(tasks[0]!.id)?.state).toBe('queued');
    await store.db.meta.put({ key: 'status', value: { connection: 'offline' } });
    expect(await isAcknowledged(store, op_id)).toBe(false);
  });

  test('hides the message that a write is waiting as soon as the write is sent or rejected', async () => {
    const { store } = await withTasks();
    const op_id = '01900000-0000-7000-8000-0000000000e1';
    const id = toast('Saved on this device. Will be sent.', { stays: null });
    const other = { op_id: 'other', server_time: start };
    await store.db.history.put(other as never);
    const dismissed = dismissWhenSent(store, op_id, id);
    expect(currentToast()?.id).toBe(id);
    await store.db.history.put({ op_id, server_time: start } as never);
    await dismissed;
    expect(currentToast()).toBeNull();
    const refused = toast('Requested', { stays: null });
    await store.db.outbox.add({ op_id: 'refused', state: 'rejected' } as never);
    await dismissWhenSent(store, 'refused', refused);
    expect(currentToast()).toBeNull();
  });

  test('makes a task wait for the write that creates its unsynced person', async () => {
    const existingTask = makeTask();
    const { store } = await withTasks(existingTask);
    const queuedCreation = { state: 'queued', error: null, deps: [], at_client: 1 };
    const [CONTACT, LEAD] = ['01900000-0000-7000-8000-0000000000c1', '01900000-0000-7000-8000-0000000000c2'];
    await store.db.outbox.bulkAdd([
      { ...queuedCreation, op_id: 'contact', kind: 'contact.create', entity: 'contacts', entity_id: CONTACT },
      { ...queuedCreation, op_id: 'lead', kind: 'lead.create', entity: 'people', entity_id: LEAD },
    ] as never);
    await createTask(store, { ...fields, linked_user_id: null, contact_id: CONTACT });
    await editTask(store, existingTask, { ...fieldsOf(draftOf(existingTask)), linked_user_id: LEAD });
    expect((await queue(store)).slice(2).map(({ kind, deps }) => [kind, deps])).toEqual([
      ['task.create', ['contact']],
      ['task.edit', ['lead']],
    ]);
  });

  test('requires a person for a call task', async () => {
    const { store } = await withTasks();
    await expect(createTask(store, { ...fields, linked_user_id: null })).rejects.toMatchObject({
      code: 'linked_user_required',
    });
  });

  test('sends changed task fields as an edit and a moved start as a reschedule', async () => {
    const existingTask = makeTask();
    const { store } = await withTasks(existingTask);
    const sameFields = fieldsOf(draftOf(existingTask));
    expect(await editTask(store, existingTask, sameFields)).toBeNull();
    const start_at = '2026-05-03T11:00:00.000Z';
    await editTask(store, existingTask, {
      ...sameFields,
      title: 'Call again',
      start_at,
      end_at: '2026-05-03T11:15:00.000Z',
    });
    const [moved, edited] = await queue(store);
    expect([moved?.kind, edited?.kind, edited?.args]).toEqual([
      'task.reschedule',
      'task.edit',
      { title: 'Call again' },
    ]);
    expect(edited?.base).toEqual({ title: 'Call Anna P.' });
  });

  test('does not reschedule a task into the past', async () => {
    const existingTask = makeTask();
    const { store } = await withTasks(existingTask);
    await expect(rescheduleTask(store, existingTask, '2026-05-03T09:00:00.000Z')).rejects.toMatchObject({
      code: 'start_in_past',
    });
  });

  test('restores the draft of a task until it is discarded', async () => {
    const { store } = await withTasks();
    await saveTaskDraft(store.db, null, draft);
    expect(await savedTaskDraft(store.db, null)).toEqual(draft);
    await deleteTaskDraft(store.db, null);
    expect(await savedTaskDraft(store.db, null)).toBeNull();
  });
});

describe('task lists', () => {
  test("lists and counts today's, future and completed tasks", async () => {
    const due = makeTask({ start_at: '2026-05-02T10:00:00.000Z' });
    const later = makeTask({ start_at: '2026-05-04T10:00:00.000Z' });
    const done = makeTask({ state: 'completed', closed_at: '2026-05-03T08:00:00.000Z' });
    const before = makeTask({ state: 'completed', closed_at: '2026-05-02T08:00:00.000Z' });
    const old = makeTask({ state: 'completed', closed_at: '2025-05-02T08:00:00.000Z' });
    const { store } = await withTasks(due, later, done, before, old);
    const now = store.now();
    expect((await tasksOf(store.db, 'today', now, 'UTC', 9)).tasks).toEqual([due]);
    expect((await tasksOf(store.db, 'future', now, 'UTC', 9)).tasks).toEqual([later]);
    expect((await tasksOf(store.db, 'completed', now, 'UTC', 1)).tasks).toEqual([done]);
    expect((await tasksOf(store.db, 'completed', now, 'UTC', 1)).count).toBe(2);
    expect(await countTasks(store.db, now, 'UTC')).toEqual({ today: 1, future: 1 });
    expect((await savedWeek(store.db, now, 'UTC')).week.map((day) => day.completed)).toEqual([0, 0, 0, 0, 0, 1, 1]);
  });

  test('counts a task as completed today as soon as it is finished on the device', async () => {
    const existingTask = makeTask({ state: 'in_progress', slices: [makeSlice(start, null)] });
    const { store, clock } = await withTasks(existingTask, makeTask({ state: 'cancelled', closed_at: start }));
    const minute = store.now();
    clock.now += 30_000;
    await finishTask(store, existingTask, { result: 'reached', result_note: '' });
    const { completed, week } = await savedWeek(store.db, minute, 'UTC');
    expect(completed).toEqual([existingTask.id]);
    expect(week.at(-1)?.completed).toBe(1);
  });
});
