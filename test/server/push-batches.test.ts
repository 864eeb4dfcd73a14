import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PushOp } from '../../contract/sync.ts';
import { dailyLimits } from '../../server/daily-limit.ts';
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

const repeated = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

/** Runs a push without its authorisation and without the check that refuses control characters. */
async function runOps(person: Person, batch: readonly unknown[]) {
  const caller = await server.caller(person);
  trace.take();
  return runPush(server.deps, caller, { proto: 1, device_id: person.device_id, ops: [...batch] });
}

async function statementsOf(person: Person, batch: readonly unknown[]): Promise<string[]> {
  const { results } = await runOps(person, batch);
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set([200]));
  return trace.take();
}

describe('statements of a push', () => {
  it('runs a fixed number of SQL statements for a push, plus one for each comment', async () => {
    const one = await statementsOf(carl, comments(1));
    const [statementsOfTen, fifty] = [await statementsOf(carl, comments(10)), await statementsOf(carl, comments(50))];
    expect((fifty.length - statementsOfTen.length) / 40).toBe(1);
    expect(fifty.length).toBe(61);
    expect(one.length).toBe(11);
  });

  const MINUTE_MS = 60_000;
  const minute = (offset: number) => server.iso(offset * MINUTE_MS);
  const readingTime = (lesson_id: string, at: number) => {
    const args = { lesson_id, slice_id: uuidv7(), from: minute(at - 1), to: minute(at), active_s: 60, scrolled: 1 };
    return server.op({ kind: 'lesson.time', id: lesson_id, args });
  };
  const steps = (id: string, count: number) =>
    Array.from({ length: count }, (_, index) =>
      index % 2 === 0
        ? server.op({ kind: 'task.start', id, args: { slice_id: uuidv7(), at: minute(index - count * 20) } })
        : server.op({ kind: 'task.pause', id, args: { at: minute(index - count * 20) } }),
    );
  const batches: [string, number, (count: number) => Promise<PushOp[]>][] = [
    [
      'contact edit',
      2,
      async (count) => repeated(count, async () => ops.edit((await ops.createFor(carl)).id, { notes: 'x' })),
    ],
    [
      'interaction',
      2,
      async (count) => {
        const { id } = await ops.createFor(carl);
        return repeated(count, async () => ops.log({ contact_id: id }));
      },
    ],
    [
      'reading time',
      6,
      async (count) => {
        const lesson = await server.lesson(await server.category());
        return repeated(count, async (index) => readingTime(lesson, index * 2 - 100));
      },
    ],
    [
      'task step',
      4,
      async (count) => {
        const task = server.task();
        await server.send(carl, task);
        return steps(task.id, count);
      },
    ],
  ];

  it.each(batches)('each %s in a push takes %i SQL statements', async (_, cost, batchOf) => {
    const statementsOfFour = await statementsOf(carl, await batchOf(4));
    const statementsOfTen = await statementsOf(carl, await batchOf(10));
    expect((statementsOfTen.length - statementsOfFour.length) / 6).toBe(cost);
  });

  it('claims all ops of a push in one SQL statement, and stores all outcomes in another', async () => {
    const statements = await statementsOf(carl, comments(20));
    const count = (part: RegExp) => statements.filter((text) => part.test(text)).length;
    expect(count(/insert into "sync_counter"/)).toBe(1);
    expect(count(/insert into sync_ops .* do nothing/s)).toBe(1);
    expect(count(/insert into sync_ops .* do update/s)).toBe(1);
  });

  it('responds to a repeated push without locks, savepoints or a new revision', async () => {
    const batch = comments(20);
    await statementsOf(carl, batch);
    const before = await counter();
    const statements = await statementsOf(carl, batch);
    expect(statements.filter((text) => text.includes('sync_counter'))).toHaveLength(1);
    expect(statements.length).toBe(5);
    expect(await counter()).toBe(before);
  });
});

