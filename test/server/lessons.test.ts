import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_ROW_SLICES } from '../../contract/writes/lesson.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

let server: SyncServer;
let category: string;
let anna: Person;

beforeAll(async () => {
  server = await openSyncServer();
  category = await server.category();
});
afterAll(() => server.close());

const MINUTE = 60_000;

interface SliceOptions {
  ago?: number;
  minutes?: number;
  active_s?: number;
  scrolled?: number;
  slice_id?: string;
}

/** Returns an op with a slice of reading time that ended `ago` minutes ago. */
function reading(lesson_id: string, slice: SliceOptions = {}) {
  const { ago = 0, minutes = 5, active_s = minutes * 60, scrolled = 0, slice_id = uuidv7() } = slice;
  const args = {
    lesson_id,
    slice_id,
    from: server.iso(-(ago + minutes) * MINUTE),
    to: server.iso(-ago * MINUTE),
    active_s,
    scrolled,
  };
  return server.op({ kind: 'lesson.time', id: lesson_id, args });
}

describe('reading time', () => {
  it('counts a slice of reading time once, even under different idempotency keys', async () => {
    anna = await server.person();
    const lesson = await server.lesson(category);
    const slice_id = uuidv7();
    const first = await server.send(anna, reading(lesson, { slice_id }));
    expect(first).toMatchObject({
      status: 200,
      row: { id: lesson, state: 'started', slices: [{ id: slice_id, active_s: 300 }] },
    });
    expect(await server.send(anna, reading(lesson, { slice_id }))).toMatchObject({
      status: 200,
      rev: first.rev,
      row: first.row,
    });
  });

  it('never counts the same minute of reading twice', async () => {
    anna = await server.person();
    const [one, two] = [await server.lesson(category), await server.lesson(category)];
    await server.send(anna, reading(one, { ago: 5, minutes: 10 }));
    const second = await server.send(anna, reading(two, { ago: 0, minutes: 10 }));
    expect(second.row).toMatchObject({ slices: [{ active_s: 300 }] });
  });

  it('a lesson keeps its total reading time when older slices are dropped', async () => {
    anna = await server.person();
    const lesson = await server.lesson(category, { duration_min: 1000 });
    const slices = Array.from({ length: MAX_ROW_SLICES + 3 }, (_, index) =>
      reading(lesson, { ago: index, minutes: 1, active_s: 10 }),
    );
    await server.push(anna, slices.slice(0, 30));
    const { results } = await server.push(anna, slices.slice(30));
    const row = results.at(-1)?.row as { slices: { from: string }[]; older_s: number };
    expect(row.slices).toHaveLength(MAX_ROW_SLICES);
    expect(row.older_s).toBe(30);
    expect(row.slices.map(({ from }) => from).toSorted()).toEqual(row.slices.map(({ from }) => from));
  });

  it('rejects slices of reading time that are longer than the elapsed time or end before they start', async () => {
    anna = await server.person();
    const lesson = await server.lesson(category);
    expect(await server.send(anna, reading(lesson, { minutes: 1, active_s: 61 }))).toMatchObject({
      status: 422,
      code: 'slice_invalid',
    });
    expect(await server.send(anna, reading(lesson, { minutes: -1, active_s: 1 }))).toMatchObject({
      status: 422,
      code: 'slice_invalid',
    });
  });

  it('rejects more than a day of reading per day', async () => {
    anna = await server.person();
    const lesson = await server.lesson(category);
    const { db, scope } = server.deps;
    const from_at = server.iso().replace(/T.*/, 'T00:00:00.000Z');
    const fullReading = {
      scope,
      user_id: anna.id,
      id: uuidv7(),
      lesson_id: lesson,
      from_at,
      to_at: from_at,
      active_s: 86_400,
      received_at: server.iso(),
    };
    await db.insertInto('lesson_slices').values(fullReading).execute();
    expect(await server.send(anna, reading(lesson))).toMatchObject({ status: 422, code: 'day_is_full' });
  });

  it('completes a lesson permanently when the lesson has been read far and long enough', async () => {
    anna = await server.person();
    const lesson = await server.lesson(category, { duration_min: 10 });
    const short = await server.send(anna, reading(lesson, { ago: 10, minutes: 4, scrolled: 95 }));
    expect(short.row).toMatchObject({ state: 'started', done_at: null });
    const enoughReading = await server.send(anna, reading(lesson, { ago: 5, minutes: 1, scrolled: 10 }));
    expect(enoughReading.row).toMatchObject({ state: 'done', scrolled: 95, done_at: server.iso() });
    server.pass(MINUTE);
    const moreReading = await server.send(anna, reading(lesson, { minutes: 1 }));
    expect(moreReading.row).toMatchObject({ state: 'done', done_at: server.iso(-MINUTE) });
  });

  it('completes a lesson on request, and only once', async () => {
    anna = await server.person();
    const lesson = await server.lesson(category);
    const done = () => server.op({ kind: 'lesson.done', id: lesson, args: { lesson_id: lesson, at: server.iso() } });
    const first = await server.send(anna, done());
    expect(first).toMatchObject({ status: 200, row: { state: 'done', done_at: server.iso() } });
    expect(await server.send(anna, done())).toMatchObject({ status: 200, rev: first.rev });
  });

  it('a completed lesson that is reopened stays open until it is completed again', async () => {
    anna = await server.person();
    const lesson = await server.lesson(category, { duration_min: 10 });
    const args = { lesson_id: lesson, at: server.iso() };
    const send = (kind: 'lesson.done' | 'lesson.reopen') => server.send(anna, server.op({ kind, id: lesson, args }));
    await server.send(anna, reading(lesson, { ago: 10, minutes: 6, scrolled: 95 }));
    const reopenedLesson = await send('lesson.reopen');
    expect(reopenedLesson).toMatchObject({ status: 200, row: { state: 'started', scrolled: 0, done_at: null } });
    expect(await send('lesson.reopen')).toMatchObject({ status: 200, rev: reopenedLesson.rev });
    const moreReading = await server.send(anna, reading(lesson, { minutes: 1, scrolled: 89 }));
    expect(moreReading.row).toMatchObject({ state: 'started', scrolled: 89 });
    expect(await send('lesson.done')).toMatchObject({ row: { state: 'done', done_at: server.iso() } });
  });

  it('rejects reopening an inaccessible lesson, and reopens a lesson only for the user who asks', async () => {
    anna = await server.person();
    const ben = await server.person();
    const [paid, lesson] = [await server.lesson(category, { free: false }), await server.lesson(category)];
    const reopen = (id: string, lesson_id = id) =>
      server.op({ kind: 'lesson.reopen', id, args: { lesson_id, at: server.iso() } });
    const done = server.op({ kind: 'lesson.done', id: lesson, args: { lesson_id: lesson, at: server.iso() } });
    await server.send(ben, done);
    for (const id of [paid, uuidv7()]) expect(await server.send(anna, reopen(id))).toMatchObject({ status: 404 });
    expect(await server.send(anna, reopen(lesson))).toMatchObject({ row: { state: 'started', scrolled: 0 } });
    expect(await server.send(ben, reopen(uuidv7(), lesson))).toMatchObject({ status: 400 });
    expect(await server.send(ben, { ...done, op_id: uuidv7() })).toMatchObject({ row: { state: 'done' } });
  });

  it("rejects reading time for an inaccessible lesson and for another lesson's row", async () => {
    anna = await server.person();
    const paid = await server.lesson(category, { free: false });
    const other = await server.send(anna, reading(paid));
    const missing = await server.send(anna, reading(uuidv7()));
    expect({ ...other, op_id: '' }).toEqual({ ...missing, op_id: '' });
    expect(other.status).toBe(404);
    const lesson = await server.lesson(category);
    expect(await server.send(anna, { ...reading(lesson), id: uuidv7() })).toMatchObject({ status: 400 });
  });
});

