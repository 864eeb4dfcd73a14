import { describe, expect, test } from 'vitest';
import { saveMeta } from '../../src/db/schema/meta.ts';
import { openSyncClient } from '../../workers/sync/sync-client.ts';
import { makePhone, type SeenRequest } from '../helpers/fake-server.ts';
import { addComment, ANNA, commentRow, settlePromises } from '../helpers/phone.ts';

/** Creates a device with two tabs of the same person. */
async function open() {
  const { server, ports, phone } = await makePhone();
  const other = await openSyncClient(ports, ANNA);
  return { server, ports, tab: phone, other };
}

/** Returns a reply that arrives when the test releases it. */
function heldReply(answer: (seen: SeenRequest) => Response) {
  let release: () => void = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  return {
    release: () => release(),
    reply: async (seen: SeenRequest) => {
      const response = answer(seen);
      await gate;
      return response;
    },
  };
}

describe('two tabs', () => {
  test('two tabs run sync cycles one at a time', async () => {
    const { server, tab, other } = await open();
    await tab.store.write(addComment());
    const heldPush = heldReply((seen) => server.answer(seen));
    server.next('sync.push', heldPush.reply);
    const first = tab.runCycle();
    await settlePromises();
    expect(await other.runCycle()).toBe('busy');
    expect(server.calls('sync.push')).toHaveLength(1);
    heldPush.release();
    expect(await first).toBe('done');
    expect(await other.runCycle()).toBe('done');
    expect(server.results.size).toBe(1);
    expect(await tab.db.outbox.count()).toBe(0);
  });

  test('one tab keeps pulling although a frozen tab holds the lock', async () => {
    const { server, tab, other } = await open();
    server.next('sync.changes', () => new Promise(() => {}));
    void tab.runCycle();
    await settlePromises();
    const news = commentRow({ rev: 2 });
    server.rev = 2;
    server.rows.set('news', { c: 'comments', row: news });
    const outcomes = [];
    for (let round = 0; round < 8; round += 1) outcomes.push(await other.runCycle());
    expect(outcomes).toEqual(['busy', 'busy', 'busy', 'done', 'busy', 'busy', 'busy', 'done']);
    expect(await other.db.comments.get(news.id)).toEqual(news);
  });

  test("sends a frozen tab's writes after its lease expires, and ignores its late reply", async () => {
    const { server, ports, tab, other } = await open();
    const draft = addComment();
    await tab.store.write(draft);
    const frozen = heldReply((seen) => server.answer(seen));
    server.next('sync.push', frozen.reply);
    const frozenCycle = tab.runCycle();
    await settlePromises();
    for (let round = 0; round < 4; round += 1) await other.runCycle();
    expect(server.calls('sync.push')).toHaveLength(1);
    ports.clock.pass(60_000);
    for (let round = 0; round < 4; round += 1) await other.runCycle();
    expect(server.calls('sync.push')).toHaveLength(2);
    expect(await other.db.outbox.count()).toBe(0);
    frozen.release();
    await frozenCycle;
    expect(await other.db.outbox.count()).toBe(0);
    expect(await other.db.history.count()).toBe(1);
    expect(server.results.size).toBe(1);
    expect((await other.db.comments.get(draft.id))?.rev).toBe(2);
  });

  test('a tab takes over from a dead one immediately', async () => {
    const { server, tab, other, ports } = await open();
    await tab.store.write(addComment());
    server.next('sync.push', () => new Promise(() => {}));
    const locks = ports.locks;
    ports.locks = { request: (_name, _options, run) => run({}) };
    void tab.runCycle();
    await settlePromises();
    // The tab's lock is released, but its claim in the database remains.
    ports.locks = locks;
    expect((await other.db.outbox.toArray()).map((entry) => entry.state)).toEqual(['sending']);
    expect(await other.runCycle()).toBe('done');
    expect(await other.db.outbox.count()).toBe(0);
  });

  test('loses no rows when two tabs run the first sync at the same time', async () => {
    const { server, tab, other } = await open();
    await saveMeta(tab.db, 'cursors', {});
    for (const row of [commentRow(), commentRow()]) server.rows.set(row.id, { c: 'comments', row });
    const heldPush = heldReply((seen) => server.answer(seen));
    server.next('sync.snapshot', heldPush.reply);
    const first = tab.runCycle();
    await settlePromises();
    for (let round = 0; round < 4; round += 1) await other.runCycle();
    heldPush.release();
    expect(await first).toBe('done');
    expect(await tab.db.comments.count()).toBe(2);
    expect(await tab.db.me.count()).toBe(1);
    expect(await tab.db.snapshot_seen.count()).toBe(0);
  });
});
