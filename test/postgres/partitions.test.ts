import { CompiledQuery, PostgresQueryCompiler, sql, type KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addAuditEntry } from '../../server/audit.ts';
import type { Tx } from '../../server/db/tables.ts';
import { LOCK_NOT_AVAILABLE } from '../../server/db/transaction.ts';
import { readLastFieldChange } from '../../server/features/tasks/log-repository.ts';
import { maintainPartitions, PARTITION_LOCK_TIMEOUT_MS } from '../../server/jobs/partitions.ts';
import { ContactOps } from '../helpers/contacts.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

// These tests need several connections, and tables that are large enough for an index to pay off. Only a PostgreSQL
// server has both.

const ROWS = 20_000;
const filled = /_(\d|2026_03)$/;
const partitioned = /^(interactions|sync_ops|task_log|audit_log|landing_days)_/;

let server: SyncServer;
let ops: ContactOps;
let carl: Person;
let admin: Person;
let contact_id: string;
/** The statements of the product, with their values. */
const statements: CompiledQuery[] = [];

/** Adds many rows of other people, so that reading whole partitions would be slow. */
async function fill(): Promise<void> {
  const { db, scope } = server.deps;
  const at = server.iso();
  await sql`insert into interactions (scope, id, rev, contact_id, user_id, kind, direction, at, corrected_at, duration_s,
      result, author_id, created_at, updated_at)
    select ${scope}::text, gen_random_uuid()::text, 0, 'c' || n % 5000, 'u' || n % 5000, 'call', 'out', ${at}::timestamptz,
      ${at}::timestamptz, 0, 'reached', 'a' || n % 500, ${at}::timestamptz, ${at}::timestamptz
    from generate_series(1, ${ROWS}::int) n`.execute(db);
  await sql`insert into sync_ops (scope, user_id, op_id, device_id, kind, request_hash, status, result, rev, received_at)
    select ${scope}::text, 'u' || n % 500, gen_random_uuid()::text, 'd' || n % 500, 'comment.add', '', 200, '{}', 0,
      ${at}::timestamptz from generate_series(1, ${ROWS}::int) n`.execute(db);
  await sql`insert into task_log (scope, id, task_id, actor_id, command, claimed_at, corrected_at, received_at)
    select ${scope}::text, gen_random_uuid()::text, 't' || n % 5000, 'u', 'start', ${at}::timestamptz,
      ${at}::timestamptz, ${at}::timestamptz from generate_series(1, ${ROWS}::int) n`.execute(db);
  await sql`insert into audit_log (scope, id, at, actor_id, action, target_id)
    select ${scope}::text, gen_random_uuid()::text, ${at}::timestamptz, 'u' || n % 500, 'a' || n % 50, 'u' || n % 5000
    from generate_series(1, ${ROWS}::int) n`.execute(db);
  await sql`insert into landing_days (scope, flow_id, day, source, views)
    select ${scope}::text, 'f' || n, ${at}::date, '', 1 from generate_series(1, ${ROWS}::int) n`.execute(db);
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/**
 * Returns the kind of scan and the partition for each partition that the statements of `work` read, such as `Index Scan
 * sync_ops_3`.
 */
async function scansOf(work: () => Promise<unknown>): Promise<string[]> {
  statements.length = 0;
  await work();
  const scans: string[] = [];
  for (const { sql: text, parameters } of statements.splice(0)) {
    if (!/^(select|with|insert|update|delete)/.test(text)) continue;
    const explained = CompiledQuery.raw(`explain (format json) ${text}`, [...parameters]);
    const { rows } = await server.deps.db.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(explained);
    for (const node of nodesOf(rows[0]!['QUERY PLAN'][0].Plan))
      if (partitioned.test(node['Relation Name'] ?? '')) scans.push(`${node['Node Type']} ${node['Relation Name']}`);
  }
  return scans;
}

/** Returns the sequential scans of partitions that have rows. Reading an empty partition costs nothing. */
const sequentialScans = (scans: readonly string[]): string[] =>
  scans.filter((scan) => scan.startsWith('Seq Scan') && filled.test(scan));

beforeAll(async () => {
  const recorder: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      statements.push(new PostgresQueryCompiler().compileQuery(node, queryId));
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  server = await openSyncServer({ plugins: [recorder] });
  ops = new ContactOps(server);
  carl = await server.consultant();
  admin = await server.manager({ is_superuser: true, is_staff: true });
  contact_id = (await ops.createFor(carl)).id;
  await fill();
  await maintainPartitions(server.deps.db, new Date(server.now));
});
afterAll(() => server.close());

describe('the plans of partitioned tables', () => {
  it('a pull reads interactions and outcomes by an index of each partition', async () => {
    const { rev } = await server.push(carl, [ops.log({ contact_id })]);
    const scans = await scansOf(() => server.changes(carl, { p1: rev - 1 }));
    expect(sequentialScans(scans)).toEqual([]);
    for (const table of ['interactions', 'sync_ops'])
      expect(new Set(scans.map((scan) => scan.split(' ').at(-1)))).toContain(`${table}_3`);
  });

  it('a push finds its outcomes and its interactions by an index', async () => {
    const batch = [ops.log({ contact_id }), ops.log({ contact_id })];
    expect(sequentialScans(await scansOf(() => server.push(carl, batch)))).toEqual([]);
    expect(sequentialScans(await scansOf(() => server.push(carl, batch)))).toEqual([]);
  });

  it('a page of a snapshot reads interactions, and the figures of pages, by an index of each partition', async () => {
    expect(sequentialScans(await scansOf(() => server.snapshot(carl, { group: 'p1', limit: 100 })))).toEqual([]);
  });

  it('a record is looked up in one partition by its id', async () => {
    const { id } = ops.log({ contact_id });
    const findRow = () =>
      server.deps.db
        .selectFrom('interactions')
        .select('rev')
        .where('scope', '=', server.deps.scope)
        .where('id', '=', id)
        .execute();
    expect(await scansOf(findRow)).toHaveLength(1);
  });

  it('the logs are read by an index of each month', async () => {
    const context = { tx: server.deps.db as Tx, caller: await server.caller(carl), received_at: server.iso() };
    expect(sequentialScans(await scansOf(() => readLastFieldChange(context, 't7', 'title')))).toEqual([]);
    const readLog = () => server.call(admin, 'GET', '/api/v1/audit_log/?action=a7');
    expect(sequentialScans(await scansOf(readLog))).toEqual([]);
  });

  it('the figures of a page are read from the months of the last thirty days', async () => {
    const firstDay = `${server.iso().slice(0, 4)}-01-01`;
    const read = () =>
      server.deps.db
        .selectFrom('landing_days')
        .select('views')
        .where('scope', '=', server.deps.scope)
        .where('flow_id', '=', 'flow')
        .where('day', '>', firstDay)
        .where('day', '<', server.iso().slice(0, 10))
        .execute();
    expect((await scansOf(read)).length).toBeLessThanOrEqual(4);
  });
});

describe('changes of partitions while rows are written', () => {
  const addEntry = (at: string) =>
    server.deps.db
      .transaction()
      .execute((tx) => addAuditEntry(tx, { scope: server.deps.scope, at, action: 'login', target_id: 'concurrent' }));

  const countEntries = async () =>
    (
      await server.deps.db
        .selectFrom('audit_log')
        .select('id')
        .where('scope', '=', server.deps.scope)
        .where('target_id', '=', 'concurrent')
        .execute()
    ).length;

  it('no row is lost or refused while its month gets a partition', async () => {
    const at = '2051-04-10T10:00:00.000Z';
    const writes = Array.from({ length: 200 }, () => addEntry(at));
    await Promise.all([...writes, maintainPartitions(server.deps.db, new Date(at))]);
    await maintainPartitions(server.deps.db, new Date(at));
    expect(await countEntries()).toBe(200);
  });

  it('waits two seconds for a transaction that uses a table, and then changes only the other tables and fails', async () => {
    expect(PARTITION_LOCK_TIMEOUT_MS).toBe(2_000);
    const { db } = server.deps;
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const { promise: started, resolve: start } = Promise.withResolvers<void>();
    const reader = db.transaction().execute(async (tx) => {
      await sql`select 1 from task_log limit 1`.execute(tx);
      start();
      await ended;
    });
    await started;
    const at = new Date('2055-07-01T00:00:00.000Z');
    await expect(maintainPartitions(db, at)).rejects.toMatchObject({ code: LOCK_NOT_AVAILABLE });
    end();
    await reader;
    const exists = async (name: string) =>
      (await sql`select 1 from pg_class where relname = ${name}`.execute(db)).rows.length > 0;
    expect([await exists('task_log_2055_07'), await exists('audit_log_2055_07')]).toEqual([false, true]);
    await maintainPartitions(db, at);
    expect(await exists('task_log_2055_07')).toBe(true);
  });
});
