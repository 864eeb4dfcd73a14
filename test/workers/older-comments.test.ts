import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMMUNITY } from '../../contract/values.ts';
import type { CommentsResult } from '../../src/bridge/results.ts';
import { OLDER_COMMENTS } from '../../workers/sync/older-comments.ts';
import { runAccountAction } from '../../workers/sync/registration.ts';
import { createRealPhone, type RealPhone } from '../helpers/e2e-devices.ts';
import { newId } from '../helpers/phone.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

let server: SyncServer;
beforeAll(async () => {
  server = await openSyncServer();
});
afterAll(() => server.close());

const fetchOlder = async (phone: RealPhone, thread: string, before: string): Promise<CommentsResult> =>
  (await runAccountAction(phone.ports, phone, 'fetchOlderComments', [thread, before])) as CommentsResult;

/** Adds comments to a thread. Returns their ids, oldest first. */
async function comment(author: Person, lesson: string | null, count: number): Promise<string[]> {
  const ops = Array.from({ length: count }, (_, index) => server.comment(`no ${index}`, { lesson }));
  await server.push(author, ops);
  return ops.map(({ id }) => id);
}

test('fetches the comments of a thread that are older than a given one, page by page', async () => {
  expect(OLDER_COMMENTS).toBe(50);
  const anna = await server.person();
  const phone = await createRealPhone(server, anna);
  const lesson = await server.lesson(await server.category());
  const onLesson = await comment(anna, lesson, 60);
  const inCommunity = await comment(anna, null, 3);
  const first = await fetchOlder(phone, lesson, onLesson[55]!);
  expect(first).toMatchObject({ ok: true, hasMore: true });
  const ids = (result: CommentsResult) => (result.ok ? result.comments.map(({ id }) => id) : []);
  expect(ids(first)).toEqual(onLesson.slice(5, 55).toReversed());
  const last = await fetchOlder(phone, lesson, onLesson[5]!);
  expect(last).toMatchObject({ ok: true, hasMore: false });
  expect(ids(last)).toEqual(onLesson.slice(0, 5).toReversed());
  expect(ids(await fetchOlder(phone, COMMUNITY, inCommunity[2]!))).toEqual(inCommunity.slice(0, 2).toReversed());
});

test('reports why older comments could not be fetched', async () => {
  const anna = await server.person();
  const phone = await createRealPhone(server, anna);
  expect(await fetchOlder(phone, newId(), newId())).toEqual({ ok: false, why: 'refused', code: 'not_found' });
  phone.offline = true;
  expect(await fetchOlder(phone, COMMUNITY, newId())).toMatchObject({ ok: false });
});
