import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { afterAll, describe, expect, it } from 'vitest';
import { RowDigest } from '../../contract/digest.ts';
import type { Comment } from '../../contract/entities/comment.ts';
import { stores } from '../../contract/entities/stores.ts';
import type { DigestReply } from '../../contract/sync.ts';
import { COMMUNITY } from '../../contract/values.ts';
import { inScope } from '../../server/context.ts';
import { changedIds, mirroredIds } from '../../server/features/comments/window.ts';
import { MirrorDevice } from '../helpers/mirror-device.ts';
import { seededRandom } from '../helpers/phone.ts';
import { syncStamps } from '../helpers/stamps.ts';
import { openSyncServer, type Person } from '../helpers/sync-server.ts';
import { resizeWindowForTests } from '../helpers/window-size.ts';

const SIZE = 3;
const released = { ...stores.comments.window };
resizeWindowForTests('comments', SIZE);

const server = await openSyncServer();
const { db, scope } = server.deps;
const anna = await server.person();
const category = await server.category();
const free = await server.lesson(category);
const paid = await server.lesson(category, { free: false });
afterAll(() => server.close());

/** Adds comments to a thread in one transaction, one millisecond apart. Returns their ids, oldest first. */
async function addComments(thread: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => uuidv7());
  await inScope(server.deps, scope, async ({ tx, nextRev }) => {
    const rev = await nextRev();
    const rows = ids.map((id) => {
      server.pass(1);
      const plain = { parent_id: null, text: 'text', claimed_at: server.iso(), edited_at: null, removed_at: null };
      const lesson_id = thread === COMMUNITY ? null : thread;
      return { scope, id, thread, lesson_id, author_id: anna.id, ...plain, ...syncStamps(server.iso(), rev) };
    });
    await tx.insertInto('comments').values(rows).execute();
  });
  return ids;
}

const change = (id: string, fields: { text?: string; deleted_at?: string }): Promise<void> =>
  inScope(server.deps, scope, async ({ tx, nextRev }) => {
    const rev = await nextRev();
    await tx
      .updateTable('comments')
      .set({ ...fields, rev })
      .where('scope', '=', scope)
      .where('id', '=', id)
      .execute();
  });
const edit = (id: string) => change(id, { text: `text ${uuidv7()}` });
const remove = (id: string) => change(id, { deleted_at: server.iso() });

/** Gives a member the access of a subscriber as a payment does, or takes it away as the end of the paid time does. */
const setSubscribed = ({ id }: Person, subscribed_until: string | null): Promise<void> =>
  inScope(server.deps, scope, async ({ tx, nextRev }) => {
    const rev = await nextRev();
    const fields = { subscribed_until, entitled_rev: rev, rev };
    await tx.updateTable('users').set(fields).where('scope', '=', scope).where('id', '=', id).execute();
  });

const newestFirst = (a: Pick<Comment, 'created_at' | 'id'>, b: Pick<Comment, 'created_at' | 'id'>) =>
  a.created_at === b.created_at ? (a.id < b.id ? 1 : -1) : a.created_at < b.created_at ? 1 : -1;

/** Returns the ids of the comments of a thread on the server, newest first. */
const storedIds = async (thread: string): Promise<string[]> =>
  (await server.comments())
    .filter((row) => row.thread === thread && row.deleted_at === null)
    .toSorted(newestFirst)
    .map(({ id }) => id);

const idsOnDevice = async (device: MirrorDevice, thread: string): Promise<string[]> =>
  (await device.db.comments.where('[thread+created_at]').between([thread, ''], [thread, '\uffff']).toArray())
    .toSorted(newestFirst)
    .map(({ id }) => id);

/** Checks that a device has the newest comments of each of the threads, and no others. */
async function expectWindows(device: MirrorDevice, threads: readonly string[]): Promise<void> {
  for (const thread of threads)
    expect(await idsOnDevice(device, thread)).toEqual((await storedIds(thread)).slice(0, SIZE));
  const commentsOfOtherThreads = await device.db.comments.filter((row) => !threads.includes(row.thread)).count();
  const digest = new RowDigest();
  await device.db.comments.each(({ id, rev }) => digest.add(id, rev));
  const reply = await server.call<DigestReply>(device.owner, 'GET', '/api/sync/digest?group=p2');
  expect({ commentsOfOtherThreads, count: digest.count, hash: digest.hash }).toEqual({
    commentsOfOtherThreads: 0,
    ...reply.body.entities['comments'],
  });
}

