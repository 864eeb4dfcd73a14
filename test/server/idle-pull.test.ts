import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { openDatabase, type OpenDatabase } from '../../server/db/open.ts';
import { PreparedPGlite } from '../../server/db/prepared.ts';
import { TableChanges } from '../../server/db/table-changes.ts';
import { currentSession } from '../../server/features/accounts/session-cache.ts';
import { SqlTrace } from '../security/sql-trace.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';
import { templateDump } from '../helpers/template-database.ts';

/** Returns a function that pulls with the cursors of its previous pull. */
function createPuller(server: SyncServer, person: Person) {
  let cursors: Record<string, number> = { p0: 0, p1: 0, p2: 0, p3: 0 };
  return async (query: Record<string, string | number> = {}) => {
    const { device_id, token } = person;
    const reply = await server.plain.call('sync.changes', {
      token,
      query: { ...cursors, device_id, ...query },
      headers: { 'x-device-id': device_id },
    });
    if (reply.status === 200) cursors = reply.body['cursors'] as unknown as typeof cursors;
    return reply;
  };
}

describe('an idle pull (nothing to fetch) on the embedded database', () => {
  let database: OpenDatabase;
  let server: SyncServer;
  let carl: Person;
  let pull: ReturnType<typeof createPuller>;
  let query: MockInstance;

  beforeAll(async () => {
    database = await openDatabase({ dataDir: 'memory://', from: templateDump() });
    server = await openSyncServer({ db: database.db });
  });
  beforeEach(async () => {
    carl = await server.consultant();
    await server.send(carl, server.comment('first'));
    pull = createPuller(server, carl);
    await pull();
    await pull();
    query = vi.spyOn(PreparedPGlite.prototype, 'query');
  });
  afterAll(async () => {
    await server.close();
    await database.close();
  });

  it('runs no SQL statement for an idle pull, and returns the same cursors and epoch', async () => {
    const { body } = await pull();
    const rev = server.plain.deps.pokes.rev(server.deps.scope);
    expect(body).toMatchObject({ changes: [], acked: [], has_more: false, server_time: server.iso() });
    expect(body['cursors']).toEqual({ p0: rev, p1: rev, p2: rev, p3: rev });
    expect(body['epoch']).toEqual(expect.any(String));
    expect(query).not.toHaveBeenCalled();
  });

  it('returns what another person has written since the last pull', async () => {
    const olga = await server.consultant();
    await server.send(olga, server.comment('new'));
    expect((await pull()).body['changes']).toMatchObject([{ c: 'comments', row: { text: 'new' } }]);
  });

  it('refuses an idle pull that names another epoch', async () => {
    expect(await pull({ epoch: 'another' })).toMatchObject({ status: 410, body: { code: 'epoch_changed' } });
  });

  it('refuses an idle pull of a blocked account, an ended session or a revoked device', async () => {
    const { db, scope } = server.deps;
    const user = db.updateTable('users').where('id', '=', carl.id);
    await user.set({ is_blocked: true }).execute();
    expect(await pull()).toMatchObject({ status: 403, body: { code: 'blocked' } });
    await user.set({ is_blocked: false, token_version: sql`token_version + 1` }).execute();
    expect(await pull()).toMatchObject({ status: 401 });
    await user.set({ token_version: sql`token_version - 1` }).execute();
    expect((await pull()).status).toBe(200);
    const revoked_at = server.iso();
    const device = { scope, user_id: carl.id, device_id: carl.device_id, revoked_at };
    await db
      .insertInto('sync_devices')
      .values(device)
      .onConflict((conflict) => conflict.columns(['scope', 'user_id', 'device_id']).doUpdateSet({ revoked_at }))
      .execute();
    expect(await pull()).toMatchObject({ body: { code: 'device_revoked' } });
  });

  it('asks the database whether a device is revoked if the token does not name the device, but the query does', async () => {
    const { device_id } = await server.consultant();
    query.mockClear();
    await pull({ device_id });
    expect(query).toHaveBeenCalled();
  });

  it('caches sessions up to the limit, and drops the least recently used one', async () => {
    const session = (fam: string, max: number) =>
      currentSession(database.db, { scp: server.deps.scope, sub: carl.id, fam }, null, max);
    for (const fam of ['a', 'b', 'a', 'c']) await session(fam, 2);
    query.mockClear();
    await session('a', 3);
    expect(query).not.toHaveBeenCalled();
    await session('b', 3);
    expect(query).toHaveBeenCalledTimes(1);
  });
});

describe('an idle pull on a database that other processes write to', () => {
  it('runs one SQL statement for an idle pull if other processes write to the database', async () => {
    const trace = new SqlTrace();
    const server = await openSyncServer({ plugins: [trace.plugin] });
    const carl = await server.consultant();
    await server.send(carl, server.comment('first'));
    const pull = createPuller(server, carl);
    await pull();
    await pull();
    trace.take();
    expect((await pull()).body['changes']).toEqual([]);
    expect(trace.take()).toHaveLength(1);
    await server.close();
  });
});

describe('counting changes of tables', () => {
  it.each([
    ['insert into "users" ("id") values ($1)', 'users', true],
    ['UPDATE users set x = 1', 'users', true],
    ['delete from "users" where x', 'users', true],
    ['truncate users', 'users', true],
    ['with a as (update "users" set x = 1 returning id) select * from a', 'users', true],
    ['insert into\n users select 1', 'users', true],
    ['select * from users for update', 'users', false],
    ['update "users_of" set x = 1', 'users', false],
  ])('detects whether %j changes the table %s: %s', (text, table, isChange) => {
    const changes = new TableChanges();
    changes.note(text);
    expect(changes.sum([table])).toBe(isChange ? 1 : 0);
    changes.note(text);
    expect(changes.sum(['tasks', table])).toBe(isChange ? 2 : 0);
  });

  it('evicting a cached statement keeps the change counts of its tables', () => {
    const changes = new TableChanges(2);
    for (const table of ['a', 'b', 'c', 'd', 'a']) changes.note(`update ${table} set x = 1`);
    expect(changes.sum(['a', 'b', 'c', 'd'])).toBe(5);
  });
});
