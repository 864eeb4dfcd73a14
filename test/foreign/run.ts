import { log } from '../../src/lib/log.ts';
import { runDocumentedSchedule } from './schedule.ts';

/**
 * Runs schedules against the foreign API, those with odd seeds as a learner and those with even seeds as an employee,
 * and prints the outcome of the writes. Returns whether no write was lost, and none doubled without asking the user.
 * Stops at the first violation.
 */
export async function runDocumented(schedules: number, first: number, say: (line: string) => void): Promise<boolean> {
  const totals = { writes: 0, asked: 0, doubled_by_user: 0 };
  // The client's log lines about failed lists would hide the result.
  Object.assign(log, { warn: () => {} });
  for (let seed = first; seed < first + schedules; seed += 1) {
    const { writes, asked, doubled_by_user, lost, doubled } = await runDocumentedSchedule(
      seed,
      seed % 2 === 1 ? 'learner' : 'employee',
    );
    totals.writes += writes;
    totals.asked += asked;
    totals.doubled_by_user += doubled_by_user;
    if (lost.length + doubled.length > 0) {
      say(`seed ${seed}: lost ${lost.join(', ') || 'none'}, doubled without asking ${doubled.join(', ') || 'none'}`);
      return false;
    }
  }
  say(
    `schedules ${schedules} of seeds ${first} to ${first + schedules - 1} against an API with the documented calls alone`,
  );
  say(`writes ${totals.writes}: 0 lost, 0 doubled without asking`);
  say(`the user was asked about ${totals.asked}, and doubled ${totals.doubled_by_user} by sending them again`);
  return true;
}
