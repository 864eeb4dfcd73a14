import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { inScope } from '../../server/context.ts';
import { subscribeToPokes } from '../../server/pg-notify.ts';
import { combined, Pokes } from '../../server/pokes.ts';
import { openTestServer, testDatabaseUrl, type TestServer } from '../helpers/server.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('pokes: notifications about new revisions and ended sessions', () => {
  it('notifies about ended sessions only after the commit', async () => {
    const server = await openTestServer();
    const notifications: unknown[] = [];
    server.deps.pokes.onSessionsEnded = (message) => notifications.push(message);
    const end = (user_id: string, error?: Error) =>
      inScope(server.deps, server.scope, async ({ sessionsEnded }) => {
        sessionsEnded(user_id);
        if (error) throw error;
        expect(notifications).toEqual([]);
      });
    await expect(end('olga', new Error('rolled back'))).rejects.toThrow('rolled back');
    await end('anna');
    expect(notifications).toEqual([{ scope: server.scope, ended_sessions_of: ['anna'] }]);
    await server.close();
  });

  it('combines notifications to the same audience, with a revision that never decreases', async () => {
    const pokes = new Pokes();
    const received: [string, number][] = [];
    for (const user_id of ['anna', 'olga']) {
      pokes.listen('main', { user_id, poke: (rev) => received.push([user_id, rev]), recheck: () => undefined });
    }
    pokes.announce({ scope: 'main', rev: 3, audience: ['anna'] });
    pokes.announce({ scope: 'main', rev: 2, audience: ['anna'] });
    pokes.announce({ scope: 'other', rev: 9, audience: 'all' });
    await pause(80);
    expect(received).toEqual([['anna', 3]]);
    pokes.announce({ scope: 'main', rev: 4, audience: 'all' });
    await pause(80);
    expect(received.slice(1)).toEqual([
      ['anna', 4],
      ['olga', 4],
    ]);
    expect([pokes.rev('main'), pokes.rev('other'), pokes.rev('none')]).toEqual([4, 9, 0]);
  });
});

it('combining two pokes keeps the newer revision and notifies both audiences', () => {
  const poke = (rev: number, audience: 'all' | string[]) => ({ scope: 'main', rev, audience });
  expect(combined(poke(4, ['anna']), poke(3, ['olga', 'anna']))).toEqual(poke(4, ['anna', 'olga']));
  expect(combined(poke(1, ['anna']), poke(2, 'all'))).toEqual(poke(2, 'all'));
  expect(combined(poke(2, 'all'), poke(1, []))).toEqual(poke(2, 'all'));
});

// Two processes can share only a real PostgreSQL server, so these tests run with npm run test:postgres.
if (process.env['TEST_DATABASE_URL'] !== undefined)
  describe('pokes between processes', () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await openTestServer();
    });
    afterAll(() => server.close());

    it('ends the event streams of a session that ended in another process', async () => {
      const other = { ...server.deps, pokes: new Pokes() };
      const url = testDatabaseUrl() ?? '';
      const leaves = [await subscribeToPokes(server.deps, url), await subscribeToPokes(other, url)];
      const rechecked: string[] = [];
      for (const user_id of ['anna', 'olga'])
        other.pokes.listen(server.scope, {
          user_id,
          poke: () => undefined,
          recheck: () => void rechecked.push(user_id),
        });
      await inScope(server.deps, server.scope, async ({ sessionsEnded }) => sessionsEnded('anna'));
      await expect.poll(() => rechecked, { timeout: 2_000 }).toEqual(['anna']);
      for (const leave of leaves) await leave();
    });

    it('combines the notifications that a process sends within 50 ms into one', async () => {
      const sent = vi.spyOn(server.deps.db.getExecutor(), 'executeQuery');
      const leave = await subscribeToPokes(server.deps, testDatabaseUrl() ?? '');
      const notifications = () => sent.mock.calls.filter(([{ sql }]) => sql.includes('pg_notify'));
      for (const rev of [1, 2, 3]) server.deps.pokes.announce({ scope: server.scope, rev, audience: ['anna'] });
      await leave();
      expect(notifications().map(([{ parameters }]) => JSON.parse(String(parameters[1])) as unknown)).toEqual([
        { from: expect.any(String), scope: server.scope, rev: 3, audience: ['anna'] },
      ]);
      sent.mockRestore();
    });

    it('listens again after the connection for notifications was terminated', async () => {
      const other = { ...server.deps, pokes: new Pokes() };
      const leave = await subscribeToPokes(other, testDatabaseUrl() ?? '');
      const listeners = async () => {
        const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
          where query = 'listen haversack_pokes' and datname = current_database()`.execute(server.deps.db);
        return rows.map(({ pid }) => pid);
      };
      const before = await listeners();
      expect(before).not.toEqual([]);
      await sql`select pg_terminate_backend(pid) from unnest(${before}::int[]) pid`.execute(server.deps.db);
      const isNew = async () => (await listeners()).some((pid) => !before.includes(pid));
      await expect.poll(isNew, { timeout: 10_000 }).toBe(true);
      await leave();
    });

    it('notifications arrive by NOTIFY or, if that is lost, by reading the stored revision', async () => {
      const other = { ...server.deps, pokes: new Pokes() };
      const url = testDatabaseUrl() ?? '';
      const leaves = [await subscribeToPokes(server.deps, url), await subscribeToPokes(other, url)];
      const received: number[] = [];
      other.pokes.listen(server.scope, {
        user_id: 'anna',
        poke: (rev) => received.push(rev),
        recheck: () => undefined,
      });
      const write = () =>
        inScope(server.deps, server.scope, async ({ nextRev, poke }) => {
          poke('all');
          return nextRev();
        });
      const first = await write();
      await expect.poll(() => received.at(-1), { timeout: 2_000 }).toBe(first);
      server.deps.pokes.onAnnounce = null;
      const second = await write();
      await expect.poll(() => received.at(-1), { timeout: 8_000 }).toBe(second);
      for (const leave of leaves) await leave();
    });
  });
