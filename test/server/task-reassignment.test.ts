import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSyncServer, type SyncServer } from '../helpers/sync-server.ts';

let server: SyncServer;

beforeAll(async () => {
  server = await openSyncServer();
});
afterAll(() => server.close());

test('moves a reassigned task from the devices of the manager who had it to the new assignee', async () => {
  const mary = await server.manager();
  const carl = await server.consultant({ responsible_id: mary.id });
  const task = server.task();
  expect(await server.send(mary, task)).toMatchObject({ status: 200 });
  const { p0 = 0 } = (await server.changes(mary, { p0: 0 })).cursors;
  const args = { assignee_id: carl.id, at: server.iso() };
  expect(await server.send(mary, server.op({ kind: 'task.reassign', id: task.id, args }))).toMatchObject({
    status: 200,
  });
  const taskChangesOf = async (person: typeof mary) =>
    (await server.changes(person, { p0 })).changes.filter(({ c }) => c === 'tasks').map(({ op, id }) => [op, id]);
  expect(await taskChangesOf(mary)).toEqual([['gone', task.id]]);
  expect(await taskChangesOf(carl)).toEqual([['put', task.id]]);
});

test('rejects reassignment to a removed, blocked or inactive employee', async () => {
  const mary = await server.manager();
  for (const inactiveState of [{ deleted_at: server.iso() }, { is_blocked: true }, { is_active: false }]) {
    const carl = await server.consultant({ responsible_id: mary.id, ...inactiveState });
    const task = server.task();
    expect(await server.send(mary, task)).toMatchObject({ status: 200 });
    const args = { assignee_id: carl.id, at: server.iso() };
    const answer = await server.send(mary, server.op({ kind: 'task.reassign', id: task.id, args }));
    expect(answer).toMatchObject({ code: 'not_found', fields: { assignee_id: 'not_found' } });
  }
});
