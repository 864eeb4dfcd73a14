import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Client, type PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isoFromPostgres, openPool } from '../../server/db/drivers.ts';
import { lockHolder, lockFolder } from '../../server/db/lock.ts';
import { migrate } from '../../server/db/migrate.ts';
import { updateStatisticsOnTimer, updateTableStatistics } from '../../server/db/table-statistics.ts';
import { isTransientError } from '../../server/db/transaction.ts';
import { openTestDatabase } from '../helpers/server.ts';

describe('the database', () => {
  it('returns each database type as the same JavaScript value on PGlite and PostgreSQL', async () => {
    const { db } = await openTestDatabase();
    const { rows } = await sql<Record<string, unknown>>`select
      9007199254740991::int8 as big, '2026-01-02 03:04:05.678+00'::timestamptz as instant,
      '2026-01-02 03:04:05+00'::timestamptz as whole, '2026-01-02'::date as day, '{"a":[1]}'::jsonb as json,
      '\\x00ff'::bytea as bytes, 1.5::numeric as amount, count(*) as count, true as yes`.execute(db);
    const { bytes, ...row } = rows[0]!;
    expect(row).toEqual({
      big: 9007199254740991,
      instant: '2026-01-02T03:04:05.678Z',
      whole: '2026-01-02T03:04:05.000Z',
      day: '2026-01-02',
      json: { a: [1] },
      amount: 1.5,
      count: 1,
      yes: true,
    });
    expect(bytes).toBeInstanceOf(Buffer);
    expect([...(bytes as Uint8Array)]).toEqual([0, 255]);
  });

  it('writes the bytes of a file in one piece, not byte by byte', async () => {
    class NotIterable extends Uint8Array {
      override [Symbol.iterator](): never {
        throw new Error('read byte by byte');
      }
    }
    const all = Uint8Array.from({ length: 256 }, (_, value) => value);
    const part = new NotIterable(all.buffer, 1, 254);
    const { db } = await openTestDatabase();
    const { rows } = await sql<{ bytes: Buffer }>`select ${part}::bytea as bytes`.execute(db);
    expect(rows[0]?.bytes.equals(all.subarray(1, 255))).toBe(true);
  });

  it('waits five seconds for a connection to PostgreSQL', async () => {
    const pool = openPool('postgres://127.0.0.1:1/none');
    expect(pool.options.connectionTimeoutMillis).toBe(5_000);
    await pool.end();
  });

  it('survives a broken connection to PostgreSQL, idle or in use', async () => {
    const pool = openPool('postgres://127.0.0.1:1/none');
    const client = new Client();
    pool.emit('connect', client as PoolClient);
    for (const emitter of [pool, client])
      expect(() => emitter.emit('error', new Error('Connection terminated unexpectedly'), client)).not.toThrow();
    await pool.end();
  });

  it.each([
    [Object.assign(new Error('deadlock detected'), { code: '40P01' }), true],
    [Object.assign(new Error('too many connections'), { code: '53300' }), true],
    [Object.assign(new Error('connect failed'), { code: 'ECONNREFUSED' }), true],
    [Object.assign(new Error('reset'), { code: 'ECONNRESET' }), true],
    [Object.assign(new Error('broken pipe'), { code: 'EPIPE' }), true],
    [Object.assign(new Error('no reply'), { code: 'ETIMEDOUT' }), true],
    [Object.assign(new Error('no host'), { code: 'EHOSTUNREACH' }), true],
    [Object.assign(new Error('no network'), { code: 'ENETUNREACH' }), true],
    [Object.assign(new Error('no name server'), { code: 'EAI_AGAIN' }), true],
    [Object.assign(new Error('no such file'), { code: 'ENOENT' }), false],
    [Object.assign(new Error('cannot execute UPDATE in a read-only transaction'), { code: '25006' }), true],
    [new Error('timeout exceeded when trying to connect'), true],
    [new Error('Connection terminated unexpectedly'), true],
    [new Error('Client has encountered a connection error and is not queryable'), true],
    [new Error('Client was closed and is not queryable'), true],
    [Object.assign(new Error('duplicate key'), { code: '23505' }), false],
    [new Error('row is undefined'), false],
    ['timeout exceeded when trying to connect', false],
  ])('decides whether a request that failed with the database error %s may be repeated: %s', (error, isTransient) => {
    expect(isTransientError(error)).toBe(isTransient);
  });

  it('reads timestamps with any offset from UTC', () => {
    expect(isoFromPostgres('2026-01-02 03:04:05.678901+00')).toBe('2026-01-02T03:04:05.678Z');
    expect(isoFromPostgres('2026-01-02 03:04:05.6+00')).toBe('2026-01-02T03:04:05.600Z');
    expect(isoFromPostgres('2026-01-02 05:04:05.678+02')).toBe('2026-01-02T03:04:05.678Z');
    expect(isoFromPostgres('2026-01-02 08:34:05+05:30')).toBe('2026-01-02T03:04:05.000Z');
  });

  it('returns correct values even for more prepared statements than the cache holds', async () => {
    const { db } = await openTestDatabase();
    const selectOnce = (at: number) => sql<{ value: number }>`select ${sql.lit(at)} + ${1}::int as value`.execute(db);
    for (const at of [...Array(400).keys(), 0, 399]) expect((await selectOnce(at)).rows).toEqual([{ value: at + 1 }]);
  });

  it('returns correct values after a failed statement, inside and outside a transaction', async () => {
    const { db } = await openTestDatabase();
    const half = (by: number) => sql<{ value: number }>`select 10 / ${by}::int as value`.execute(db);
    await expect(half(0)).rejects.toMatchObject({ code: '22012' });
    await expect(sql`select nothing from nowhere`.execute(db)).rejects.toMatchObject({ code: '42P01' });
    expect((await half(2)).rows).toEqual([{ value: 5 }]);
    const failed = db.transaction().execute(async (tx) => {
      await sql`select ${1}::int as first_met_in_what_is_rolled_back`.execute(tx);
      await sql`select nothing from nowhere`.execute(tx);
    });
    await expect(failed).rejects.toMatchObject({ code: '42P01' });
    const repeatedStatement = await sql`select ${1}::int as first_met_in_what_is_rolled_back`.execute(db);
    expect(repeatedStatement.rows).toEqual([{ first_met_in_what_is_rolled_back: 1 }]);
  });

  it('runs migrations once, however many servers start', async () => {
    const { db } = await openTestDatabase();
    await Promise.all([migrate(db), migrate(db)]);
    const rows = await db.selectFrom('migrations').select('name').execute();
    expect(rows.map(({ name }) => name)).toContain('0001_start');
    expect(await migrate(db)).toEqual([]);
  });
});

