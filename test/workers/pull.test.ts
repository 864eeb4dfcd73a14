import { describe, expect, test } from 'vitest';
import { SnapshotQuery, type PushOp } from '../../contract/sync.ts';
import { savedMeta, saveMeta } from '../../src/db/schema/meta.ts';
import { savedSyncStatus } from '../../src/db/queries/status.ts';
import { contactRow, editContact } from '../helpers/contact-makers.ts';
import { htmlResponse, jsonResponse, makePhone, refusalResponse } from '../helpers/fake-server.ts';
import { addComment, commentRow, START, taskRow } from '../helpers/phone.ts';
import { iso } from '../../src/lib/ports.ts';
import { nextPageRows } from '../../workers/sync/pull.ts';

async function open(isMirrored = true) {
  const setup = await makePhone();
  const { db } = setup.phone;
  if (!isMirrored) await saveMeta(db, 'cursors', {});
  const add = (name: string, row: { id: string; rev: number }, c: 'comments' | 'tasks') => {
    setup.server.rev += 1;
    setup.server.rows.set(name, { c, row: { ...row, rev: setup.server.rev } });
  };
  const snapshots = () =>
    setup.server.calls('sync.snapshot').map(({ url }) => new URL(url, 'http://x').searchParams.get('group'));
  return { ...setup, db, add, snapshots };
}

