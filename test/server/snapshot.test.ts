import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SnapshotReply } from '../../contract/sync.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

let server: SyncServer;
let anna: Person;

beforeAll(async () => {
  server = await openSyncServer();
  anna = await server.person();
  const category = await server.category();
  for (let position = 0; position < 4; position += 1) await server.lesson(category, { position });
  await server.lesson(category, { free: false, title: 'Paid' });
  await server.push(
    anna,
    Array.from({ length: 5 }, (_, index) => server.comment(`comment ${index}`)),
  );
});
afterAll(() => server.close());

async function page(query: Record<string, number | string>): Promise<SnapshotReply> {
  const reply = await server.snapshot(anna, query);
  expect(reply.status).toBe(200);
  return reply.body;
}

describe('snapshot', () => {
  it('a snapshot delivers a sync group in pages and ends with a cursor', async () => {
    const seenEntities: string[] = [];
    let next: string | null = null;
    let last: SnapshotReply | null = null;
    do {
      last = await page({ group: 'p2', limit: 3, ...(next && { page: next }) });
      seenEntities.push(...last.rows.map(({ c }) => c));
      next = last.next;
    } while (next !== null);
    expect(seenEntities).toEqual([
      'categories',
      ...Array.from({ length: 4 }, () => 'lessons'),
      ...Array.from({ length: 5 }, () => 'comments'),
    ]);
    expect(last.cursor).toBe(last.as_of);
    expect(last.total).toBe(10);
  });

  it('only the first page of the first group states the row count of all other groups', async () => {
    const own = await page({ group: 'p0', limit: 1 });
    const others = await Promise.all((['p1', 'p2', 'p3'] as const).map((group) => page({ group })));
    expect(own.total_others).toBe(others.reduce((sum, { total }) => sum + total, 0));
    expect(own.total_others).toBeGreaterThanOrEqual(10);
    expect(others.map(({ total_others }) => total_others)).toEqual([undefined, undefined, undefined]);
    if (own.next) expect((await page({ group: 'p0', page: own.next })).total_others).toBeUndefined();
  });

  it('a snapshot resumes at its page token and leaves later changes to the pull', async () => {
    const first = await page({ group: 'p2', limit: 7 });
    const late = server.comment('written meanwhile');
    await server.push(anna, [late]);
    const second = await page({ group: 'p2', limit: 100, page: first.next! });
    expect(second.as_of).toBe(first.as_of);
    expect(second.cursor).toBe(first.as_of);
    expect(second.acked).not.toContain(late.op_id);
    const { changes, acked } = await server.changes(anna, { p2: second.cursor! });
    expect(changes.map(({ id }) => id)).toEqual([late.id]);
    expect(acked).toEqual([late.op_id]);
  });

  it('the last page of a snapshot lists the ops that the snapshot contains', async () => {
    const comment = server.comment('sent before');
    await server.push(anna, [comment]);
    expect((await page({ group: 'p2', limit: 1000 })).acked).toContain(comment.op_id);
  });

  it('a snapshot of a group without entities ends immediately', async () => {
    const reply = await page({ group: 'p3' });
    expect(reply).toMatchObject({ rows: [], next: null, total: 0 });
    expect(reply.cursor).toBe(reply.as_of);
  });

  it('a snapshot contains only rows visible to the caller', async () => {
    const reply = await page({ group: 'p0' });
    expect(reply.rows.map(({ c, id }) => [c, id])).toEqual([['me', anna.id]]);
  });

  it('rejects a malformed or forged page token, and one of another group', async () => {
    const ownToken = (await page({ group: 'p2', limit: 1 })).next!;
    const forged = Buffer.from(JSON.stringify({ group: 'p2', c: 'tasks', after: null, as_of: 0, total: 1 })).toString(
      'base64url',
    );
    for (const token of ['x', 'e30', forged]) {
      expect(await server.snapshot(anna, { group: 'p2', page: token })).toMatchObject({
        status: 400,
        body: { code: 'invalid' },
      });
    }
    expect((await server.snapshot(anna, { group: 'p0', page: ownToken })).status).toBe(400);
  });
});
