import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

let server: SyncServer;
let anna: Person;
let ben: Person;
let free: string;
let paid: string;

beforeAll(async () => {
  server = await openSyncServer();
  anna = await server.person();
  ben = await server.person({ first_name: 'Ben', subscribed_until: server.iso(86_400_000) });
  const category = await server.category();
  free = await server.lesson(category);
  paid = await server.lesson(category, { free: false });
});
afterAll(() => server.close());

const edit = (id: string, text = 'edited', more = {}) =>
  server.op({ kind: 'comment.edit', id, args: { text, at: server.iso() }, ...more });
const remove = (id: string) => server.op({ kind: 'comment.delete', id, args: { at: server.iso() } });

describe('comments', () => {
  it('accepts replies only one level deep and only on the lesson of the parent', async () => {
    const parent = server.comment('question', { lesson: free });
    const answer = server.comment('answer', { lesson: free, parent: parent.id });
    const deeper = server.comment('deeper', { lesson: free, parent: answer.id });
    const elsewhere = server.comment('elsewhere', { parent: parent.id });
    const { results } = await server.push(anna, [parent, answer, deeper, elsewhere]);
    expect(results.map(({ status, code }) => code ?? status)).toEqual([
      200,
      200,
      'parent_not_found',
      'parent_not_found',
    ]);
  });

  it('accepts comments only on lessons the author may read', async () => {
    expect(await server.send(anna, server.comment('peeking', { lesson: paid }))).toMatchObject({
      status: 404,
      code: 'not_found',
    });
    expect(await server.send(anna, server.comment('nowhere', { lesson: uuidv7() }))).toMatchObject({
      status: 404,
      code: 'not_found',
    });
    const comment = server.comment('for subscribers', { lesson: paid });
    expect(await server.send(ben, comment)).toMatchObject({ status: 200 });
    const ids = async (person: Person) => (await server.changes(person)).changes.map(({ id }) => id);
    expect(await ids(ben)).toContain(comment.id);
    expect(await ids(anna)).not.toContain(comment.id);
    expect((await server.call(anna, 'GET', `/api/navigator/comments/${paid}/`)).status).toBe(404);
  });

  it('allows comment edits for 15 minutes by the corrected device time', async () => {
    const comment = server.comment('first words');
    await server.send(anna, comment);
    server.pass(14 * 60_000);
    expect(await server.send(anna, edit(comment.id))).toMatchObject({
      status: 200,
      row: { text: 'edited', edited_at: server.iso() },
    });
    const written = server.iso();
    server.pass(3_600_000);
    expect(await server.send(anna, edit(comment.id, 'offline', { at: written }))).toMatchObject({
      status: 200,
      row: { text: 'offline' },
    });
    const lateEdit = edit(comment.id, 'slow clock', { at: written, clock_offset_ms: 3_600_000 });
    const late = await server.send(anna, lateEdit);
    expect(late).toMatchObject({ status: 409, code: 'comment_too_old', row: { text: 'offline' } });
  });

  it('never dates a comment edit later than its arrival', async () => {
    const comment = server.comment('now');
    await server.send(anna, comment);
    const editFromFuture = edit(comment.id, 'from the future', { at: server.iso(86_400_000) });
    expect(await server.send(anna, editFromFuture)).toMatchObject({ status: 200, row: { edited_at: server.iso() } });
  });

  it('empties a deleted comment, and repeated deletions change nothing', async () => {
    const comment = server.comment('regretted');
    await server.send(anna, comment);
    const first = await server.send(anna, remove(comment.id));
    expect(first).toMatchObject({ status: 200, row: { text: '', removed_at: server.iso() } });
    expect(await server.send(anna, remove(comment.id))).toMatchObject({ status: 200, rev: first.rev });
    expect(await server.send(anna, edit(comment.id))).toMatchObject({ status: 409, code: 'comment_deleted' });
  });

  it("responds identically for another author's comment and a missing one", async () => {
    const othersComment = server.comment('Ben’s');
    await server.send(ben, othersComment);
    for (const makeOp of [edit, remove]) {
      const other = await server.send(anna, makeOp(othersComment.id));
      const missing = await server.send(anna, makeOp(uuidv7()));
      expect({ ...other, op_id: '' }).toEqual({ ...missing, op_id: '' });
      expect(other).toMatchObject({ status: 404, code: 'not_found' });
      expect(other.row).toBeUndefined();
    }
    const takenResult = await server.send(anna, server.comment('same id', { id: othersComment.id }));
    expect(takenResult).toMatchObject({ status: 404, code: 'not_found' });
    expect((await server.comments()).find(({ id }) => id === othersComment.id)?.text).toBe('Ben’s');
  });

  it('lists comments newest first in pages, and finds them by part of their text', async () => {
    for (const text of ['alpha', 'beta', 'gamma']) {
      await server.send(anna, server.comment(text, { lesson: free }));
      server.pass(1000);
    }
    const url = `/api/navigator/comments/${free}/?page_size=2`;
    const first = await server.call<{ results: { text: string }[] }>(anna, 'GET', url);
    expect(first.body).toMatchObject({ count: 5, total_count: 5, current: 1, next: 2, previous: null });
    expect(first.body.results.map(({ text }) => text)).toEqual(['gamma', 'beta']);
    const found = await server.call(anna, 'GET', `${url}&search=lph`);
    expect(found.body).toMatchObject({ count: 1, total_count: 5, next: null, results: [{ text: 'alpha' }] });
    expect((await server.call(anna, 'GET', '/api/navigator/comments/?search=%25')).body).toMatchObject({ count: 0 });
  });
});
