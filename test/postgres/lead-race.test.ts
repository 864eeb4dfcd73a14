import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LeadOps } from '../helpers/leads.ts';
import { openSyncServer, type SyncServer } from '../helpers/sync-server.ts';

// These tests need PostgreSQL: transactions run concurrently, but an embedded database runs them one by one.
let server: SyncServer;
let ops: LeadOps;

beforeAll(async () => {
  server = await openSyncServer();
  ops = new LeadOps(server);
});
afterAll(() => server.close());

const team = (count: number, daily_limit: number) =>
  Promise.all(Array.from({ length: count }, () => server.consultant({ daily_limit })));

test('accepts exactly one of 50 simultaneous requests of several employees for one lead', async () => {
  const [id, all] = [await ops.createWaiting(), await team(25, 200)];
  const callers = Array.from({ length: 50 }, (_, index) => all[index % all.length]!);
  const results = await Promise.all(
    callers.map(async (person, index) => {
      if (index % 2 === 0) return server.send(person, ops.take(id));
      const body = { user_id: id, start_in: 0, type: 'call' };
      const reply = await server.plain.call('people.new_lead_task', { token: person.token, body });
      return { status: reply.status, code: reply.body['code'] };
    }),
  );
  const { responsible_id } = await ops.userRow(id);
  const others = results.filter((_, index) => callers[index]!.id !== responsible_id);
  expect(others.map(({ status, code }) => [status, code])).toEqual(others.map(() => [409, 'taken']));
  const own = results.filter((_, index) => callers[index]!.id === responsible_id);
  expect(own.length).toBeGreaterThan(0);
  expect(own.every(({ status }) => status < 300)).toBe(true);
  const { db } = server.deps;
  expect(await db.selectFrom('lead_claims').select('id').where('person_id', '=', id).execute()).toHaveLength(1);
  expect(await db.selectFrom('tasks').select('id').where('linked_user_id', '=', id).execute()).toHaveLength(1);
});

test('assigns exactly as many leads as the daily limits allow while employees take and reassign leads simultaneously', async () => {
  const all = await team(6, 3);
  const ids = await Promise.all(Array.from({ length: 24 }, () => ops.createWaiting()));
  const results = await Promise.all(
    ids.flatMap((id) =>
      all.map(async (person) => {
        const taken = await server.send(person, ops.take(id));
        if (taken.status !== 200) return [taken];
        const to = all[(all.indexOf(person) + 1) % all.length]!;
        return [taken, await server.send(person, ops.give(id, to)), await server.send(to, ops.note(id, uuidv7()))];
      }),
    ),
  );
  const codes = new Set(results.flat().map(({ status, code }) => `${status} ${code ?? ''}`));
  expect([...codes].filter((code) => code.startsWith('5'))).toEqual([]);
  const { db, scope } = server.deps;
  for (const { id } of all) {
    const takes = await db
      .selectFrom('lead_claims')
      .select('person_id')
      .where('scope', '=', scope)
      .where('user_id', '=', id)
      .where('kind', '=', 'take')
      .execute();
    expect(takes).toHaveLength(3);
  }
  const people = await db.selectFrom('users').select('responsible_id').where('id', 'in', ids).execute();
  expect(people.filter(({ responsible_id }) => responsible_id !== null)).toHaveLength(18);
});
