import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

let server: SyncServer;
let anna: Person;
let carl: Person;

beforeAll(async () => {
  server = await openSyncServer();
  anna = await server.person();
  carl = await server.consultant();
});
afterAll(() => server.close());

describe('push', () => {
  it('a push keeps the order of three comments sent together', async () => {
    const { results } = await server.push(
      anna,
      ['one', 'two', 'three'].map((text) => server.comment(text)),
    );
    expect(results.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await server.comments()).map(({ text }) => text)).toEqual(['one', 'two', 'three']);
    const times = results.map(({ row }) => (row as { created_at: string }).created_at);
    expect(new Set(times).size).toBe(3);
    expect(times.toSorted()).toEqual(times);
  });

  it('a push rejects an unparsable op separately and runs the other ops', async () => {
    const bad = { ...server.comment('x'), surprise: 1 };
    const long = server.comment('y'.repeat(4001));
    const unknown = { ...server.comment('z'), kind: 'comment.sing' };
    const { results } = await server.push(anna, [bad, 5, long, unknown, server.comment('fine')]);
    expect(results.map(({ status, code }) => [status, code])).toEqual([
      [400, 'invalid'],
      [400, 'invalid'],
      [400, 'invalid'],
      [400, 'invalid'],
      [200, undefined],
    ]);
    expect(results[0]?.fields).toEqual({ surprise: 'unknown' });
    expect(results[2]?.fields).toEqual({ text: 'too_long' });
  });

  it('skips the later ops of a record after an op that the server cannot read', async () => {
    const first = server.comment('kept');
    const broken = server.op({ kind: 'comment.edit', id: first.id, args: { text: '', at: server.iso() } });
    const after = server.op({ kind: 'comment.edit', id: first.id, args: { text: 'later', at: server.iso() } });
    const other = server.comment('other lane');
    const { results } = await server.push(anna, [first, broken, after, other]);
    expect(results.map(({ status }) => status)).toEqual([200, 400, 424, 200]);
    expect(results[2]).toMatchObject({ code: 'skipped', caused_by: broken.op_id });
  });

  it('runs the later ops of a record after a rejected op, but not after a rejected create', async () => {
    const ownComment = server.comment('mine');
    const othersOp = server.op({
      kind: 'comment.edit',
      id: uuidv7(),
      lane: ownComment.lane,
      args: { text: 'no', at: server.iso() },
    });
    const edit = server.op({ kind: 'comment.edit', id: ownComment.id, args: { text: 'edited', at: server.iso() } });
    const pushReply = await server.push(anna, [ownComment, othersOp, edit]);
    expect(pushReply.results.map(({ status }) => status)).toEqual([200, 404, 200]);

    const rejected = server.comment('answer to nothing', { parent: uuidv7() });
    const after = server.op({ kind: 'comment.edit', id: rejected.id, args: { text: 'more', at: server.iso() } });
    const skipReply = await server.push(anna, [rejected, after]);
    expect(skipReply.results.map(({ status, code }) => [status, code])).toEqual([
      [422, 'parent_not_found'],
      [424, 'skipped'],
    ]);
  });

  it('skips ops that depend on a failed op or on an op that the server does not know', async () => {
    const failing = server.comment('answer to nothing', { parent: uuidv7() });
    const next = server.comment('depends', { deps: [failing.op_id] });
    const third = server.comment('depends on that', { deps: [next.op_id] });
    const orphanComment = server.comment('depends on what never came', { deps: [uuidv7()] });
    const { results } = await server.push(anna, [failing, next, third, orphanComment]);
    expect(results.map(({ status }) => status)).toEqual([422, 424, 424, 424]);
    expect(results[2]?.caused_by).toBe(failing.op_id);
  });

  it('resolves dependencies on ops of earlier pushes', async () => {
    const first = server.comment('first');
    await server.push(anna, [first]);
    const { results } = await server.push(anna, [server.comment('then', { deps: [first.op_id] })]);
    expect(results[0]?.status).toBe(200);
  });

  it('runs a skipped op when it is sent again with a dependency that succeeds', async () => {
    const failing = server.comment('answer to nothing', { parent: uuidv7() });
    const first = server.comment('waits', { deps: [failing.op_id] });
    const earlier = server.comment('parent');
    expect((await server.push(anna, [failing, first])).results[1]?.status).toBe(424);
    const retried = { ...first, deps: [earlier.op_id] };
    expect((await server.push(anna, [earlier, retried])).results[1]).toMatchObject({ status: 200, replayed: false });
  });

  it('commits an atomic group together or not at all', async () => {
    const atomic_group = uuidv7();
    const firstMember = server.comment('half', { atomic_group });
    const bad = server.comment('answer to nothing', { parent: uuidv7(), atomic_group });
    const { results } = await server.push(anna, [firstMember, bad]);
    expect(results.map(({ status, caused_by }) => [status, caused_by])).toEqual([
      [424, bad.op_id],
      [422, undefined],
    ]);
    expect((await server.comments()).some(({ id }) => id === firstMember.id)).toBe(false);
    expect((await server.push(anna, [bad])).results[0]).toMatchObject({ status: 422, replayed: true });

    const secondGroup = uuidv7();
    const pair = [
      server.comment('a', { atomic_group: secondGroup }),
      server.comment('b', { atomic_group: secondGroup }),
    ];
    expect((await server.push(anna, pair)).results.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('reports a conflict field by field and skips the later ops of the record', async () => {
    const create = server.task();
    const createResult = (await server.push(carl, [create])).results[0]!;
    const edit = (title: string, base_rev: number) =>
      server.op({ kind: 'task.edit', id: create.id, args: { title }, base: { title: 'Meet the group' }, base_rev });
    const first = (await server.push(carl, [edit('Phone', createResult.rev!)])).results[0]!;
    expect(first.status).toBe(200);
    const clash = edit('Tablet', createResult.rev!);
    const start = server.op({ kind: 'task.start', id: create.id, args: { slice_id: uuidv7(), at: server.iso() } });
    const { results } = await server.push(carl, [clash, start]);
    expect(results[0]).toMatchObject({ status: 409, code: 'conflict', rev: first.rev, row: { title: 'Phone' } });
    expect(results[0]?.fields).toEqual({
      title: {
        base: 'Meet the group',
        mine: 'Tablet',
        theirs: 'Phone',
        theirs_by: 'Carl Person',
        theirs_at: server.iso(),
      },
    });
    expect(results[1]).toMatchObject({ status: 424, caused_by: clash.op_id });
  });

  it('merges edits of different fields, and the last write wins in a field with that policy', async () => {
    const create = server.task({ reminders: [5, 15] });
    const { rev } = (await server.push(carl, [create])).results[0]!;
    const edit = (args: object, base: Record<string, unknown>) =>
      server.op({ kind: 'task.edit', id: create.id, args, base, base_rev: rev! });
    await server.push(carl, [
      edit(
        { title: 'New', priority: 'high', reminders: [5, 15, 30] },
        { title: 'Meet the group', priority: 'normal', reminders: [5, 15] },
      ),
    ]);
    const second = edit(
      { place: 'Hall', priority: 'low', reminders: [15], title: 'New' },
      { place: '', priority: 'normal', reminders: [5, 15], title: 'Meet the group' },
    );
    const { results } = await server.push(carl, [second]);
    expect(results[0]).toMatchObject({
      status: 200,
      row: { title: 'New', place: 'Hall', priority: 'low', reminders: [15, 30] },
    });
  });

  it('keeps at most three reminders of a task when edits of two devices are merged', async () => {
    const create = server.task({ reminders: [5, 15] });
    const { rev } = (await server.push(carl, [create])).results[0]!;
    const add = (minutes: number) => {
      const args = { reminders: [5, 15, minutes] };
      return server.op({ kind: 'task.edit', id: create.id, args, base: { reminders: [5, 15] }, base_rev: rev! });
    };
    await server.push(carl, [add(30)]);
    const { results } = await server.push(carl, [add(60)]);
    expect(results[0]).toMatchObject({ status: 200, row: { reminders: [5, 15, 30] } });
  });

  it('a push accepts fifty ops in one request', async () => {
    const ops = Array.from({ length: 50 }, (_, index) => server.comment(`number ${index}`));
    const startedAt = performance.now();
    const { results } = await server.push(anna, ops);
    expect(results.every(({ status }) => status === 200)).toBe(true);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  it('a push records the device and its clock offset', async () => {
    await server.push(anna, [server.comment('late', { clock_offset_ms: -4200 })]);
    const { db, scope } = server.deps;
    const query = db.selectFrom('sync_devices').select(['clock_offset_ms', 'last_push_at']).where('scope', '=', scope);
    expect(await query.where('device_id', '=', anna.device_id).executeTakeFirst()).toEqual({
      clock_offset_ms: -4200,
      last_push_at: server.iso(),
    });
  });
});
