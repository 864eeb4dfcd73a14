import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Task } from '../../contract/entities/task.ts';
import { transition } from '../../contract/states/machine.ts';
import { taskMachine, type TaskCommand } from '../../contract/states/task.ts';
import type { TaskState } from '../../contract/values.ts';
import { ContactOps } from '../helpers/contacts.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

let server: SyncServer;
let carl: Person;
let olga: Person;
let mary: Person;
let client: Person;

beforeAll(async () => {
  server = await openSyncServer();
  mary = await server.manager();
  carl = await server.consultant({ responsible_id: mary.id });
  olga = await server.consultant({ first_name: 'Olga' });
  client = await server.person({ first_name: 'Nina', last_name: 'Client', responsible_id: carl.id, city: 'Ulm' });
});
afterAll(() => server.close());

const argsOf: Partial<Record<TaskCommand, () => Record<string, unknown>>> = {
  edit: () => ({ title: 'Edited' }),
  start: () => ({ at: server.iso(), slice_id: uuidv7() }),
  pause: () => ({ at: server.iso() }),
  finish: () => ({ at: server.iso(), result: 'held', result_note: 'went well' }),
  reschedule: () => ({ at: server.iso(), start_at: server.iso(86_400_000) }),
  cancel: () => ({ at: server.iso(), reason: 'ill' }),
  reopen: () => ({ at: server.iso() }),
};

const command = (id: string, name: TaskCommand, more: Record<string, unknown> = {}) =>
  server.op({ kind: `task.${name}`, id, args: { ...argsOf[name]?.(), ...more } });

const rowOf = (result: { row?: unknown }) => result.row as Task;

async function makeTask(person: Person, more: Record<string, unknown> = {}): Promise<string> {
  const create = server.task(more);
  const result = await server.send(person, create);
  expect(result).toMatchObject({ status: 200 });
  return create.id;
}

const makeWorkedInterval = () => ({ slice_id: uuidv7(), from: server.iso(-7_200_000), to: server.iso(-3_600_000) });

describe('creating a task', () => {
  it('refuses tasks by learners, even for their own contacts', async () => {
    const contacts = new ContactOps(server);
    const { id: contact_id } = await contacts.createFor(client);
    for (const task of [server.task(), server.task({ type: 'call', contact_id })])
      expect(await server.send(client, task)).toMatchObject({ status: 403, code: 'forbidden' });
  });
});

/** Creates a task, and brings it into the given state with commands. */
async function taskIn(state: TaskState): Promise<string> {
  const id = await makeTask(carl);
  const way: Record<TaskState, TaskCommand[]> = {
    planned: [],
    in_progress: ['start'],
    paused: ['start', 'pause'],
    completed: ['start', 'finish'],
    cancelled: ['cancel'],
  };
  for (const name of way[state]) {
    server.pass(60_000);
    expect((await server.send(carl, command(id, name))).status).toBe(200);
  }
  return id;
}

const names = Object.keys(argsOf) as TaskCommand[];
const cells = taskMachine.states.flatMap((state) => names.map((name) => [name, state] as const));

describe('each task command in each state', () => {
  it.each(cells)('the command %s on a task in state %s follows the state table', async (name, state) => {
    const id = await taskIn(state);
    const extraArgs = name === 'finish' && state === 'planned' ? { worked: makeWorkedInterval() } : {};
    const result = await server.send(carl, command(id, name, extraArgs));
    const expected = transition(taskMachine, state, name);
    if (expected.kind === 'invalid')
      expect(result).toMatchObject({ status: 409, code: 'task_state', row: { id, state } });
    else if (expected.kind === 'noop') expect(result).toMatchObject({ status: 200, row: { id, state } });
    else expect(result).toMatchObject({ status: 200, row: { id, state: expected.to } });
    // A repeated command has no effect, or is invalid.
    if (name !== 'edit' && name !== 'reschedule' && expected.kind !== 'invalid') {
      expect(await server.send(carl, command(id, name))).toMatchObject({ status: 200, rev: result.rev });
    }
  });
});