describe('first sync', () => {
  test('the first sync fetches every group, own work first, and stores the rows', async () => {
    const { phone, db, add, snapshots } = await open(false);
    add('task', taskRow(), 'tasks');
    add('comment', commentRow(), 'comments');
    expect(await phone.runCycle()).toBe('done');
    expect(snapshots()).toEqual(['p0', 'p1', 'p2', 'p3']);
    expect(await db.tasks.count()).toBe(1);
    expect(await db.comments.count()).toBe(1);
    expect(await savedSyncStatus(db)).toMatchObject({ first_fetch: null, last_fetched_at: iso(START) });
  });

  test('the first sync resumes at the interrupted group and reports progress', async () => {
    const { server, phone, db, add, snapshots } = await open(false);
    add('task', taskRow(), 'tasks');
    for (const name of ['one', 'two', 'three']) add(name, commentRow(), 'comments');
    server.next('sync.snapshot', (seen) => server.answer(seen));
    server.next('sync.snapshot', () => htmlResponse(502));
    expect(await phone.runCycle()).toBe('failed');
    expect(await db.tasks.count()).toBe(1);
    expect((await savedSyncStatus(db)).first_fetch).toEqual({ done: 2, total: 5 });
    expect(await phone.runCycle()).toBe('done');
    expect(snapshots()).toEqual(['p0', 'p1', 'p1', 'p2', 'p3']);
    expect(await savedMeta(db, 'mirrored_rows')).toBeUndefined();
  });

  const commentsPage = (count: number, next: string | null) => {
    const rows = Array.from({ length: count }, () => commentRow()).map((row) => ({
      c: 'comments',
      id: row.id,
      rev: row.rev,
      row,
    }));
    const cursor = next === null ? 0 : null;
    return jsonResponse({ rows, acked: [], as_of: 0, next, cursor, total: 4, server_time: iso(START) });
  };

  test('requests the next page of the first sync before it has stored the previous page', async () => {
    const { server, phone, db } = await open(false);
    await saveMeta(db, 'cursors', { p0: 1, p1: 1, p3: 1 });
    const storedRows: number[] = [];
    for (const next of ['b', 'c', null])
      server.next('sync.snapshot', async () => {
        storedRows.push(await db.comments.count());
        return commentsPage(next === null ? 0 : 2, next);
      });
    expect(await phone.runCycle()).toBe('done');
    expect(storedRows).toEqual([0, 0, 2]);
    expect(await db.comments.count()).toBe(4);
  });

  test('requests larger pages as long as pages are fetched and stored quickly', async () => {
    const { server, ports, phone, db } = await open(false);
    await saveMeta(db, 'cursors', { p0: 1, p1: 1, p3: 1 });
    // The time that the server takes for a page passes while the phone stores the page before.
    const pages = [
      { ms: 0, next: 'b' },
      { ms: 399, next: 'c' },
      { ms: 1_001, next: 'd' },
      { ms: 0, next: 'e' },
      { ms: 0, next: null },
    ];
    for (const { ms, next } of pages)
      server.next('sync.snapshot', () => {
        ports.clock.pass(ms);
        return commentsPage(2, next);
      });
    expect(await phone.runCycle()).toBe('done');
    const limits = server.calls('sync.snapshot').map(({ url }) => new URL(url, 'http://x').searchParams.get('limit'));
    expect(limits).toEqual(['500', '500', '1000', '500', '1000']);
  });

  test.each([
    [500, 399, 1_000],
    [500, 400, 500],
    [1_000, 1_000, 1_000],
    [1_000, 1_001, 500],
    [500, 60_000, 500],
    [1_000, 0, 2_000],
    [2_000, 0, 2_000],
  ])('requests after a page of up to %i rows that took %i ms one of up to %i', (rows, ms, next) => {
    expect(nextPageRows(rows, ms)).toBe(next);
    expect(SnapshotQuery.safeParse({ group: 'p1', limit: next }).success).toBe(true);
  });

  test('requests small pages again when the server refuses a page', async () => {
    const { server, phone, db } = await open(false);
    await saveMeta(db, 'cursors', { p0: 1, p1: 1, p3: 1 });
    for (const next of ['b', 'c']) server.next('sync.snapshot', () => commentsPage(2, next));
    server.next('sync.snapshot', () => refusalResponse(400, 'invalid'));
    expect(await phone.runCycle()).toBe('failed');
    server.next('sync.snapshot', () => commentsPage(2, null));
    expect(await phone.runCycle()).toBe('done');
    const asked = server.calls('sync.snapshot').map(({ url }) => new URL(url, 'http://x').searchParams);
    expect(asked.map((query) => [query.get('page'), query.get('limit')])).toEqual([
      [null, '500'],
      ['b', '500'],
      ['c', '1000'],
      [null, '500'],
    ]);
  });

  test('does not request a page of the first sync again when a new write interrupts it', async () => {
    const { server, phone, db } = await open(false);
    const { scheduler, store } = phone;
    await saveMeta(db, 'cursors', { p0: 1, p1: 1, p3: 1 });
    server.next('sync.snapshot', async () => {
      await store.write(addComment());
      scheduler.schedule('written');
      return commentsPage(2, 'b');
    });
    server.next('sync.snapshot', () => commentsPage(2, null));
    scheduler.schedule('start');
    await scheduler.idle();
    const order = server.seen.map(({ name }) => name).filter((name) => name !== 'sync.changes');
    expect(order).toEqual(['sync.snapshot', 'sync.snapshot', 'sync.push']);
    expect(await db.comments.count()).toBe(5);
  });

  test('requests a page again if another tab has stored it in the meantime', async () => {
    const { server, phone, db } = await open(false);
    await saveMeta(db, 'cursors', { p0: 1, p1: 1, p3: 1 });
    server.next('sync.snapshot', () => commentsPage(2, 'b'));
    server.next('sync.snapshot', async () => {
      await saveMeta(db, 'snapshot', { group: 'p2', next: 'c', as_of: 9, done: 4, total: 6 });
      return commentsPage(2, 'c');
    });
    server.next('sync.snapshot', () => commentsPage(1, null));
    expect(await phone.runCycle()).toBe('done');
    const tokens = server.calls('sync.snapshot').map(({ url }) => new URL(url, 'http://x').searchParams.get('page'));
    expect(tokens).toEqual([null, 'b', 'c']);
  });

  test('sends a write between two pages of the first sync', async () => {
    const { server, phone, snapshots } = await open(false);
    const { scheduler, store } = phone;
    server.next('sync.snapshot', async (seen) => {
      await store.write(addComment());
      scheduler.schedule('written');
      return server.answer(seen);
    });
    scheduler.schedule('start');
    await scheduler.idle();
    const order = server.seen.map(({ name }) => name).filter((name) => name !== 'sync.changes');
    expect(order).toEqual(['sync.snapshot', 'sync.push', 'sync.snapshot', 'sync.snapshot', 'sync.snapshot']);
    expect(snapshots()).toEqual(['p0', 'p1', 'p2', 'p3']);
  });

  test('fetches a sync group from the start when the server no longer accepts the page token', async () => {
    const { server, phone, db } = await open(false);
    await saveMeta(db, 'snapshot', { group: 'p0', next: 'of-another-server', as_of: 3, done: 5, total: 9 });
    server.next('sync.snapshot', () => refusalResponse(400, 'invalid'));
    expect(await phone.runCycle()).toBe('failed');
    expect(await savedMeta(db, 'snapshot')).toBeNull();
    expect(await phone.runCycle()).toBe('done');
  });
});

