import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runPush } from '../../server/sync/push.ts';
import { SqlTrace } from '../security/sql-trace.ts';
import { ContactOps } from '../helpers/contacts.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

const trace = new SqlTrace();
let server: SyncServer;
let ops: ContactOps;
let carl: Person;

beforeAll(async () => {
  server = await openSyncServer({ plugins: [trace.plugin] });
  ops = new ContactOps(server);
  carl = await server.consultant();
});
afterAll(() => server.close());

const counter = async () =>
  (
    await server.deps.db
      .selectFrom('sync_counter')
      .select('rev')
      .where('scope', '=', server.deps.scope)
      .executeTakeFirst()
  )?.rev ?? 0;

const storedOps = async (ids: readonly string[]) =>
  (await server.deps.db.selectFrom('sync_ops').select(['op_id', 'status', 'rev']).where('op_id', 'in', ids).execute())
    .map(({ op_id, ...stored }) => [ids.indexOf(op_id), stored] as const)
    .toSorted(([a], [b]) => a - b);

const comments = (count: number) => Array.from({ length: count }, (_, index) => server.comment(`${index}`));

/** Runs a push without its authorisation, and without the check that refuses control characters. */
async function pushed(person: Person, batch: readonly unknown[]) {
  const caller = await server.caller(person);
  trace.take();
  return runPush(server.deps, caller, { proto: 1, device_id: person.device_id, ops: [...batch] });
}

async function statementsOf(person: Person, batch: readonly unknown[]): Promise<string[]> {
  const { results } = await pushed(person, batch);
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set([200]));
  return trace.take();
}

describe('statements of a push', () => {
  it('needs a fixed number of statements for a push, and five for each comment', async () => {
    const one = await statementsOf(carl, comments(1));
    const [ten, fifty] = [await statementsOf(carl, comments(10)), await statementsOf(carl, comments(50))];
    expect((fifty.length - ten.length) / 40).toBe(5);
    expect(fifty.length).toBe(259);
    expect(one.length).toBe(11);
  });

  it('increments the counter, claims the ops and stores their outcomes in one statement each', async () => {
    const statements = await statementsOf(carl, comments(20));
    const count = (part: string) => statements.filter((text) => text.includes(part)).length;
    expect(count('insert into "sync_counter"')).toBe(1);
    expect(count('insert into sync_ops')).toBe(1);
    expect(count('update sync_ops')).toBe(1);
  });

  it('answers a repeated push without locks, savepoints or a revision', async () => {
    const batch = comments(20);
    await statementsOf(carl, batch);
    const before = await counter();
    const statements = await statementsOf(carl, batch);
    expect(statements.filter((text) => text.includes('sync_counter'))).toHaveLength(1);
    expect(statements.length).toBe(5);
    expect(await counter()).toBe(before);
  });
});

describe('revisions of a push', () => {
  it('gives each op a revision of its own, in order', async () => {
    const before = await counter();
    const { results, rev } = await server.push(carl, comments(5));
    expect(results.map((result) => result.rev)).toEqual([1, 2, 3, 4, 5].map((step) => before + step));
    expect(rev).toBe(before + 5);
  });

  it('uses no revision for refused ops, wherever they stand in the batch', async () => {
    const before = await counter();
    const refused = () => server.comment('reply', { parent: server.comment('').id });
    const batch = [refused(), ...comments(1), refused(), ...comments(1), refused()];
    const { results, rev } = await server.push(carl, batch);
    expect(results.map(({ status }) => status)).toEqual([422, 200, 422, 200, 422]);
    expect([results[1]?.rev, results[3]?.rev, rev, await counter()]).toEqual([
      before + 1,
      before + 2,
      before + 2,
      before + 2,
    ]);
    expect((await storedOps(batch.map(({ op_id }) => op_id))).map(([, { rev: stored }]) => stored)).toEqual([
      null,
      before + 1,
      null,
      before + 2,
      null,
    ]);
  });

  it('uses no revision at all if every op is refused', async () => {
    const before = await counter();
    const { rev } = await server.push(carl, [server.comment('x', { parent: server.comment('').id })]);
    expect([rev, await counter()]).toEqual([before, before]);
  });

  it('announces the last revision once', async () => {
    const announced: number[] = [];
    server.deps.pokes.onAnnounce = ({ rev }) => announced.push(rev);
    const { rev } = await server.push(carl, comments(5));
    server.deps.pokes.onAnnounce = null;
    expect(announced).toEqual([rev]);
  });
});

describe('failures in a batch', () => {
  it('keeps the other ops of a batch when one fails, and does not record the failed one', async () => {
    const { id } = await ops.made(carl);
    const broken = ops.edit(id, { notes: 'a\u0000b' });
    const batch = [server.comment('before'), broken, server.comment('after')];
    const { results } = await pushed(carl, batch);
    expect(results.map(({ status, code }) => [status, code])).toEqual([
      [200, undefined],
      [400, 'invalid'],
      [200, undefined],
    ]);
    const stored = await storedOps(batch.map(({ op_id }) => op_id));
    expect(stored.map(([index, { status }]) => [index, status])).toEqual([
      [0, 200],
      [2, 200],
    ]);
  });

  it('splits a batch whose outcomes cannot be stored until only the op concerned fails', async () => {
    const { id, rev } = await ops.made(carl, { notes: 'old' });
    await server.send(carl, ops.edit(id, { notes: 'new' }, { base: { notes: 'old' }, base_rev: rev }));
    // The refusal names the value of the device, which the database cannot store.
    const clash = ops.edit(id, { notes: 'mine\u0000' }, { base: { notes: 'old' }, base_rev: rev });
    const batch = [server.comment('one'), server.comment('two'), clash, server.comment('three')];
    const { results } = await pushed(carl, batch);
    expect(results.map(({ status, code }) => [status, code])).toEqual([
      [200, undefined],
      [200, undefined],
      [400, 'invalid'],
      [200, undefined],
    ]);
    expect((await pushed(carl, batch)).results.map(({ replayed }) => replayed)).toEqual([true, true, undefined, true]);
  });

  it('runs nothing for an account that was blocked or logged out after the request was authorised', async () => {
    const person = await server.consultant();
    const caller = await server.caller(person);
    const push = () =>
      runPush(server.deps, caller, { proto: 1, device_id: person.device_id, ops: [server.comment('late')] });
    const set = (change: object) =>
      server.deps.db.updateTable('users').set(change).where('id', '=', person.id).execute();
    const before = await counter();
    await set({ is_blocked: true });
    await expect(push()).rejects.toMatchObject({ code: 'blocked' });
    await set({ is_blocked: false, token_version: sql`token_version + 1` });
    await expect(push()).rejects.toMatchObject({ code: 'unauthorized' });
    expect(await counter()).toBe(before);
  });

  it('uses the role that the caller has when the push runs', async () => {
    const person = await server.consultant();
    const caller = await server.caller(person);
    await server.deps.db.updateTable('users').set({ is_staff: false }).where('id', '=', person.id).execute();
    const { results } = await runPush(server.deps, caller, {
      proto: 1,
      device_id: person.device_id,
      ops: [server.task()],
    });
    expect(results[0]).toMatchObject({ status: 403, code: 'forbidden' });
  });
});
