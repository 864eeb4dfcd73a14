import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RowDigest } from '../../contract/digest.ts';
import { entities } from '../../contract/entities/index.ts';
import type { Entity, Group } from '../../contract/entities/define.ts';
import type { Change, DigestReply } from '../../contract/sync.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

let server: SyncServer;
let anna: Person;
beforeAll(async () => {
  server = await openSyncServer();
  anna = await server.consultant();
  const category = await server.category();
  for (let position = 0; position < 3; position += 1) await server.lesson(category, { position });
  await server.lesson(category, { free: false });
});
afterAll(() => server.close());

async function digest(person: Person, group: Group): Promise<DigestReply> {
  const reply = await server.call<DigestReply>(person, 'GET', `/api/sync/digest?group=${group}`);
  expect(reply.status).toBe(200);
  return reply.body;
}

/** Computes the digest that a fully synced device would compute from its rows. */
async function computeDigest(person: Person, group: Group): Promise<DigestReply['entities']> {
  const rows = new Map<string, Change>();
  const { changes } = await server.changes(person, { [group]: 0, limit: 1000 });
  for (const change of changes) {
    if (change.op === 'put') rows.set(`${change.c} ${change.id}`, change);
    else rows.delete(`${change.c} ${change.id}`);
  }
  const found = new Map<string, RowDigest>();
  for (const { c, id, rev, row } of rows.values()) {
    const entity = entities[c] as Entity;
    const own = found.get(c) ?? new RowDigest();
    found.set(c, own);
    if (entity.inDigest?.(row as { id: string; rev: number }) ?? true) own.add(id, rev);
  }
  return Object.fromEntries([...found].map(([c, { count, hash }]) => [c, { count, hash }]));
}

describe('digest', () => {
  it("the server's digest equals the digest of an up-to-date device", async () => {
    const comments = ['a', 'b', 'c'].map((text) => server.comment(text));
    await server.push(anna, comments);
    await server.push(anna, [
      server.op({ kind: 'comment.edit', id: comments[0]!.id, args: { text: 'changed', at: server.iso() } }),
      server.op({ kind: 'comment.delete', id: comments[1]!.id, args: { at: server.iso() } }),
    ]);
    const reportedDigest = await digest(anna, 'p2');
    expect(reportedDigest.entities).toMatchObject({
      categories: { count: 1 },
      lessons: { count: 4 },
      comments: { count: 3 },
    });
    // Compare only the comments: the lessons and categories have no rev here, so only a snapshot contains them.
    expect((await computeDigest(anna, 'p2'))['comments']).toEqual(reportedDigest.entities['comments']);
    expect(reportedDigest.as_of).toBe((await server.changes(anna, { p2: 0 })).cursors.p2);
  });

  it('adding a row changes the digest of its entity, and of no other', async () => {
    const before = await digest(anna, 'p2');
    await server.push(anna, [server.comment('one more')]);
    const after = await digest(anna, 'p2');
    expect(after.as_of).toBeGreaterThan(before.as_of);
    expect(after.entities['comments']).not.toEqual(before.entities['comments']);
    expect(after.entities['lessons']).toEqual(before.entities['lessons']);
  });

  it('the digest excludes closed tasks, which client and server delete at different times', async () => {
    const [open, closed] = [server.task(), server.task()];
    await server.push(anna, [open, closed]);
    await server.setTask(closed.id, { state: 'cancelled', closed_at: server.iso() });
    const reportedDigest = await digest(anna, 'p0');
    expect(reportedDigest.entities).toMatchObject({ tasks: { count: 1 }, handovers: { count: 0 }, me: { count: 1 } });
    expect((await computeDigest(anna, 'p0'))['tasks']).toEqual(reportedDigest.entities['tasks']);
  });

  it('the digest counts all rows visible to the caller, across pages', async () => {
    const ben = await server.person();
    expect((await digest(ben, 'p2')).entities['lessons']).toMatchObject({ count: 3 });
    const { db, scope } = server.deps;
    const at = server.iso();
    const text = { telegram: null, city: '', country: null, address: '', work_zone: '', notes: '' } as const;
    const rows = Array.from({ length: 2_300 }, (_, index) => ({
      scope,
      id: `018f0000-0000-7000-8000-${String(index).padStart(12, '0')}`,
      owner_id: ben.id,
      rev: index + 1,
      first_name: 'Ivan',
      last_name: '',
      middle_name: '',
      phones: '[]',
      emails: '[]',
      is_partner: false,
      ...text,
      status: 'new' as const,
      field_revs: '{}',
      created_at: at,
      updated_at: at,
    }));
    for (let from = 0; from < rows.length; from += 500)
      await db
        .insertInto('contacts')
        .values(rows.slice(from, from + 500))
        .execute();
    const whole = new RowDigest();
    for (const { id, rev } of rows) whole.add(id, rev);
    expect((await digest(ben, 'p1')).entities['contacts']).toEqual({ count: 2_300, hash: whole.hash });
    expect((await digest(anna, 'p1')).entities['contacts']).toMatchObject({ count: 0 });
  });

  it('the digest counts zero rows for an empty group, and rejects an unknown group', async () => {
    const { entities } = await digest(anna, 'p3');
    expect(Object.values(entities).map(({ count }) => count)).toEqual([0, 0]);
    expect((await server.call(anna, 'GET', '/api/sync/digest')).status).toBe(400);
  });
});
