import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { rowSources } from '../../server/sync/rows.ts';
import { runPush } from '../../server/sync/push.ts';
import { startNewEpoch } from '../../server/sync/epoch.ts';
import { recordUnrecordedChanges } from '../../server/features/statistics/record.ts';
import { counterOf } from '../../server/sync/counter.ts';
import { countWrongFacts } from '../helpers/statistics.ts';
import { contactFields } from '../helpers/contact-makers.ts';
import { openOnlyScope, openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

type Query = Record<string, number>;

let server: SyncServer;
let carl: Person;
beforeAll(async () => {
  server = await openOnlyScope();
  carl = await server.consultant();
  await server.push(carl, [server.comment('makes the counter of the scope')]);
});
afterAll(() => server.close());

async function recordedRev(): Promise<number | undefined> {
  const { db, scope } = server.deps;
  return (await db.selectFrom('statistics_state').select('rev').where('scope', '=', scope).executeTakeFirst())?.rev;
}

const refused = (code: string) => ({ status: 410, body: { code } });
const startEpoch = () => startNewEpoch(server.deps.db, new Date(server.now));
const pushOf = (ops: unknown[], epoch?: string) =>
  server.call(carl, 'POST', '/api/sync/push', { proto: 1, device_id: carl.device_id, ops, ...(epoch && { epoch }) });

function contact(notes: string) {
  return server.op({ kind: 'contact.create', id: uuidv7(), args: contactFields({ notes }) });
}

describe('the epoch', () => {
  it('every reply to a push, pull or snapshot names the epoch of its scope', async () => {
    const { epoch } = await server.changes(carl, {});
    expect(epoch).toMatch(/^[0-9a-f-]{36}$/);
    expect((await server.push(carl, [server.comment('one')])).epoch).toBe(epoch);
    expect((await server.snapshot(carl, { group: 'p0' })).body.epoch).toBe(epoch);
    const other = await openSyncServer();
    const olga = await other.consultant();
    await other.push(olga, [other.comment('makes a counter')]);
    expect((await other.changes(olga, {})).epoch).not.toBe(epoch);
    await other.close();
  });

  it('rejects an entire push, pull or snapshot request of another epoch', async () => {
    const { epoch } = await server.changes(carl, {});
    await startEpoch();
    const op = server.comment('of the old epoch');
    expect(await pushOf([op], epoch)).toMatchObject(refused('epoch_changed'));
    expect(await server.call(carl, 'GET', `/api/sync/changes?epoch=${epoch}`)).toMatchObject(refused('epoch_changed'));
    expect(await server.snapshot(carl, { group: 'p0', epoch: epoch! })).toMatchObject(refused('epoch_changed'));
    expect((await server.comments()).some(({ id }) => id === op.id)).toBe(false);
    const now = (await server.changes(carl, {})).epoch!;
    expect(now).not.toBe(epoch);
    expect((await pushOf([op], now)).status).toBe(200);
    expect((await server.snapshot(carl, { group: 'p0', epoch: now })).status).toBe(200);
  });

  it('a push reply names the epoch in which its writes were stored, so that a device resends them if a new epoch has begun', async () => {
    const { epoch } = await server.changes(carl, {});
    const { db } = server.deps;
    const transaction = db.transaction();
    const execute = transaction.execute.bind(transaction);
    vi.spyOn(transaction, 'execute').mockImplementationOnce(async (work) => {
      const result = await execute(work);
      await startEpoch();
      return result;
    });
    vi.spyOn(db, 'transaction').mockReturnValueOnce(transaction);
    const body = { proto: 1 as const, device_id: carl.device_id, ops: [server.comment('before')] };
    const reply = await runPush(server.deps, await server.caller(carl), body);
    expect(reply).toMatchObject({ epoch, results: [{ status: 200 }] });
    expect((await server.changes(carl, {})).epoch).not.toBe(epoch);
  });
});

describe('a new epoch', () => {
  it('a new epoch starts its revisions at the current time, or above the last revision', async () => {
    const { rev } = await server.push(carl, [server.comment('before')]);
    server.pass(60_000);
    await startEpoch();
    const micros = server.now * 1_000;
    expect(rev).toBeLessThan(micros);
    expect((await server.changes(carl, {})).cursors).toEqual({});
    expect((await server.push(carl, [server.comment('after')])).rev).toBe(micros + 1);
    await startNewEpoch(server.deps.db, new Date(server.now - 86_400_000));
    expect((await server.push(carl, [server.comment('by a clock that was set back')])).rev).toBe(micros + 3);
  });

  it('a new epoch expires all cursors from before it, even those of devices that send no epoch, and no cursors from after it', async () => {
    const before = await server.changes(carl, (await snapshotCursors()) as Query);
    await startEpoch();
    const url = (p2: number) => `/api/sync/changes?p2=${p2}`;
    expect(await server.call(carl, 'GET', url(before.cursors.p2!))).toMatchObject(refused('cursor_expired'));
    const after = await snapshotCursors();
    expect((await server.call(carl, 'GET', url(after.p2!))).status).toBe(200);
    const later = server.comment('later');
    await server.push(carl, [later]);
    expect((await server.changes(carl, after as Query)).changes).toMatchObject([{ id: later.id }]);
  });

  it('rejects the next page of a snapshot that began before the new epoch', async () => {
    const { next } = (await server.snapshot(carl, { group: 'p2', limit: 1 })).body;
    await startEpoch();
    expect(await server.snapshot(carl, { group: 'p2', page: next! })).toMatchObject(refused('cursor_expired'));
  });

  it('a new epoch gives a new revision to each living row of every table, but to no tombstone', async () => {
    const { db, scope } = server.deps;
    const [kept, gone] = [contact('kept'), contact('gone')];
    await server.push(carl, [kept, gone, server.task(), server.comment('living')]);
    await server.send(carl, server.op({ kind: 'contact.delete', id: gone.id, args: { at: server.iso() } }));
    const revOf = async (id: string) =>
      (await db.selectFrom('contacts').select('rev').where('id', '=', id).executeTakeFirstOrThrow()).rev;
    const tombstoneRev = await revOf(gone.id);
    server.pass(60_000);
    await startEpoch();
    const start = server.now * 1_000;
    expect(await revOf(kept.id)).toBe(start);
    expect(await revOf(gone.id)).toBe(tombstoneRev);
    const tables = new Map(Object.values(rowSources).map(({ storage }) => [storage.table, storage.tombstones]));
    for (const [table, tombstones] of tables) {
      const living = tombstones ? sql` and deleted_at is null` : sql``;
      const { rows } = await sql<{ rev: number }>`select distinct rev from ${sql.table(table)}
        where scope = ${scope}${living}`.execute(db);
      expect([table, rows.filter(({ rev }) => rev !== start)]).toEqual([table, []]);
    }
    expect(tables.get('contacts')).toBe(true);
  });

  it('an edit based on a lost revision replaces a restored value, but conflicts with a newer one', async () => {
    const newContact = contact('as the phone saw it');
    await server.push(carl, [newContact]);
    const edit = (notes: string, base: string, base_rev: number) =>
      server.op({ kind: 'contact.edit', id: newContact.id, args: { notes }, base: { notes: base }, base_rev });
    server.pass(60_000);
    await startEpoch();
    const lostRev = server.now * 1_000 - 1;
    expect(await server.send(carl, edit('first', 'a lost text', lostRev))).toMatchObject({ status: 200 });
    expect(await server.send(carl, edit('second', 'a lost text', lostRev))).toMatchObject({
      status: 409,
      code: 'conflict',
      fields: { notes: { base: 'a lost text', mine: 'second', theirs: 'first' } },
    });
  });

  it('a new epoch begins in every scope of the database', async () => {
    const other = await openSyncServer();
    const olga = await other.consultant();
    await other.push(olga, [other.comment('makes a counter')]);
    const before = [(await server.changes(carl, {})).epoch, (await other.changes(olga, {})).epoch];
    expect(await startEpoch()).toBeGreaterThanOrEqual(2);
    const after = [(await server.changes(carl, {})).epoch, (await other.changes(olga, {})).epoch];
    expect(new Set([...before, ...after]).size).toBe(4);
    await other.close();
  });

  it('records the last changes in the statistics, and examines no row again in the new epoch', async () => {
    await recordUnrecordedChanges(server.deps);
    const { db, scope } = server.deps;
    const { rev } = await server.push(carl, [server.comment('increments the counter')]);
    const lead = await server.person({ responsible_id: carl.id, rev });
    await startEpoch();
    const facts = db.selectFrom('statistics_facts').select('kind').where('scope', '=', scope);
    expect(await facts.where('id', '=', lead.id).execute()).toEqual([{ kind: 'registration' }]);
    expect(await recordedRev()).toBe((await counterOf(db, scope)).rev);
    expect(await countWrongFacts(server.plain)).toBe(0);
  });

  it('leaves statistics that are far behind to the job that records them', async () => {
    const { db, scope } = server.deps;
    await db.updateTable('statistics_state').set({ rev: -1 }).where('scope', '=', scope).execute();
    await startEpoch();
    expect(await recordedRev()).toBe(-1);
    await recordUnrecordedChanges(server.deps);
    expect(await recordedRev()).toBe((await counterOf(db, scope)).rev);
    expect(await countWrongFacts(server.plain)).toBe(0);
  });
});

describe('a database that lost writes although no new epoch was started', () => {
  it('asks a device with a newer cursor to resend its writes, and tells the operator what to do', async () => {
    const log = vi.spyOn(server.deps.log, 'error');
    const { epoch, cursors } = await server.changes(carl, (await snapshotCursors()) as Query);
    const url = `/api/sync/changes?epoch=${epoch}&p0=`;
    expect((await server.call(carl, 'GET', `${url}${cursors.p0}`)).status).toBe(200);
    expect(log).not.toHaveBeenCalled();
    expect(await server.call(carl, 'GET', `${url}${cursors.p0! + 1}`)).toMatchObject(refused('epoch_changed'));
    expect(log).toHaveBeenCalledWith(expect.stringContaining('npm run new-epoch'));
    log.mockClear();
    const token = JSON.parse(
      Buffer.from((await server.snapshot(carl, { group: 'p2', limit: 1 })).body.next!, 'base64url').toString(),
    ) as { as_of: number };
    const page = Buffer.from(JSON.stringify({ ...token, as_of: token.as_of + 1 })).toString('base64url');
    expect(await server.snapshot(carl, { group: 'p2', page })).toMatchObject(refused('epoch_changed'));
    expect(log).toHaveBeenCalledOnce();
    log.mockRestore();
  });
});

/** Returns the cursors of a new device. */
async function snapshotCursors(): Promise<Record<string, number | null>> {
  const cursors: Record<string, number | null> = {};
  for (const group of ['p0', 'p1', 'p2', 'p3'])
    cursors[group] = (await server.snapshot(carl, { group, limit: 1000 })).body.cursor;
  return cursors;
}
