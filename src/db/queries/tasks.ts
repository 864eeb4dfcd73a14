import type { TaskState } from '../../../contract/values.ts';
import type { PhoneDb } from '../schema/db.ts';

const openStates: readonly TaskState[] = ['in_progress', 'paused', 'planned'];

/** Returns the number of open tasks that start before `until` (ISO), counting at most `limit`. */
export async function countTasksBefore(db: PhoneDb, until: string, limit: number): Promise<number> {
  const counts = openStates.map((state) =>
    db.tasks.where('[state+start_at]').between([state, ''], [state, until], true, false).limit(limit).count(),
  );
  const sum = (await Promise.all(counts)).reduce((all, count) => all + count, 0);
  return Math.min(sum, limit);
}
