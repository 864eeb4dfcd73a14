import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { callerOf } from '../../server/caller.ts';
import { openDatabase, type OpenDatabase } from '../../server/db/open.ts';
import { Replica } from '../../server/db/replica.ts';
import type { Tx } from '../../server/db/tables.ts';
import type { Caller } from '../../server/handlers.ts';
import { silentLog } from '../../server/log.ts';
import { readSnapshot } from '../../server/sync/read-snapshot.ts';
import { templateDump } from '../helpers/template-database.ts';
import { openTestServer, TestClock, type TestServer } from '../helpers/server.ts';

// The replica of these tests is a separate database whose counter the tests set. test/postgres/replica.test.ts tests
// how a real replica follows its primary.

let server: TestServer;
let replicaDatabase: OpenDatabase | undefined;
let replica: Replica;
let caller: Caller;
const clock = new TestClock();
const log = silentLog();
const open: TestServer[] = [];

beforeEach(async () => {
  replicaDatabase ??= await openDatabase({ dataDir: 'memory://', from: templateDump() });
  replica = new Replica(replicaDatabase.db, { clock: clock.now, log });
  server = await openTestServer();
  open.push(server);
  caller = { ...callerOf(await server.user(), ''), seen: counterAt(7) };
});
afterAll(() => Promise.all([...open.map((each) => each.close()), replicaDatabase?.close()]));

const counterAt = (rev: number, epoch = 'first'): NonNullable<Caller['seen']> => ({
  counter: { rev, horizon: 0, epoch },
  device_id: null,
  device: null,
});

const setReplica = (rev: number, epoch = 'first') =>
  sql`insert into sync_counter (scope, rev, epoch) values (${server.scope}, ${rev}, ${epoch})
    on conflict (scope) do update set rev = excluded.rev`.execute(replica.db);

/** Returns the database in which a transaction runs. Only the replica has a counter for the scope. */
async function origin(tx: Tx): Promise<'replica' | 'primary'> {
  const { rows } = await sql`select 1 from sync_counter where scope = ${server.scope}`.execute(tx);
  return rows.length > 0 ? 'replica' : 'primary';
}

const read = (by = caller) => readSnapshot({ db: server.deps.db, replica }, by, origin);

describe('a snapshot for a device', () => {
  it.each([7, 8])('a snapshot is read from a replica at revision %i if the primary was at revision 7', async (rev) => {
    await setReplica(rev);
    expect(await read()).toBe('replica');
  });

  it('a snapshot is read from the primary if the replica is at an earlier revision', async () => {
    await setReplica(6);
    expect(await read()).toBe('primary');
  });

  it('a snapshot is read from the primary if the replica belongs to a different epoch', async () => {
    await setReplica(9, 'second');
    expect(await read()).toBe('primary');
  });

  it("a snapshot is read from the primary if the primary's revision is unknown", async () => {
    await setReplica(9);
    const { seen: _, ...viewing } = caller;
    expect(await read(viewing)).toBe('primary');
  });

  it('a snapshot is read from a replica that receives the revision within 30 ms', async () => {
    await setReplica(6);
    const transactions = vi.spyOn(replica.db, 'transaction');
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      const reading = read();
      await expect.poll(() => vi.getTimerCount(), { interval: 0 }).toBe(1);
      await vi.advanceTimersByTimeAsync(10);
      await expect.poll(() => transactions.mock.calls.length, { interval: 0 }).toBe(2);
      await expect.poll(() => vi.getTimerCount(), { interval: 0 }).toBe(1);
      await setReplica(7);
      await vi.advanceTimersByTimeAsync(20);
      expect(await reading).toBe('replica');
    } finally {
      vi.useRealTimers();
      transactions.mockRestore();
    }
  });

  it('a snapshot is read from the primary for five seconds after the replica has failed', async () => {
    await setReplica(7);
    const warn = vi.spyOn(log, 'warn').mockReturnValue(undefined);
    const transaction = vi.spyOn(replica.db, 'transaction').mockImplementation(() => {
      throw new Error('connect ECONNREFUSED');
    });
    expect(await read()).toBe('primary');
    expect(warn.mock.calls).toEqual([
      [{ reason: 'connect ECONNREFUSED' }, 'the replica failed; reading from the primary database'],
    ]);
    transaction.mockRestore();
    warn.mockRestore();
    clock.advance(4_999);
    expect(await read()).toBe('primary');
    clock.advance(1);
    expect(await read()).toBe('replica');
  });
});