describe('task time and running tasks', () => {
  it('pauses the running task under the same revision when another one starts', async () => {
    const [first, second] = [await makeTask(carl), await makeTask(carl)];
    const started = command(first, 'start');
    await server.send(carl, started);
    server.pass(600_000);
    const { cursors } = await server.changes(carl);
    const result = await server.send(carl, command(second, 'start'));
    const { changes } = await server.changes(carl, { p0: cursors.p0! });
    expect(changes).toHaveLength(2);
    expect(changes.every(({ rev }) => rev === result.rev)).toBe(true);
    expect(changes.find(({ id }) => id === first)?.row).toMatchObject({
      state: 'paused',
      slices: [{ to: server.iso() }],
      overlap: false,
    });
    expect(await server.send(carl, command(first, 'pause'))).toMatchObject({ status: 200, row: { state: 'paused' } });
  });

  it('stores the time slices of a task as the device sent them', async () => {
    const id = await makeTask(carl);
    const [slice_id, from, to] = [uuidv7(), server.iso(-1_800_000), server.iso(-600_000)];
    const { results } = await server.push(carl, [
      command(id, 'start', { slice_id, at: from }),
      command(id, 'pause', { at: to }),
      command(id, 'finish', { at: to }),
    ]);
    expect(rowOf(results[2]!).slices).toEqual([
      { id: slice_id, from, to, device_id: carl.device_id, estimated: false, needs_review: false },
    ]);
    expect(rowOf(results[2]!)).toMatchObject({ state: 'completed', result: 'held', closed_at: to });
  });

  it('marks overlapping time on both tasks', async () => {
    const person = await server.consultant();
    const [one, two, three] = [await makeTask(person), await makeTask(person), await makeTask(person)];
    const span = makeWorkedInterval();
    await server.send(person, command(one, 'finish', { worked: span }));
    const separateSpan = { slice_id: uuidv7(), from: server.iso(-86_400_000), to: server.iso(-80_000_000) };
    expect(rowOf(await server.send(person, command(three, 'finish', { worked: separateSpan }))).overlap).toBe(false);
    const second = await server.send(person, command(two, 'finish', { worked: { ...span, slice_id: uuidv7() } }));
    expect(rowOf(second).overlap).toBe(true);
    const { changes } = await server.changes(person, { p0: 0 });
    expect(changes.find(({ id }) => id === one)).toMatchObject({ rev: second.rev, row: { overlap: true } });
    expect(changes.find(({ id }) => id === three)).toMatchObject({ row: { overlap: false } });
  });

  it('leaves one task running when two devices start different tasks at the same time', async () => {
    const person = await server.consultant();
    const tablet = { ...person, device_id: uuidv7() };
    const [one, two] = [await makeTask(person), await makeTask(person)];
    const results = await Promise.all([
      server.send(person, command(one, 'start')),
      server.send(tablet, command(two, 'start')),
    ]);
    expect(results.map(({ status }) => status)).toEqual([200, 200]);
    const { changes } = await server.changes(person, { p0: 0 });
    const running = changes.filter(({ c, row }) => c === 'tasks' && (row as Task).state === 'in_progress');
    expect(running).toHaveLength(1);
  });
});