describe('lessons', () => {
  it('lists lessons by category and search without their text, and serves one lesson with its text', async () => {
    const ownServer = await openSyncServer();
    const [ben, staff] = [await ownServer.person(), await ownServer.consultant()];
    const group = await ownServer.category();
    const open = await ownServer.lesson(group, { title: 'Asking well', position: 1 });
    await ownServer.lesson(group, { title: 'Paid lesson', position: 2, free: false });
    const list = await ownServer.call<{ results: object[] }>(ben, 'POST', '/api/navigator/lesson/list/', {
      category: group,
    });
    expect(list.body).toMatchObject({ count: 1, total_count: 1, results: [{ id: open }] });
    expect(list.body.results[0]).not.toHaveProperty('body');
    const found = await ownServer.call(staff, 'POST', '/api/navigator/lesson/list/', { search: 'paid' });
    expect(found.body).toMatchObject({ count: 1, total_count: 2, results: [{ title: 'Paid lesson' }] });
    const view = await ownServer.call(ben, 'GET', `/api/navigator/lesson/view/${open}/`);
    expect(view).toMatchObject({ status: 200, body: { id: open, body: '<p>Text</p>' }, headers: { etag: '"r0"' } });
    const time = await ownServer.call(ben, 'POST', `/api/navigator/lesson/view/${open}/`, { time: 30 });
    expect(time).toMatchObject({ status: 200, body: { id: open, slices: [{ active_s: 30, to: ownServer.iso() }] } });
    const dashboard = await ownServer.call(ben, 'GET', '/api/navigator/lessons/dashboard/');
    expect(dashboard.body).toMatchObject([{ lesson: { id: open }, progress: { state: 'started' } }]);
    await ownServer.close();
  });

  it('removes lessons that are no longer free from the device', async () => {
    anna = await server.person();
    const lesson = await server.lesson(category);
    const { rev } = await server.push(anna, [server.comment('any')]);
    const { db, scope } = server.deps;
    await db
      .updateTable('lessons')
      .set({ free: false, rev: rev + 1 })
      .where('scope', '=', scope)
      .where('id', '=', lesson)
      .execute();
    await db
      .updateTable('sync_counter')
      .set({ rev: rev + 1 })
      .where('scope', '=', scope)
      .execute();
    expect((await server.changes(anna, { p2: rev })).changes).toEqual([
      { c: 'lessons', op: 'gone', id: lesson, rev: rev + 1 },
    ]);
  });
});