async function deleteAllComments(): Promise<void> {
  const rev = await inScope(server.deps, scope, ({ nextRev }) => nextRev());
  const deletion = { deleted_at: server.iso(), rev };
  await db.updateTable('comments').set(deletion).where('scope', '=', scope).where('deleted_at', 'is', null).execute();
}

async function openDevice(owner = anna): Promise<MirrorDevice> {
  const device = new MirrorDevice(server, owner, 'p2');
  await device.pull();
  return device;
}

describe('the windows of comments', () => {
  it('sends devices the newest 500 comments of each thread', () => {
    expect(released).toEqual({ size: 500, order: 'created_at', direction: 'desc', group_by: 'thread' });
  });

  it('mirrors the newest comments of each thread, and drops those that newer ones push out', async () => {
    await deleteAllComments();
    const [first, second] = [await addComments(free, 5), await addComments(COMMUNITY, 2)];
    const device = await openDevice();
    expect(await idsOnDevice(device, free)).toEqual(first.slice(2).toReversed());
    expect(await idsOnDevice(device, COMMUNITY)).toEqual(second.toReversed());
    const [newer] = await addComments(free, 1);
    await device.pull();
    expect(await idsOnDevice(device, free)).toEqual([newer, first[4], first[3]]);
    expect(await device.db.base.count()).toBe(0);
    await expectWindows(device, [free, COMMUNITY]);
  });

  it("sends a comment that enters the window of its thread even if the device's cursor is newer", async () => {
    await deleteAllComments();
    const ids = await addComments(free, 6);
    const others = await addComments(COMMUNITY, 6);
    const device = await openDevice();
    await remove(ids[5]!);
    await remove(ids[4]!);
    const { changes } = await server.changes(anna, { p2: (await device.cursor())! });
    expect(changes.map(({ op, id }) => `${op} ${id}`).toSorted()).toEqual(
      [`del ${ids[5]!}`, `del ${ids[4]!}`, `put ${ids[2]!}`, `put ${ids[1]!}`].toSorted(),
    );
    await device.pull(1);
    expect(await idsOnDevice(device, free)).toEqual([ids[3], ids[2], ids[1]]);
    expect(await idsOnDevice(device, COMMUNITY)).toEqual(others.slice(3).toReversed());
    await expectWindows(device, [free, COMMUNITY]);
  });

  it('sends no comment that is older than the window of its thread, and no changes of such a comment', async () => {
    await deleteAllComments();
    const ids = await addComments(free, 6);
    const device = await openDevice();
    const p2 = (await device.cursor())!;
    await edit(ids[0]!);
    expect((await server.changes(anna, { p2 })).changes).toEqual([]);
    await addComments(free, 40);
    expect((await server.changes(anna, { p2 })).changes).toHaveLength(SIZE);
  });

  it('keeps an older comment while an unsent edit of it waits, and drops it when the edit was accepted', async () => {
    await deleteAllComments();
    const ids = await addComments(free, 3);
    const device = await openDevice();
    const row = (await device.db.comments.get(ids[0]!))!;
    await device.db.base.put({ entity: 'comments', id: row.id, row });
    await addComments(free, 3);
    await device.pull();
    expect(await idsOnDevice(device, free)).toContain(row.id);
    await device.db.base.clear();
    await device.pull();
    await expectWindows(device, [free]);
  });

  it('sends the windows of paid lessons to a new subscriber, and removes them when the subscription ends', async () => {
    await deleteAllComments();
    const member = await server.person();
    await addComments(paid, 5);
    const device = await openDevice(member);
    await expectWindows(device, [free, COMMUNITY]);
    await setSubscribed(member, server.iso(86_400_000));
    await device.pull(2);
    expect(await idsOnDevice(device, paid)).toHaveLength(SIZE);
    await expectWindows(device, [free, paid, COMMUNITY]);
    await addComments(paid, 4);
    await setSubscribed(member, null);
    await device.pull(2);
    expect(await idsOnDevice(device, paid)).toEqual([]);
    await expectWindows(device, [free, COMMUNITY]);
  });

  it.each(Array.from({ length: 4 }, (_, index) => index + 1))(
    'gives each device the newest comments of each thread in the random history %i',
    async (seed) => {
      await deleteAllComments();
      const random = seededRandom(seed);
      const below = (count: number) => Math.floor(random() * count);
      const pick = <T>(items: readonly T[]): T => items[below(items.length)]!;
      const reader = await server.person({ subscribed_until: server.iso(86_400_000 * 365) });
      const threads = [free, paid, COMMUNITY];
      const newDevice = () => new MirrorDevice(server, reader, 'p2');
      const devices = [newDevice(), newDevice()];
      const anyId = async () => (await storedIds(pick(threads)))[below(2 * SIZE)];
      const steps = {
        arrive: () => addComments(pick(threads), 1 + below(3)),
        many: () => addComments(pick(threads), 2 * SIZE),
        edit: async () => {
          const id = await anyId();
          if (id) await edit(id);
        },
        remove: async () => {
          const id = await anyId();
          if (id) await remove(id);
        },
        page: () => pick(devices).page(1 + below(4)),
        pull: async () => {
          const device = pick(devices);
          await device.pull(1 + below(8));
          await expectWindows(device, threads);
        },
        replace: async () => void (devices[below(devices.length)] = newDevice()),
      };
      const often = ['arrive', 'arrive', 'edit', 'remove', 'remove', 'remove', 'page', 'page', 'page', 'pull'] as const;
      const all = [...often, 'many', 'replace'] as const;
      for (let step = 0; step < 40; step += 1) await steps[pick(all)]();
      for (const device of devices) {
        await device.pull(3);
        await expectWindows(device, threads);
      }
    },
    60_000,
  );
});