describe('task rules', () => {
  it("accepts calls and messages only with people assigned to the task's assignee", async () => {
    expect(await server.send(carl, server.task({ type: 'call' }))).toMatchObject({
      status: 422,
      code: 'linked_user_required',
    });
    const other = await server.send(olga, server.task({ type: 'call', linked_user_id: client.id }));
    const missing = await server.send(olga, server.task({ type: 'call', linked_user_id: uuidv7() }));
    expect({ ...other, op_id: '' }).toEqual({ ...missing, op_id: '' });
    expect(other).toMatchObject({ status: 404 });
    const mine = await server.send(
      carl,
      server.task({ type: 'call', linked_user_id: client.id, linked_name: 'Somebody else' }),
    );
    expect(mine).toMatchObject({ status: 200, row: { linked_name: 'Nina Client' } });
    expect(await server.send(mary, server.task({ type: 'call', linked_user_id: client.id }))).toMatchObject({
      status: 200,
    });
    const edit = server.op({ kind: 'task.edit', id: rowOf(mine).id, args: { linked_user_id: null } });
    expect(await server.send(carl, edit)).toMatchObject({
      status: 422,
      code: 'linked_user_required',
      row: { linked_name: 'Nina Client' },
    });
  });

  it('rejects a task whose times are out of range', async () => {
    const far = server.iso(3 * 365 * 86_400_000);
    expect(await server.send(carl, server.task({ start_at: far, end_at: far }))).toMatchObject({
      code: 'start_out_of_range',
    });
    expect(await server.send(carl, server.task({ end_at: server.iso() }))).toMatchObject({ code: 'end_before_start' });
    const id = await makeTask(carl);
    const past = command(id, 'reschedule', { start_at: server.iso(-600_000) });
    expect(await server.send(carl, past)).toMatchObject({ status: 422, code: 'start_in_past', row: { id } });
    const result = await server.send(carl, command(id, 'finish', { result: 'reached', worked: makeWorkedInterval() }));
    expect(result).toMatchObject({ code: 'result_not_for_type' });
    expect(await server.send(carl, command(id, 'finish'))).toMatchObject({ status: 422, code: 'slice_invalid' });
  });

  it('allows a task to be reopened within a day, and by a manager within a month', async () => {
    const [mine, managed, late] = [await taskIn('completed'), await taskIn('completed'), await taskIn('completed')];
    server.pass(23 * 3_600_000);
    expect(await server.send(carl, command(mine, 'reopen'))).toMatchObject({
      status: 200,
      row: { state: 'planned', result: null },
    });
    const { db, scope } = server.deps;
    const log = db.selectFrom('task_log').select('detail').where('scope', '=', scope).where('task_id', '=', mine);
    expect((await log.where('command', '=', 'reopen').executeTakeFirstOrThrow()).detail).toMatchObject({
      was: { state: 'completed', result: 'held', result_note: 'went well' },
    });
    server.pass(2 * 3_600_000);
    expect(await server.send(carl, command(managed, 'reopen'))).toMatchObject({ status: 422, code: 'reopen_too_late' });
    expect(await server.send(mary, command(managed, 'reopen'))).toMatchObject({ status: 200 });
    server.pass(30 * 86_400_000);
    expect(await server.send(mary, command(late, 'reopen'))).toMatchObject({ status: 422, code: 'reopen_too_late' });
  });

  it("responds identically for another employee's task and a missing one", async () => {
    const id = await makeTask(carl);
    for (const name of names) {
      const other = await server.send(olga, command(id, name));
      const missing = await server.send(olga, command(uuidv7(), name));
      expect({ ...other, op_id: '' }).toEqual({ ...missing, op_id: '' });
      expect(other).toMatchObject({ status: 404, code: 'not_found' });
    }
    expect((await server.changes(olga, { p0: 0 })).changes.map((change) => change.id)).not.toContain(id);
    expect((await server.changes(mary, { p0: 0 })).changes.map((change) => change.id)).not.toContain(id);
    expect(await server.send(mary, command(id, 'start'))).toMatchObject({ status: 200, row: { assignee_id: carl.id } });
    const taken = await server.send(olga, { ...server.task(), id, lane: `tasks:${id}` });
    expect(taken).toMatchObject({ status: 404 });
  });

  it('creates a follow-up task after the write that finishes the earlier task', async () => {
    const id = await taskIn('in_progress');
    const finish = command(id, 'finish');
    const follow = { ...server.task({ follow_up_of: id, source: 'follow_up' }), deps: [finish.op_id] };
    const { results } = await server.push(carl, [finish, follow]);
    expect(results.map(({ status }) => status)).toEqual([200, 200]);
    expect(rowOf(results[1]!)).toMatchObject({ follow_up_of: id, source: 'follow_up' });
    expect(await server.send(olga, server.task({ follow_up_of: id }))).toMatchObject({ status: 404 });
  });
});