describe('lock of the data folder', () => {
  let folder: string;
  let file: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'haversack-lock-'));
    file = join(folder, 'pgdata.lock');
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('only one server holds the lock of the data folder', async () => {
    const lock = await lockFolder(file, 'serve');
    const setTimer = vi.spyOn(globalThis, 'setTimeout');
    await expect(lockFolder(file, 'serve')).rejects.toThrow(`in use by process ${process.pid}`);
    // A server that finds the folder locked fails at once instead of waiting.
    expect(setTimer).not.toHaveBeenCalled();
    expect(await lockHolder(file)).toMatchObject({ pid: process.pid, role: 'serve' });
    await lock.release();
    expect(await lockHolder(file)).toBeNull();
    await (await lockFolder(file, 'serve')).release();
  });

  it('takes over the lock of a dead process, even if another process now has its pid', async () => {
    for (const left of ['999999999 123 serve', `${process.pid} 1 serve`]) {
      await writeFile(file, left);
      const lock = await lockFolder(file, 'serve');
      expect(await readFile(file, 'utf8')).toMatch(new RegExp(`^${process.pid} `));
      await lock.release();
    }
  });

  it('lets exactly one of many servers take over the lock of a dead process', async () => {
    await writeFile(file, '999999999 123 serve');
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(file, 'serve')));
    const storedValues = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(storedValues).toHaveLength(1);
    await storedValues[0]!.release();
  });
});

describe('table statistics', () => {
  /** Returns the tables for which the planner has no size. */
  const unknownTables = async () => {
    const { db } = await openTestDatabase();
    const { rows } = await sql<{ relname: string }>`select relname from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples < 0`.execute(db);
    return rows.map(({ relname }) => relname);
  };

  it('updating the table statistics gives the planner the size of every table', async () => {
    const { db } = await openTestDatabase();
    await sql`create table grown (id int)`.execute(db);
    expect(await unknownTables()).toContain('grown');
    await updateTableStatistics(db);
    expect(await unknownTables()).toEqual([]);
    await sql`drop table grown`.execute(db);
  });

  it('updates the table statistics after half a minute and then every ten minutes', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] });
    const update = vi.fn(() => Promise.resolve());
    const stop = updateStatisticsOnTimer(update, () => undefined);
    const counts = [29_999, 1, 570_000, 600_000].map((ms) => {
      vi.advanceTimersByTime(ms);
      return update.mock.calls.length;
    });
    expect(counts).toEqual([0, 1, 2, 3]);
    stop();
    vi.advanceTimersByTime(1_200_000);
    expect(update).toHaveBeenCalledTimes(3);
    vi.useRealTimers();
  });
});
