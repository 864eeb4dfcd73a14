import { afterAll, expect, it } from 'vitest';
import { inScope } from '../../server/context.ts';
import { countComments } from '../../server/features/comments/counts.ts';
import { readCommentPage } from '../../server/features/comments/repository.ts';
import { openSyncServer } from '../helpers/sync-server.ts';
import { resizeWindowForTests } from '../helpers/window-size.ts';

const SIZE = 3;
resizeWindowForTests('comments', SIZE);

const server = await openSyncServer();
const { db, scope } = server.deps;
afterAll(() => server.close());

const anna = await server.person();
const olga = await server.consultant();
const category = await server.category();
const free = await server.lesson(category);
const paid = await server.lesson(category, { free: false });

/** Returns the number of comments that devices of each person mirror, and checks it against the comments themselves. */
async function readAndCheckCounts(): Promise<number[]> {
  const counts: number[] = [];
  for (const person of [anna, olga]) {
    const caller = await server.caller(person);
    await inScope(server.deps, scope, async ({ tx, received_at }) => {
      const context = { tx, caller, received_at };
      const count = await countComments(context);
      expect(count).toBe((await readCommentPage(context, null, 1_000)).length);
      counts.push(count);
    });
  }
  return counts;
}

const add = async (lesson: string | null): Promise<string> => {
  const op = server.comment('Well said', { lesson });
  expect(await server.send(olga, op)).toMatchObject({ status: 200 });
  return op.id;
};

it('counts the comments that devices mirror again after each change', async () => {
  expect(await readAndCheckCounts()).toEqual([0, 0]);
  const ids = [await add(free), await add(free), await add(null)];
  expect(await readAndCheckCounts()).toEqual([3, 3]);
  await add(paid);
  expect(await readAndCheckCounts()).toEqual([3, 4]);
  for (let index = 0; index < SIZE; index += 1) await add(free);
  expect(await readAndCheckCounts()).toEqual([4, 5]);
  const removal = { deleted_at: server.iso(), rev: await inScope(server.deps, scope, ({ nextRev }) => nextRev()) };
  await db.updateTable('comments').set(removal).where('scope', '=', scope).where('id', '=', ids[2]!).execute();
  expect(await readAndCheckCounts()).toEqual([3, 4]);
});

it('counts all discussions again after a restore from a backup, which has another epoch', async () => {
  const before = await readAndCheckCounts();
  await db.deleteFrom('comments').where('scope', '=', scope).execute();
  await db.updateTable('sync_counter').set({ epoch: 'restored' }).where('scope', '=', scope).execute();
  expect(await readAndCheckCounts()).toEqual(before.map(() => 0));
});

it('counts all discussions again when it reads from a replica that lags behind', async () => {
  await add(free);
  await readAndCheckCounts();
  await db.deleteFrom('comments').where('scope', '=', scope).execute();
  const { rev } = await db
    .selectFrom('sync_counter')
    .select('rev')
    .where('scope', '=', scope)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('sync_counter')
    .set({ rev: rev - 1 })
    .where('scope', '=', scope)
    .execute();
  expect(await readAndCheckCounts()).toEqual([0, 0]);
});