describe('pulling changes', () => {
  test('sends a write between two pages of changes', async () => {
    const { server, phone } = await open();
    const { scheduler, store } = phone;
    server.next('sync.changes', async () => {
      await store.write(addComment());
      scheduler.schedule('written');
      return jsonResponse({ changes: [], acked: [], cursors: {}, has_more: true, server_time: iso(START) });
    });
    scheduler.schedule('start');
    await scheduler.idle();
    const order = server.seen.map(({ name }) => name);
    expect(order.slice(0, 3)).toEqual(['sync.changes', 'sync.push', 'sync.changes']);
  });

  const accessLossReply = (id: string) =>
    jsonResponse({
      changes: [{ c: 'contacts', op: 'gone', id, rev: 2, reason: 'access' }],
      acked: [],
      cursors: { p1: 2 },
      has_more: false,
      server_time: iso(START),
    });

  test('offers unsent work on a lost record to its new owner in the same sync cycle', async () => {
    const { server, phone, db } = await open();
    const contact = contactRow();
    await db.contacts.put(contact);
    server.next('sync.changes', async () => {
      await phone.store.write(editContact(contact.id, { notes: 'unsent' }));
      return accessLossReply(contact.id);
    });
    expect(await phone.runCycle()).toBe('done');
    const kinds = server.calls('sync.push').flatMap(({ body }) => (JSON.parse(body) as { ops: PushOp[] }).ops);
    expect(kinds.map(({ kind }) => kind)).toEqual(['handover.offer']);
    expect(await db.outbox.count()).toBe(0);
  });

  test('sends no further request when access to a record without unsent work is lost', async () => {
    const { server, phone, db } = await open();
    const contact = contactRow();
    await db.contacts.put(contact);
    server.next('sync.changes', () => accessLossReply(contact.id));
    expect(await phone.runCycle()).toBe('done');
    expect(await db.contacts.count()).toBe(0);
    expect(server.calls('sync.changes')).toHaveLength(1);
  });

  test('pulls until there are no more pages', async () => {
    const { server, phone, db } = await open();
    const [one, two] = [commentRow({ rev: 2 }), commentRow({ rev: 3 })];
    const page = (row: typeof one, has_more: boolean) =>
      jsonResponse({
        changes: [{ c: 'comments', op: 'put', id: row.id, rev: row.rev, row }],
        acked: [],
        cursors: { p2: row.rev },
        has_more,
        server_time: iso(START),
      });
    server.next('sync.changes', () => page(one, true));
    server.next('sync.changes', () => page(two, false));
    expect(await phone.runCycle()).toBe('done');
    expect(await db.comments.count()).toBe(2);
    expect(server.calls('sync.changes')[1]?.url).toContain('p2=2');
  });

  test("pulls after sending, so that the changes contain this device's writes", async () => {
    const { server, phone } = await open();
    await phone.store.write(addComment());
    await phone.runCycle();
    expect(server.seen.map((seen) => seen.name)).toEqual(['sync.push', 'sync.changes']);
  });

  test('still pulls when the server fails to accept writes, but counts the sync cycle as failed', async () => {
    const { server, phone, db, add } = await open();
    add('comment', commentRow(), 'comments');
    await phone.store.write(addComment());
    server.every('sync.push', () => refusalResponse(500, 'internal'));
    expect(await phone.runCycle()).toBe('failed');
    expect(await db.comments.count()).toBe(2);
    expect(await db.outbox.count()).toBe(1);
  });

  test.each([
    ['a response of the wrong shape', () => jsonResponse({ changes: 'none' })],
    ["a captive portal's page", () => htmlResponse(200)],
    ['a refusal', () => refusalResponse(500, 'internal')],
  ])('does not advance the cursor after %s', async (_, answer) => {
    const { server, phone, db } = await open();
    const before = await savedMeta(db, 'cursors');
    server.next('sync.changes', answer);
    expect(await phone.runCycle()).toBe('failed');
    expect(await savedMeta(db, 'cursors')).toEqual(before);
  });

  test('fetches a new snapshot for an expired cursor at most every 10 minutes, and keeps unsent work', async () => {
    const { server, ports, phone, db, snapshots } = await open();
    const draft = addComment();
    await phone.store.write(draft);
    server.every('sync.push', () => refusalResponse(500, 'internal'));
    await db.comments.put(commentRow());
    server.next('sync.changes', () => refusalResponse(410, 'cursor_expired'));
    expect(await phone.runCycle()).toBe('failed');
    expect(snapshots()).toHaveLength(4);
    expect((await db.comments.toArray()).map((row) => row.id)).toEqual([draft.id]);
    server.heal();
    server.every('sync.changes', () => refusalResponse(410, 'cursor_expired'));
    expect(await phone.runCycle()).toBe('failed');
    expect(snapshots()).toHaveLength(4);
    server.heal();
    ports.clock.pass(600_000);
    server.next('sync.changes', () => refusalResponse(410, 'cursor_expired'));
    expect(await phone.runCycle()).toBe('done');
    expect(snapshots()).toHaveLength(8);
  });
});
