import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { flowFields } from '../../contract/entities/flow.ts';
import { LandingBlock } from '../../contract/entities/landing-block.ts';
import { blockProblems } from '../../contract/landing/problems.ts';
import { propsError } from '../../contract/landing/props.ts';
import { callerOf } from '../../server/caller.ts';
import { inTransaction } from '../../server/db/transaction.ts';
import { demoContentDir, seedDemo } from '../../server/demo/seed.ts';
import { readBlockPage, propsOf } from '../../server/features/flows/block-repository.ts';
import { allFlows } from '../../server/features/flows/flow-repository.ts';
import { findPublishedPage } from '../../server/features/flows/published.ts';
import { allStats } from '../../server/features/flows/stats-repository.ts';
import { openTestDatabase } from '../helpers/server.ts';

it('seeds two published flows with a month of figures, and an incomplete draft', async () => {
  const { db } = await openTestDatabase();
  const [scope, now] = [uuidv7(), new Date('2026-05-20T12:00:00.000Z')];
  const options = { scope, now, content_dir: demoContentDir(), hash: () => Promise.resolve('x') };
  await inTransaction(db, (tx) => seedDemo(tx, options));
  const users = await db.selectFrom('users').selectAll().where('scope', '=', scope).execute();
  const seen: string[] = [];
  await inTransaction(db, async (tx) => {
    for (const user of users.filter(({ email }) => email !== null)) {
      const received_at = now.toISOString();
      const context = { tx, caller: callerOf(user, received_at), received_at };
      const stats = await allStats(context);
      const blocks = await readBlockPage(context, null, 1000);
      for (const block of blocks) {
        expect(LandingBlock.safeParse(block).error?.issues ?? []).toEqual([]);
        expect(propsError(block.type, propsOf(block))).toBeNull();
      }
      for (const flow of await allFlows(context)) {
        expect(flowFields.unique_name.parse(flow.unique_name)).toBe(flow.unique_name);
        const draft = blocks.filter(({ flow_id }) => flow_id === flow.id);
        const isComplete = (list: LandingBlock[]) =>
          list.flatMap((block) => blockProblems(block)).every(({ level }) => level !== 'error');
        const { days, views } = stats.get(flow.id)!;
        const isAhead = flow.published !== null && draft.length > flow.published.length;
        seen.push(
          `${flow.state}${isAhead ? ', draft ahead' : ''}, ${days.length} days, ${views > 0 ? 'seen' : 'unseen'}`,
        );
        const found = await findPublishedPage(tx, scope, flow.unique_name!);
        if (flow.published) expect(isComplete(flow.published)).toBe(true);
        else expect(isComplete(draft)).toBe(false);
        expect(found?.state ?? null).toBe(flow.published ? 'published' : null);
      }
    }
  });
  expect(seen.toSorted()).toEqual([
    'draft, 0 days, unseen',
    'published, 30 days, seen',
    'published, draft ahead, 30 days, seen',
  ]);
});
