import { Statistics, StatisticsByCountries, StatisticsByStaff } from '../../../contract/api-calls/statistics.ts';
import type { Task } from '../../../contract/entities/task.ts';
import { workedSeconds } from '../../../contract/states/task-time.ts';
import type { StatisticsPeriod } from '../../../contract/statistics.ts';
import { foldedStates } from '../../db/outbox/entry.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import { statisticsKeys, type StatisticsFilter } from '../../lib/cached-pages.ts';
import { iso } from '../../lib/ports.ts';

/** The statistics of a period as last fetched. */
export interface SavedStatistics {
  figures: Statistics;
  countries: StatisticsByCountries['rows'];
  staff: StatisticsByStaff['rows'];
  at: string;
}

/** Returns the statistics of a period and filter as last fetched; null if they were never fetched. */
export async function savedStatistics(
  db: PhoneDb,
  period: StatisticsPeriod,
  filter: StatisticsFilter = {},
): Promise<SavedStatistics | null> {
  const page = await db.pages.get(statisticsKeys.period(period, filter));
  const [figures, countries, staff] = page?.rows ?? [];
  const parsed = {
    figures: Statistics.safeParse(figures),
    countries: StatisticsByCountries.safeParse(countries),
    staff: StatisticsByStaff.safeParse(staff),
  };
  if (!page || !parsed.figures.success || !parsed.countries.success || !parsed.staff.success) return null;
  return {
    figures: parsed.figures.data,
    countries: parsed.countries.data.rows,
    staff: parsed.staff.data.rows,
    at: page.fetched_at,
  };
}

/** Work on this device that is not sent yet and is therefore missing from the server's figures. */
export interface UnsentWork {
  completed_tasks: number;
  /** Worked time in seconds. */
  time_spent: number;
  new_registrations: number;
}

/** Returns the seconds worked on a task since `from`, without a time slice that is still running. */
const workedSince = (task: Pick<Task, 'slices'> | undefined, from: string): number =>
  workedSeconds(
    (task?.slices ?? [])
      .filter(({ to }) => to !== null && to > from)
      .map((slice) => ({ ...slice, from: slice.from > from ? slice.from : from })),
    from,
  );

/** Returns the user's unsent work since `from`. Refused writes do not count. */
export async function unsentWork(db: PhoneDb, from: number): Promise<UnsentWork> {
  const since = iso(from);
  const entries = (await db.outbox.toArray()).filter(({ state }) => foldedStates.includes(state));
  const ids = [...new Set(entries.filter(({ entity }) => entity === 'tasks').map(({ entity_id }) => entity_id))];
  const [tasks, copies] = await Promise.all([
    db.tasks.bulkGet(ids),
    db.base.bulkGet(ids.map((id) => ['tasks', id] as ['tasks', string])),
  ]);
  const times = tasks.map((task, index) => {
    const copy = (copies[index]?.row ?? undefined) as Task | undefined;
    return Math.max(0, workedSince(task, since) - workedSince(copy, since));
  });
  const finished = entries.filter(({ kind, at_client }) => kind === 'task.finish' && at_client >= from);
  const created = entries.filter(({ kind, at_client }) => kind === 'lead.create' && at_client >= from);
  return {
    completed_tasks: new Set(finished.map(({ entity_id }) => entity_id)).size,
    time_spent: times.reduce((sum, time) => sum + time, 0),
    new_registrations: created.length,
  };
}
