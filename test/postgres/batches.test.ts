import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PushReply } from '../../contract/sync.ts';
import { openPool } from '../../server/db/drivers.ts';
import type { Tx } from '../../server/db/tables.ts';
import { isTransientError } from '../../server/db/transaction.ts';
import { PUSHES_AT_ONCE } from '../../server/sync/push.ts';
import { SqlTrace } from '../security/sql-trace.ts';
import { ContactOps } from '../helpers/contacts.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

// These tests need PostgreSQL: batches wait for each other's rows, but an embedded database runs transactions one by
// one.
const trace = new SqlTrace();
let server: SyncServer;
let ops: ContactOps;
let mary: Person;
let carl: Person;

beforeAll(async () => {
  server = await openSyncServer({ plugins: [trace.plugin] });
  ops = new ContactOps(server);
  mary = await server.manager();
  carl = await server.consultant({ responsible_id: mary.id });
});
afterAll(() => server.close());

const statuses = ({ results }: PushReply) => results.map(({ status }) => status);
const countAttempts = () => trace.take().filter((text) => /insert into sync_ops .* do nothing/s.test(text)).length;

/** Calls `run` while another transaction holds the locks that `lock` takes. */
async function runWhileLocked<T>(lock: (tx: Tx) => Promise<unknown>, run: () => Promise<T>): Promise<T> {
  return server.deps.db.transaction().execute(async (tx) => {
    await lock(tx);
    return run();
  });
}

const lockUser = (id: string) => (tx: Tx) =>
  sql`select 1 from users where scope = ${server.deps.scope} and id = ${id} for update`.execute(tx);

const isStored = async (id: string) =>
  (await server.deps.db.selectFrom('comments').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

test('runs simultaneous batches with the same rows in opposite orders without a deadlock', async () => {
  const made = [];
  for (let index = 0; index < 12; index += 1) made.push(await ops.createFor(carl));
  const ids = made.map(({ id }) => id);
  const batch = (order: readonly string[], field: string, round: number) =>
    order.map((id) => ops.edit(id, { [field]: `${round}` }, { base: null }));
  trace.take();
  for (let round = 0; round < 10; round += 1) {
    const [own, managers] = await Promise.all([
      server.push(carl, batch(ids, 'city', round)),
      server.push(mary, batch(ids.toReversed(), 'notes', round)),
    ]);
    expect([...statuses(own), ...statuses(managers)]).toEqual(Array.from({ length: 24 }, () => 200));
  }
  expect(countAttempts()).toBe(20);
  const rows = await server.deps.db
    .selectFrom('contacts')
    .select(['city', 'notes', 'rev'])
    .where('id', 'in', ids)
    .execute();
  expect(rows.map(({ city, notes }) => [city, notes])).toEqual(ids.map(() => ['9', '9']));
  expect(new Set(rows.map(({ rev }) => rev)).size).toBe(12);
});

test('a push that holds the revision counter does not wait for a row, but splits the batch', async () => {
  const person = await server.person({ first_name: 'Nina', responsible_id: carl.id });
  const comment = server.comment('not held up');
  // The handler of the second op writes its interaction before it locks the account.
  const blockedOp = ops.log({ user_id: person.id }, { kind: 'call', result: 'wrong_number' });
  const reply = await runWhileLocked(lockUser(person.id), async () => {
    const started = { pushed: server.push(carl, [comment, blockedOp]) };
    await expect.poll(() => isStored(comment.id), { timeout: 2_000, interval: 20 }).toBe(true);
    return started;
  });
  expect(statuses(await reply.pushed)).toEqual([200, 200]);
});

test('responds with op_in_progress only to the op that another transaction is still running', async () => {
  const [running, free] = [server.comment('running'), server.comment('free')];
  const row = { scope: server.deps.scope, user_id: carl.id, device_id: null, kind: 'comment.add', request_hash: 'x' };
  const empty = { status: null, result: null, rev: null, received_at: server.iso() };
  const insert = (tx: Tx) =>
    tx
      .insertInto('sync_ops')
      .values({ ...row, ...empty, op_id: running.op_id })
      .execute();
  const reply = await runWhileLocked(insert, () => server.push(carl, [running, free]));
  expect(reply.results.map(({ status, code }) => [status, code])).toEqual([
    [409, 'op_in_progress'],
    [200, undefined],
  ]);
});

test('applies a batch once if it is sent twice at the same time', async () => {
  const batch = Array.from({ length: 20 }, () => server.comment(uuidv7()));
  const replies = await Promise.all([server.push(carl, batch), server.push(carl, batch)]);
  expect(replies.flatMap(statuses)).toEqual(Array.from({ length: 40 }, () => 200));
  const replayed = replies.map(({ results }) => results.every((result) => result.replayed));
  expect(new Set(replayed)).toEqual(new Set([false, true]));
  const [first, second] = replies.map(({ results }) => results.map(({ rev }) => rev));
  expect(first).toEqual(second);
});

test('keeps connections free for reads while many pushes wait for rows', async () => {
  const people = await Promise.all(Array.from({ length: 20 }, () => server.consultant()));
  const ids = people.map(({ id }) => id);
  const waiting = async (tx: Tx) =>
    (
      await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(tx)
    ).rows.length;
  const started = await server.deps.db.transaction().execute(async (tx) => {
    await sql`select 1 from users where id in (${sql.join(ids)}) for update`.execute(tx);
    const pushed = people.map((person) => server.push(person, [server.comment('one'), server.comment('two')]));
    await expect.poll(() => waiting(tx), { timeout: 2_000, interval: 20 }).toBe(PUSHES_AT_ONCE);
    await server.changes(carl);
    return { pushed };
  });
  expect((await Promise.all(started.pushed)).flatMap(statuses)).toEqual(Array.from({ length: 40 }, () => 200));
});

test('reports an exhausted connection pool as a transient error', async () => {
  const pool = openPool(process.env['TEST_DATABASE_URL']!, 1);
  const only = await pool.connect();
  pool.options.connectionTimeoutMillis = 20;
  const error = await pool.connect().catch((reason: unknown) => reason);
  expect(isTransientError(error)).toBe(true);
  only.release();
  await pool.end();
});
