import { uuidv7 } from 'uuidv7';
import type { Statistics } from '../../contract/api-calls/statistics.ts';
import { figureNames, type FigureName, type StatisticsPeriod } from '../../contract/statistics.ts';
import { recordUnrecordedChanges } from '../../server/features/statistics/record.ts';
import { openDonationServer } from './donations.ts';
import { askStatistics } from './statistics.ts';
import type { Person } from './sync-server.ts';

const MINUTE = 60_000;

/** Opens a server with a manager, her consultants Carl and Olga, and an admin, and helpers for tests of statistics. */
export async function openStatisticsWorld() {
  const world = await openDonationServer();
  const { server } = world;
  const figures = (by: Person, period: StatisticsPeriod = 'today') =>
    askStatistics<Statistics>(server.plain, by, period);
  return {
    ...world,
    figures,
    /** Returns the values of today's figures. */
    values: async (by: Person) => {
      const answer = await figures(by);
      return Object.fromEntries(figureNames.map((name) => [name, answer[name].value])) as Record<FigureName, number>;
    },
    /** Creates a task and completes it, with work that ended `ago` minutes ago. Returns the id. */
    finishTask: async (by: Person, minutes = 30, ago = 0): Promise<string> => {
      const task = server.task({});
      const worked = {
        ...{ slice_id: uuidv7(), from: server.iso(-(minutes + ago) * MINUTE), to: server.iso(-ago * MINUTE) },
      };
      const finishArgs = { at: server.iso(), result: 'held', result_note: '', worked };
      for (const op of [task, server.op({ kind: 'task.finish', id: task.id, args: finishArgs })]) {
        const { status, code } = await server.send(by, op);
        if (status !== 200) throw new Error(`${op.kind} answered ${status} ${String(code)}`);
      }
      return task.id;
    },
    /** Updates the rollup as the periodic job does. Returns the number of changed facts. */
    record: () => recordUnrecordedChanges(server.plain.deps),
  };
}
