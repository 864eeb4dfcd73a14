import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { callerOf } from '../../server/caller.ts';
import { inScope } from '../../server/context.ts';
import type { Tx } from '../../server/db/tables.ts';
import { lockTask } from '../../server/features/tasks/repository.ts';
import { openLeadWorld } from '../helpers/leads.ts';
import { openTicketWorld } from '../helpers/ticket-world.ts';

// These tests check writes that wait for a lock. A value that a write has read before it gets the lock may be outdated
// by then.
const leads = await openLeadWorld();
const tickets = await openTicketWorld();
afterAll(async () => {
  await leads.server.close();
  await tickets.server.close();
});

/** Starts `second` before the transaction of `first` ends, so that `second` waits for the rows that `first` locked. */
async function startWhileLocked<T>(
  { deps: { db } }: typeof leads.server,
  first: (tx: Tx) => Promise<unknown>,
  second: () => Promise<T>,
): Promise<T> {
  const isWaiting = async () =>
    (
      await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    ).rows.length > 0;
  const { answer } = await db.transaction().execute(async (tx) => {
    await first(tx);
    const started = { answer: second() };
    await expect.poll(isWaiting, { timeout: 5000, interval: 20 }).toBe(true);
    return started;
  });
  return answer;
}

test('revokes the access of an employee who was responsible for a person only between two reassignments', async () => {
  const { server, ops, carl, olga, stranger, admin } = leads;
  const id = await ops.of(carl);
  const result = await startWhileLocked(
    server,
    (tx) => tx.updateTable('users').set({ responsible_id: olga.id }).where('id', '=', id).execute(),
    () => server.send(admin, ops.give(id, stranger)),
  );
  expect(result).toMatchObject({ status: 200, row: { responsible_id: stranger.id } });
  const { db } = server.deps;
  const lost = await db.selectFrom('access_revocations').select('user_id').where('entity_id', '=', id).execute();
  expect(lost.map(({ user_id }) => user_id)).toContain(olga.id);
});

test('locks the new assignee when a task is reassigned', async () => {
  const { server } = leads;
  const { db, scope, clock } = server.deps;
  const mary = await server.manager();
  const [from, to] = [
    await server.consultant({ responsible_id: mary.id }),
    await server.consultant({ responsible_id: mary.id }),
  ];
  const task = server.task();
  expect(await server.send(from, task)).toMatchObject({ status: 200 });
  const user = await db.selectFrom('users').selectAll().where('id', '=', mary.id).executeTakeFirstOrThrow();
  const caller = callerOf(user, clock().toISOString());
  const unlockedUsers = await startWhileLocked(
    server,
    (tx) => tx.updateTable('tasks').set({ assignee_id: to.id }).where('id', '=', task.id).execute(),
    () =>
      inScope(server.deps, scope, async (context) => {
        expect((await lockTask({ ...context, caller }, task.id))?.task.assignee_id).toBe(to.id);
        return db
          .transaction()
          .execute((tx) =>
            tx
              .selectFrom('users')
              .select('id')
              .where('id', 'in', [from.id, to.id])
              .forNoKeyUpdate()
              .skipLocked()
              .execute(),
          );
      }),
  );
  expect(unlockedUsers).toEqual([]);
});

test('checks the If-Match header of a change to a ticket against the locked version', async () => {
  const { server, olga } = tickets;
  const id = await tickets.createTakenTicket();
  const { rev } = await tickets.inDb(id);
  const headers = { 'If-Match': `"r${rev}"` };
  const body = { id, action: 'priority', priority: 'high' };
  const reply = await startWhileLocked(
    server,
    (tx) =>
      tx
        .updateTable('tickets')
        .set({ rev: rev + 1, priority: 'low' })
        .where('id', '=', id)
        .execute(),
    () => server.plain.call('tickets.update', { token: olga.token, body, headers }),
  );
  expect([reply.status, reply.body['code']]).toEqual([412, 'version_mismatch']);
  expect(await tickets.inDb(id)).toMatchObject({ priority: 'low' });
});
