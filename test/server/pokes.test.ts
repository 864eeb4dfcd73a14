import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { inScope } from '../../server/context.ts';
import { subscribeToPokes } from '../../server/pg-notify.ts';
import { combineMessages, Pokes } from '../../server/pokes.ts';
import { openTestServer, testDatabaseUrl, type TestServer } from '../helpers/server.ts';

/** An address at which no PostgreSQL server responds. */
const NO_SERVER = 'postgres://127.0.0.1:1/none';

function useFakeTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

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

  it('combines notifications to the same audience for 50 ms, with a revision that never decreases', () => {
    useFakeTimers();
    const pokes = new Pokes();
    const received: [string, number][] = [];
    for (const user_id of ['anna', 'olga']) {
      pokes.listen('main', { user_id, poke: (rev) => received.push([user_id, rev]), recheck: () => undefined });
    }
    pokes.announce({ scope: 'main', rev: 3, audience: ['anna'] });
    pokes.announce({ scope: 'main', rev: 2, audience: ['anna'] });
    pokes.announce({ scope: 'other', rev: 9, audience: 'all' });
    vi.advanceTimersByTime(49);
    expect(received).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(received).toEqual([['anna', 3]]);
    pokes.announce({ scope: 'main', rev: 4, audience: 'all' });
    vi.advanceTimersByTime(50);
    expect(received.slice(1)).toEqual([
      ['anna', 4],
      ['olga', 4],
    ]);
    expect([pokes.rev('main'), pokes.rev('other'), pokes.rev('none')]).toEqual([4, 9, 0]);
  });
});

it('combining two pokes keeps the newer revision and notifies both audiences', () => {
  const poke = (rev: number, audience: 'all' | string[]) => ({ scope: 'main', rev, audience });
  expect(combineMessages(poke(4, ['anna']), poke(3, ['olga', 'anna']))).toEqual(poke(4, ['anna', 'olga']));
  expect(combineMessages(poke(1, ['anna']), poke(2, 'all'))).toEqual(poke(2, 'all'));
  expect(combineMessages(poke(2, 'all'), poke(1, []))).toEqual(poke(2, 'all'));
});

describe('a process without a connection for notifications', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer();
  });
  afterAll(() => server.close());

  it('reconnects with delays that double from one second to at most 30 seconds', async () => {
    useFakeTimers();
    const warn = vi.spyOn(server.deps.log, 'warn').mockReturnValue(undefined);
    const unsubscribe = await subscribeToPokes(server.deps, NO_SERVER);
    for (const [index, seconds] of [1, 2, 4, 8, 16, 30, 30].entries()) {
      await expect.poll(() => warn.mock.calls.length).toBe(index + 1);
      expect(warn.mock.lastCall?.[0]).toMatchObject({ retry_ms: seconds * 1000 });
      vi.advanceTimersByTime(seconds * 1000 - 1);
      expect(warn).toHaveBeenCalledTimes(index + 1);
      vi.advanceTimersByTime(1);
    }
    await expect.poll(() => warn.mock.calls.length).toBe(8);
    await unsubscribe();
    warn.mockRestore();
  });

  it('combines everything announced within 50 ms into one notification', async () => {
    useFakeTimers();
    const warn = vi.spyOn(server.deps.log, 'warn').mockReturnValue(undefined);
    const statements = vi.spyOn(server.deps.db.getExecutor(), 'executeQuery');
    const unsubscribe = await subscribeToPokes(server.deps, NO_SERVER);
    const sent = () => statements.mock.calls.filter(([query]) => query.sql.includes('pg_notify'));
    for (const rev of [1, 2, 3]) server.deps.pokes.announce({ scope: server.scope, rev, audience: ['anna'] });
    vi.advanceTimersByTime(49);
    expect(sent()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(sent().map(([{ parameters }]) => JSON.parse(String(parameters[1])) as unknown)).toEqual([
      { from: expect.any(String), scope: server.scope, rev: 3, audience: ['anna'] },
    ]);
    await unsubscribe();
    statements.mockRestore();
    warn.mockRestore();
  });
});

// Two processes can only share a real PostgreSQL server, so only `npm run test:postgres` runs these tests.
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
      const unsubscribes = [await subscribeToPokes(server.deps, url), await subscribeToPokes(other, url)];
      const rechecked: string[] = [];
      for (const user_id of ['anna', 'olga'])
        other.pokes.listen(server.scope, {
          user_id,
          poke: () => undefined,
          recheck: () => void rechecked.push(user_id),
        });
      await inScope(server.deps, server.scope, async ({ sessionsEnded }) => sessionsEnded('anna'));
      await expect.poll(() => rechecked, { timeout: 2_000 }).toEqual(['anna']);
      for (const unsubscribe of unsubscribes) await unsubscribe();
    });

    it('listens again after the connection for notifications was terminated', async () => {
      const other = { ...server.deps, pokes: new Pokes() };
      const unsubscribe = await subscribeToPokes(other, testDatabaseUrl() ?? '');
      const listeners = async () => {
        const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
          where query = 'listen haversack_pokes' and datname = current_database()`.execute(server.deps.db);
        return rows.map(({ pid }) => pid);
      };
      const before = await listeners();
      expect(before).not.toEqual([]);
      await sql`select pg_terminate_backend(pid) from unnest(${before}::int[]) pid`.execute(server.deps.db);
      const hasNewListener = async () => (await listeners()).some((pid) => !before.includes(pid));
      await expect.poll(hasNewListener, { timeout: 10_000 }).toBe(true);
      await unsubscribe();
    });

    it('notifications arrive by NOTIFY or, if that is lost, by reading the stored revision', async () => {
      const other = { ...server.deps, pokes: new Pokes() };
      const url = testDatabaseUrl() ?? '';
      const unsubscribes = [await subscribeToPokes(server.deps, url), await subscribeToPokes(other, url)];
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
      for (const unsubscribe of unsubscribes) await unsubscribe();
    });
  });
