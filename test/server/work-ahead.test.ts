import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Task } from '../../contract/entities/task.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let server: SyncServer;
let carl: Person;

beforeAll(async () => {
  server = await openSyncServer();
});
afterAll(() => server.close());

const makeTask = async (): Promise<string> => {
  const create = server.task();
  expect(await server.send(carl, create)).toMatchObject({ status: 200 });
  return create.id;
};
const update = async (id: string, action: string, fields: object = {}): Promise<Task> => {
  const body = { id, action, ...fields };
  const reply = await server.call<Task>(carl, 'POST', '/api/user_tasks/update/', body);
  expect(reply.status).toBe(200);
  return reply.body;
};
const push = async (id: string, name: string, args: object): Promise<Task> => {
  const op = server.op({ kind: `task.${name}`, id, args: { at: server.iso(), ...args } });
  const reply = await server.send(carl, op);
  expect(reply).toMatchObject({ status: 200 });
  return reply.row as Task;
};
const timeSpent = async (): Promise<number> => {
  const url = '/api/user_tasks/list/';
  const reply = await server.call<{ time_spent: number }>(carl, 'POST', url, { group: 'today' });
  return reply.body.time_spent;
};
const finished = { result: 'held', result_note: '' };
const makeWorkedInterval = (from: number, to: number) => ({ from: server.iso(from), to: server.iso(to) });

describe('work in the future', () => {
  it.each([
    ['the documented call', update, {}],
    ['a push', push, { slice_id: uuidv7() }],
  ] as const)(
    'work in the future that is logged by %s counts only if it is confirmed after its end',
    async (_, run, more) => {
      carl = await server.consultant();
      const id = await makeTask();
      const times = makeWorkedInterval(5 * MINUTE, 35 * MINUTE);
      const { state, slices } = await run(id, 'finish', { ...finished, worked: { ...times, ...more } });
      expect([state, slices]).toMatchObject(['completed', [{ ...times, needs_review: true }]]);
      server.pass(40 * MINUTE);
      expect(await timeSpent()).toBe(0);
      await run(id, 'confirm_slice', { slice_id: slices[0]!.id, ...times });
      expect(await timeSpent()).toBe(1800);
    },
  );

  it('does not count work in the future that is confirmed too early', async () => {
    carl = await server.consultant();
    const id = await makeTask();
    const times = makeWorkedInterval(5 * MINUTE, 35 * MINUTE);
    const { slices } = await update(id, 'finish', { ...finished, worked: times });
    const earlyConfirmation = await update(id, 'confirm_slice', { slice_id: slices[0]!.id, ...times });
    expect(earlyConfirmation.slices).toMatchObject([{ needs_review: true }]);
  });

  it('marks work for review if a documented call starts or ends it in the future', async () => {
    carl = await server.consultant();
    const [late, begun, running, next] = [await makeTask(), await makeTask(), await makeTask(), await makeTask()];
    const started = await update(late, 'start', { at: server.iso(5 * 24 * HOUR) });
    expect([started.state, started.slices]).toMatchObject(['in_progress', [{ needs_review: true }]]);
    await update(late, 'cancel', { reason: 'wrong' });
    await update(begun, 'start');
    expect((await update(begun, 'pause', { at: server.iso(HOUR) })).slices).toMatchObject([{ needs_review: true }]);
    await update(running, 'start');
    await update(next, 'start', { at: server.iso(HOUR) });
    const paused = await server.changes(carl);
    const row = paused.changes.find(({ id }) => id === running)?.row as Task;
    expect([row.state, row.slices]).toMatchObject(['paused', [{ needs_review: true }]]);
  });

  it("accepts work up to a minute in the future, or further if the device's clock is ahead", async () => {
    carl = await server.consultant();
    const minute = await update(await makeTask(), 'finish', { ...finished, worked: makeWorkedInterval(-HOUR, MINUTE) });
    expect(minute.slices).toMatchObject([{ needs_review: false }]);
    const secondTask = await update(await makeTask(), 'finish', {
      ...finished,
      worked: makeWorkedInterval(-HOUR, MINUTE + 1),
    });
    expect(secondTask.slices).toMatchObject([{ needs_review: true }]);
    const ahead = {
      at: server.iso(HOUR),
      clock_offset_ms: -HOUR,
      worked: { slice_id: uuidv7(), ...makeWorkedInterval(0, HOUR) },
    };
    const knownResult = await push(await makeTask(), 'finish', { ...finished, ...ahead });
    expect(knownResult.slices).toMatchObject([{ needs_review: false }]);
  });
});
