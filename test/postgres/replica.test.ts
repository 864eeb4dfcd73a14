import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { inScope } from '../../server/context.ts';
import { openReplica } from '../../server/db/open.ts';
import type { Replica } from '../../server/db/replica.ts';
import { silentLog } from '../../server/log.ts';
import {
  openTestServer,
  openTestDatabase,
  testDatabaseUrl,
  type TestServer,
  type TestUser,
} from '../helpers/server.ts';

// `npm run test:postgres` starts a streaming replica, unless DATABASE_URL is set.
const replicaUrl = process.env['TEST_REPLICA_URL'];

if (replicaUrl !== undefined)
  describe('a pull with a replica', () => {
    let server: TestServer;
    let replica: Replica;
    let anna: TestUser;

    beforeAll(async () => {
      await openTestDatabase();
      const url = new URL(replicaUrl);
      url.pathname = new URL(testDatabaseUrl() ?? '').pathname;
      replica = openReplica(url.href, { clock: () => new Date(), log: silentLog() });
      server = await openTestServer({ replica });
      anna = await server.user();
    });
    afterAll(async () => {
      await server.close();
      await replica.db.destroy();
    });
    afterEach(() => sql`select pg_wal_replay_resume()`.execute(replica.db));

    /** Renames Anna in a transaction of its own, and returns the revision. */
    const renameAnna = (first_name: string): Promise<number> =>
      inScope(server.deps, server.scope, async ({ tx, nextRev }) => {
        const rev = await nextRev();
        await tx.updateTable('users').set({ first_name, rev }).where('id', '=', anna.id).execute();
        return rev;
      });

    const revOfReplica = async (): Promise<number> => {
      const { scope } = server;
      const { rows } = await sql<{ rev: number }>`select rev from sync_counter where scope = ${scope}`.execute(
        replica.db,
      );
      return rows[0]?.rev ?? 0;
    };

    /**
     * Pulls the first group. Returns the cursor, Anna's name, and the number of snapshots that were started on the
     * replica.
     */
    async function pull() {
      const transactions = vi.spyOn(replica.db, 'transaction');
      const { body } = await server.call('sync.snapshot', { token: anna.token, query: { group: 'p0', limit: 500 } });
      const onReplica = transactions.mock.calls.length;
      transactions.mockRestore();
      const { rows, cursor } = body as unknown as {
        rows: { c: string; row: { first_name?: string } }[];
        cursor: number;
      };
      return { cursor, name: rows.find(({ c }) => c === 'me')?.row.first_name, onReplica };
    }

    it('reads the replica once it has caught up with the primary', async () => {
      const rev = await renameAnna('Anna on the replica');
      await expect.poll(revOfReplica).toBe(rev);
      expect(await pull()).toEqual({ cursor: rev, name: 'Anna on the replica', onReplica: 1 });
    });

    it('reads the primary while the replica lags behind, and never returns an older state', async () => {
      const before = await renameAnna('Anna before');
      await expect.poll(revOfReplica).toBe(before);
      await sql`select pg_wal_replay_pause()`.execute(replica.db);
      for (const name of ['Anna 1', 'Anna 2']) {
        const rev = await renameAnna(name);
        expect(await pull()).toEqual({ cursor: rev, name, onReplica: 3 });
      }
      expect(await revOfReplica()).toBe(before);
    });
  });
