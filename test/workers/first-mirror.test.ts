import { describe, expect, test } from 'vitest';
import type { Comment } from '../../contract/entities/comment.ts';
import { savedSyncStatus } from '../../src/db/queries/status.ts';
import { saveMeta, savedMeta } from '../../src/db/schema/meta.ts';
import { iso } from '../../src/lib/ports.ts';
import { openSyncClient } from '../../workers/sync/sync-client.ts';
import { htmlResponse, jsonResponse, makePhone } from '../helpers/fake-server.ts';
import { addComment, ANNA, commentRow, START } from '../helpers/phone.ts';

const PAGE = 5;
const PAGES = 6;

type Answer = Response | Promise<Response>;

/** Creates a device that has all rows except comments, and a server that sends the comments in six pages. */
async function open() {
  const { server, ports, phone } = await makePhone();
  await saveMeta(phone.db, 'cursors', { p0: 1, p1: 1, p3: 1 });
  const rows = Array.from({ length: PAGE * PAGES }, (_, n) => commentRow({ rev: 5, text: `Comment ${n}` }));
  const requested: number[] = [];
  /** Responses that replace the next response for a page, by the number of the page. */
  const replacements = new Map<number, (page: string) => Answer>();
  const pageAt = (number: number): string => {
    const listed = rows
      .slice(number * PAGE, (number + 1) * PAGE)
      .map((row) => ({ c: 'comments', id: row.id, rev: row.rev, row }));
    const next = number + 1 < PAGES ? String(number + 1) : null;
    const cursor = next === null ? 1 : null;
    return JSON.stringify({
      rows: listed,
      acked: [],
      as_of: 1,
      next,
      cursor,
      total: rows.length,
      server_time: iso(START),
    });
  };
  const serve = (url: string): Answer => {
    const number = Number(new URL(url, 'http://x').searchParams.get('page') ?? 0);
    requested.push(number);
    const answer = replacements.get(number) ?? ((page: string) => jsonResponse(JSON.parse(page)));
    replacements.delete(number);
    return answer(pageAt(number));
  };
  for (let request = 0; request < 40; request += 1) server.next('sync.snapshot', ({ url }) => serve(url));
  const texts = async (): Promise<string[]> =>
    (await phone.db.comments.bulkGet(rows.map(({ id }) => id))).map((row) => row?.text ?? '');
  return { server, ports, phone, db: phone.db, rows, requested, replacements, texts };
}

const textsOf = (rows: readonly Comment[]): string[] => rows.map(({ text }) => text);
const pages = (...numbers: number[]): number[] => numbers;

describe('a first mirror of several pages', () => {
  test('the first sync requests each page once', async () => {
    const { phone, db, rows, requested, texts } = await open();
    expect(await phone.runCycle()).toBe('done');
    expect(requested).toEqual(pages(0, 1, 2, 3, 4, 5));
    expect(await texts()).toEqual(textsOf(rows));
    expect(await db.comments.count()).toBe(rows.length);
    expect(await savedMeta(db, 'snapshot')).toBeNull();
    expect((await savedMeta(db, 'cursors'))?.p2).toBe(1);
  });

  test('continues at the page whose response was cut off in the middle', async () => {
    const { phone, db, rows, requested, replacements, texts } = await open();
    replacements.set(3, (page) => new Response(page.slice(0, page.length / 2), { headers: jsonResponse({}).headers }));
    expect(await phone.runCycle()).toBe('failed');
    expect(await db.comments.count()).toBe(3 * PAGE);
    expect(await phone.runCycle()).toBe('done');
    expect(requested).toEqual(pages(0, 1, 2, 3, 3, 4, 5));
    expect(await texts()).toEqual(textsOf(rows));
  });

  test('continues at the page that did not fit on a full disk, and reports the full disk', async () => {
    const { phone, db, rows, requested, texts } = await open();
    let isFull = false;
    db.comments.hook('creating', (_, row) => {
      if (row.id === rows[3 * PAGE + 2]!.id && isFull)
        throw Object.assign(new Error('full'), { name: 'QuotaExceededError' });
    });
    isFull = true;
    phone.scheduler.schedule('start');
    await phone.scheduler.idle();
    expect(await db.comments.count()).toBe(3 * PAGE);
    expect((await savedSyncStatus(db)).gates.storage_full).toBe(true);
    isFull = false;
    expect(await phone.scheduler.syncNow()).toBe('done');
    expect(await texts()).toEqual(textsOf(rows));
    expect((await savedSyncStatus(db)).gates.storage_full).toBe(false);
    expect(requested.slice(0, 4)).toEqual(pages(0, 1, 2, 3));
    expect(new Set(requested)).toEqual(new Set(pages(0, 1, 2, 3, 4, 5)));
  });

  test('continues in a new tab at the page whose response a killed tab did not receive', async () => {
    const { phone, ports, rows, requested, replacements, texts } = await open();
    const locks = ports.locks;
    ports.locks = { request: (_name, _options, run) => run({}) };
    let isWaiting: () => void = () => {};
    const waiting = new Promise<void>((resolve) => {
      isWaiting = resolve;
    });
    replacements.set(4, () => {
      isWaiting();
      return new Promise(() => {});
    });
    void phone.runCycle();
    await waiting;
    ports.locks = locks;
    const next = await openSyncClient(ports, ANNA);
    expect(await next.runCycle()).toBe('done');
    expect(await texts()).toEqual(textsOf(rows));
    expect(requested.filter((number) => number < 3)).toEqual(pages(0, 1, 2));
  });

  test('shows each row once if two tabs mirror at the same time, and keeps a new write', async () => {
    const { phone, ports, db, rows, texts } = await open();
    ports.locks = { request: (_name, _options, run) => run({}) };
    const other = await openSyncClient(ports, ANNA);
    const draft = addComment('Written meanwhile');
    const [first, second] = [phone.runCycle(), other.runCycle()];
    await phone.store.write(draft);
    expect(await first).toBe('done');
    expect(await second).toBe('done');
    expect(await texts()).toEqual(textsOf(rows));
    expect((await db.comments.get(draft.id))?.text).toBe('Written meanwhile');
    expect(await db.comments.count()).toBe(rows.length + 1);
  });

  test('requests a page again if prefetching it has failed', async () => {
    const { phone, rows, requested, replacements, texts } = await open();
    replacements.set(1, () => htmlResponse(502));
    expect(await phone.runCycle()).toBe('failed');
    expect(await phone.runCycle()).toBe('done');
    expect(requested).toEqual(pages(0, 1, 1, 2, 3, 4, 5));
    expect(await texts()).toEqual(textsOf(rows));
  });
});
