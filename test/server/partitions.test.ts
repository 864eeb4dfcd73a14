import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addAuditEntry } from '../../server/audit.ts';
import { maintainPartitions, monthlyTables, MONTHS_AHEAD } from '../../server/jobs/partitions.ts';
import { ContactOps } from '../helpers/contacts.ts';
import { openTestDatabase } from '../helpers/server.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

const DAY_MS = 86_400_000;

let server: SyncServer;
let ops: ContactOps;
let carl: Person;
beforeAll(async () => {
  server = await openSyncServer();
  ops = new ContactOps(server);
  carl = await server.consultant();
});
afterAll(() => server.close());

/** Returns the names of the partitions of a table, without its default partition. */
async function partitionsOf(table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select inhrelid::regclass::text as name from pg_inherits
    where inhparent = ${table}::regclass and inhrelid::regclass::text not like '%\\_default' order by 1`.execute(
    server.deps.db,
  );
  return rows.map(({ name }) => name);
}

/** Returns the partitions in which the rows of this scope are, one name per row. */
async function placesOf(table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select tableoid::regclass::text as name from ${sql.table(table)}
    where scope = ${server.deps.scope} order by 1`.execute(server.deps.db);
  return rows.map(({ name }) => name);
}

const maintainAt = (at: string) => maintainPartitions(server.deps.db, new Date(at));

const addEntry = (at: string) =>
  server.deps.db.transaction().execute((tx) => addAuditEntry(tx, { scope: server.deps.scope, at, action: 'settings' }));

const addTaskLogLine = (received_at: string) =>
  server.deps.db
    .insertInto('task_log')
    .values({
      ...{ scope: server.deps.scope, id: uuidv7(), task_id: uuidv7(), actor_id: carl.id, command: 'start' },
      ...{ claimed_at: received_at, corrected_at: received_at, received_at, detail: '{}' },
    })
    .execute();

const addDay = (day: string) =>
  server.deps.db
    .insertInto('landing_days')
    .values({ scope: server.deps.scope, flow_id: uuidv7(), day, source: '', views: 1, visitors: 1, leads: 0 })
    .execute();

const addRowTo = {
  audit_log: addEntry,
  task_log: addTaskLogLine,
  landing_days: (at: string) => addDay(at.slice(0, 10)),
};

beforeEach(async () => {
  const { db, scope } = server.deps;
  for (const { name } of monthlyTables) await db.deleteFrom(name).where('scope', '=', scope).execute();
});

describe.each(monthlyTables)('the partitions of $name', ({ name, keep_days }) => {
  const add = addRowTo[name];

  it('creates the partitions of the current and the two coming months', async () => {
    expect(MONTHS_AHEAD).toBe(2);
    await maintainAt('2027-11-30T23:59:59.999Z');
    const created = ['2027_11', '2027_12', '2028_01'].map((month) => `${name}_${month}`);
    expect(await partitionsOf(name)).toEqual(expect.arrayContaining(created));
    expect(await partitionsOf(name)).not.toContain(`${name}_2028_02`);
    const before = await partitionsOf(name);
    await maintainAt('2027-11-30T23:59:59.999Z');
    expect(await partitionsOf(name)).toEqual(before);
  });

  it('stores the rows of a month that has no partition, and moves them when the partition is created', async () => {
    await add('2031-05-31T23:59:59.999Z');
    await add('2031-06-01T00:00:00.000Z');
    await add('2039-01-01T00:00:00.000Z');
    expect(await placesOf(name)).toEqual(Array(3).fill(`${name}_default`));
    await maintainAt('2031-06-02T00:00:00.000Z');
    expect(await placesOf(name)).toEqual([`${name}_2031_05`, `${name}_2031_06`, `${name}_default`]);
    await add('2031-06-30T23:59:59.999Z');
    expect((await placesOf(name)).filter((place) => place === `${name}_2031_06`)).toHaveLength(2);
  });

  it('drops a month when its last day has expired, and not before', async () => {
    await add('2033-02-28T23:59:59.999Z');
    await maintainAt('2033-03-01T00:00:00.000Z');
    const expiryTime = Date.parse('2033-03-01T00:00:00.000Z') + keep_days * DAY_MS;
    await maintainAt(new Date(expiryTime - 1).toISOString());
    expect(await placesOf(name)).toEqual([`${name}_2033_02`]);
    await maintainAt(new Date(expiryTime).toISOString());
    expect(await placesOf(name)).toEqual([]);
    expect(await partitionsOf(name)).not.toContain(`${name}_2033_02`);
  });

  it('two processes can maintain the partitions at the same time', async () => {
    await Promise.all([maintainAt('2046-03-05T00:00:00.000Z'), maintainAt('2046-03-05T00:00:00.000Z')]);
    expect(await partitionsOf(name)).toContain(`${name}_2046_05`);
  });
});

it('stores the task log for two years, the audit log for ten, and the figures of pages for 30 days', () => {
  expect(monthlyTables.map(({ name, keep_days }) => [name, keep_days])).toEqual([
    ['task_log', 730],
    ['audit_log', 3650],
    ['landing_days', 30],
  ]);
});

describe('an op that arrives again in another month', () => {
  it.each([
    ['a UUIDv7', uuidv7],
    ['a random UUID', () => crypto.randomUUID()],
  ])('is replayed and not applied again, if its id is %s', async (_, newId) => {
    const at = Date.parse('2026-08-31T23:59:59.000Z');
    server.pass(at - server.now);
    const comment = { ...server.comment('once across months'), op_id: newId(), id: newId() };
    const [first] = (await server.push(carl, [comment])).results;
    server.pass(2_000);
    await maintainAt(server.iso());
    const [second] = (await server.push(carl, [comment])).results;
    expect(first).toMatchObject({ status: 200, replayed: false });
    expect(second).toEqual({ ...first, replayed: true });
    expect((await server.comments()).filter(({ id }) => id === comment.id)).toHaveLength(1);
    const { db, scope } = server.deps;
    const outcomes = db.selectFrom('sync_ops').select('op_id').where('scope', '=', scope);
    expect(await outcomes.where('op_id', '=', comment.op_id).execute()).toHaveLength(1);
    server.pass(-2_000);
  });

  it('an interaction with the id of an earlier one is not stored again, even under another op id', async () => {
    const contact = await ops.createFor(carl);
    const log = { ...ops.log({ contact_id: contact.id }), id: crypto.randomUUID() };
    expect(await server.send(carl, log)).toMatchObject({ status: 200 });
    server.pass(40 * DAY_MS);
    await server.send(carl, { ...log, op_id: uuidv7() });
    const { db, scope } = server.deps;
    const stored = db.selectFrom('interactions').select('id').where('scope', '=', scope).where('id', '=', log.id);
    expect(await stored.execute()).toHaveLength(1);
  });
});

describe('the keys of partitioned tables', () => {
  it('the id from the device alone decides whether an interaction or an outcome exists', async () => {
    const { db } = await openTestDatabase();
    const { rows } = await sql<{ table: string; key: string }>`
      select indrelid::regclass::text as table, pg_get_constraintdef(c.oid) as key from pg_index i
      join pg_constraint c on c.conindid = i.indexrelid where indisprimary
        and indrelid in ('interactions'::regclass, 'sync_ops'::regclass) order by 1`.execute(db);
    expect(rows).toEqual([
      { table: 'interactions', key: 'PRIMARY KEY (scope, id)' },
      { table: 'sync_ops', key: 'PRIMARY KEY (scope, user_id, op_id)' },
    ]);
  });
});
