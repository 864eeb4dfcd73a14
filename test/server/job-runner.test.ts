import { uuidv7 } from 'uuidv7';
import { afterAll, expect, it } from 'vitest';
import { addJob } from '../../server/jobs/queue.ts';
import { runDueJobs, type JobHandlers } from '../../server/jobs/runner.ts';
import { inTransaction } from '../../server/db/transaction.ts';
import { openTestServer } from '../helpers/server.ts';

const server = await openTestServer();
afterAll(() => server.close());

it('handles other events between two jobs, so that a chain of jobs does not delay requests', async () => {
  const { deps, scope } = server;
  const at = deps.clock().toISOString();
  const queue = async (from: number): Promise<void> =>
    inTransaction(deps.db, async (tx) => addJob(tx, { scope, at }, 'import_users', { id: uuidv7(), from }));
  const events: string[] = [];
  const handlers = {
    import_users: async ({ from }: { from: number }) => {
      events.push(`job ${from}`);
      setImmediate(() => events.push(`request ${from}`));
      if (from < 3) await queue(from + 1);
    },
  } as Partial<JobHandlers> as JobHandlers;
  await queue(1);
  expect(await runDueJobs(deps, handlers)).toBe(3);
  expect(events).toEqual(['job 1', 'request 1', 'job 2', 'request 2', 'job 3', 'request 3']);
});