describe('older comments', () => {
  const list = async (path: string) =>
    (await server.call<{ results: Comment[]; next: number | null }>(anna, 'GET', path)).body;

  it('lists the comments of a lesson that are older than a given one, newest first', async () => {
    await deleteAllComments();
    const ids = await addComments(free, 6);
    await addComments(COMMUNITY, 2);
    const page = await list(`/api/navigator/comments/${free}/?page_size=2&before=${ids[3]!}`);
    expect(page.results.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    expect(page.next).toBe(2);
    const last = await list(`/api/navigator/comments/${free}/?page_size=2&before=${ids[1]!}`);
    expect(last.results.map(({ id }) => id)).toEqual([ids[0]]);
    expect(last.next).toBeNull();
  });

  it('lists the older comments of the community discussion, and no comments on lessons', async () => {
    await deleteAllComments();
    const ids = await addComments(COMMUNITY, 3);
    await addComments(free, 2);
    const page = await list(`/api/navigator/comments/?thread=community&before=${ids[2]!}`);
    expect(page.results.map(({ id }) => id)).toEqual([ids[1], ids[0]]);
  });

  it('lists no comments if the comment from which the list should start does not exist', async () => {
    await deleteAllComments();
    await addComments(free, 2);
    expect((await list(`/api/navigator/comments/${free}/?before=${uuidv7()}`)).results).toEqual([]);
  });
});

interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: PlanNode[];
}

describe('the queries for the windows of comments', () => {
  const scansOf = (node: PlanNode): PlanNode[] => [
    ...(node['Index Name'] === 'comments_newest_of_thread' ? [node] : []),
    ...(node.Plans ?? []).flatMap(scansOf),
  ];

  it.each(['snapshot', 'changes'] as const)(
    'a %s reads no more comments of a thread than its window has, and these from the index alone',
    async (kind) => {
      await deleteAllComments();
      await addComments(free, 300);
      await addComments(COMMUNITY, 300);
      const caller = await server.caller(anna);
      const { rows } = await db.transaction().execute(async (tx) => {
        const context = { tx, caller, received_at: server.iso() };
        const conditions = { isReported: sql<boolean>`true`, isAlwaysReported: sql<boolean>`false` };
        const span = { after: 0, upTo: 1e9, changedRev: sql<number>`c.rev`, ...conditions, limit: 100 };
        const query = kind === 'snapshot' ? sql`(${mirroredIds(context)})` : changedIds(context, span);
        // Turn off the plans that read and sort the whole table, which would be cheapest for a table this small.
        for (const method of ['sort', 'seqscan', 'bitmapscan'])
          await sql.raw(`set local enable_${method} = off`).execute(tx);
        return sql<{
          'QUERY PLAN': [{ Plan: PlanNode }];
        }>`explain (analyze, format json) select * from ${query} q`.execute(tx);
      });
      const scans = scansOf(rows[0]!['QUERY PLAN'][0].Plan).filter((node) => node['Actual Loops'] > 0);
      expect(scans.length).toBeGreaterThan(0);
      expect(scans.map((node) => node['Node Type'])).toEqual(scans.map(() => 'Index Only Scan'));
      for (const node of scans) expect(node['Actual Rows']).toBeLessThanOrEqual(SIZE);
    },
  );
});