describe('data shared by the ops of a batch', () => {
  const dailyComments = (person: Person) =>
    server.deps.db
      .selectFrom('daily_counts')
      .select('count')
      .where('user_id', '=', person.id)
      .where('kind', '=', 'comments');

  it('applies the daily limit within a push, and does not count the ops beyond the limit', async () => {
    const person = await server.consultant();
    const { status } = await server.send(person, server.comment('first'));
    expect(status).toBe(200);
    const row = server.deps.db
      .updateTable('daily_counts')
      .where('user_id', '=', person.id)
      .where('kind', '=', 'comments');
    await row.set({ count: dailyLimits.comments - 2 }).execute();
    const { results } = await server.push(person, comments(4));
    expect(results.map((result) => result.status)).toEqual([200, 200, 429, 429]);
    expect(await dailyComments(person).executeTakeFirst()).toEqual({ count: dailyLimits.comments });
  });

  it('does not count an op towards the daily limit if it is rejected after the limit check', async () => {
    const person = await server.consultant();
    const [known] = comments(1);
    await server.send(carl, known!);
    const { results } = await server.push(person, [...comments(2), server.comment('mine', { id: known!.id })]);
    expect(results.map(({ status }) => status)).toEqual([200, 200, 404]);
    expect(await dailyComments(person).executeTakeFirst()).toEqual({ count: 2 });
  });

  it('creates a record once if a push contains two creates with its id', async () => {
    const [one] = comments(1);
    const again = server.comment('again', { id: one!.id });
    const { results } = await server.push(carl, [one!, again, ...comments(1)]);
    expect(results.map(({ status, rev }) => [status, rev])).toEqual([
      [200, results[0]!.rev],
      [200, results[0]!.rev],
      [200, results[0]!.rev! + 1],
    ]);
  });

  it('locks the new assignee of a task that an earlier op of the same push has reassigned', async () => {
    const mary = await server.manager();
    const [from, to] = [
      await server.consultant({ responsible_id: mary.id }),
      await server.consultant({ responsible_id: mary.id }),
    ];
    const task = server.task();
    await server.send(from, task);
    const reassign = server.op({
      kind: 'task.reassign',
      id: task.id,
      args: { at: server.iso(), assignee_id: to.id },
    });
    const edit = server.op({ kind: 'task.edit', id: task.id, args: { title: 'Later' }, base: { title: 'x' } });
    const statements = await statementsOf(mary, [reassign, edit]);
    const locks = statements.filter((text) => text.includes('"assignee_id"') && text.includes('for no key update'));
    expect(locks).toHaveLength(1);
  });
});

describe('revisions of a push', () => {
  it('gives each op of a push a revision of its own, in order', async () => {
    const before = await counter();
    const { results, rev } = await server.push(carl, comments(5));
    expect(results.map((result) => result.rev)).toEqual([1, 2, 3, 4, 5].map((step) => before + step));
    expect(rev).toBe(before + 5);
  });

  it('uses no revision for the rejected ops of a push, whatever their position', async () => {
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

  it('uses no revision if every op of a push is rejected', async () => {
    const before = await counter();
    const { rev } = await server.push(carl, [server.comment('x', { parent: server.comment('').id })]);
    expect([rev, await counter()]).toEqual([before, before]);
  });

  it('notifies devices once per push, with its last revision', async () => {
    const announced: number[] = [];
    server.deps.pokes.onAnnounce = ({ rev }) => announced.push(rev);
    const { rev } = await server.push(carl, comments(5));
    server.deps.pokes.onAnnounce = null;
    expect(announced).toEqual([rev]);
  });
});

describe('failures in a batch', () => {
  it('commits the other ops of a push when one fails, and stores no outcome of the failed one', async () => {
    const { id } = await ops.createFor(carl);
    const broken = ops.edit(id, { notes: 'a\u0000b' });
    const batch = [server.comment('before'), broken, server.comment('after')];
    const { results } = await runOps(carl, batch);
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

  it('splits a push whose outcomes cannot be stored until only the op concerned fails', async () => {
    const { id, rev } = await ops.createFor(carl, { notes: 'old' });
    await server.send(carl, ops.edit(id, { notes: 'new' }, { base: { notes: 'old' }, base_rev: rev }));
    // The refusal contains the value of the device, which the database cannot store.
    const clash = ops.edit(id, { notes: 'mine\u0000' }, { base: { notes: 'old' }, base_rev: rev });
    const batch = [server.comment('one'), server.comment('two'), clash, server.comment('three')];
    const { results } = await runOps(carl, batch);
    expect(results.map(({ status, code }) => [status, code])).toEqual([
      [200, undefined],
      [200, undefined],
      [400, 'invalid'],
      [200, undefined],
    ]);
    expect((await runOps(carl, batch)).results.map(({ replayed }) => replayed)).toEqual([true, true, undefined, true]);
  });

  it('runs no op of a push if the account was blocked or logged out in the meantime', async () => {
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
