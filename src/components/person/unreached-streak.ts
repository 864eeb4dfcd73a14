import type { PhoneDb } from '../../db/schema/db.ts';
import { interactionsWithPerson } from '../../db/queries/interactions.ts';
import { savedPerson } from '../../db/queries/people.ts';

/** Number of unanswered calls in a row after which the app suggests closing the lead. */
export const UNREACHED_LIMIT = 3;

/** Returns the results of the calls with a person, latest first, from logged interactions and finished tasks. */
async function lastResults(db: PhoneDb, user_id: string): Promise<string[]> {
  const [logged, tasks] = await Promise.all([
    interactionsWithPerson(db, user_id, 2 * UNREACHED_LIMIT),
    db.tasks.where('linked_user_id').equals(user_id).toArray(),
  ]);
  const loggedTaskIds = new Set(logged.map(({ task_id }) => task_id));
  const calls = [
    ...logged.filter(({ kind }) => kind === 'call').map(({ at, result }) => ({ at, result: result as string })),
    ...tasks.flatMap(({ id, type, state, closed_at, result }) =>
      type === 'call' && state === 'completed' && closed_at && result && !loggedTaskIds.has(id)
        ? [{ at: closed_at, result }]
        : [],
    ),
  ];
  return calls.toSorted((a, b) => b.at.localeCompare(a.at)).map(({ result }) => result);
}

/** Whether an open lead has answered none of the last three calls. */
export async function isUnreachedStreak(db: PhoneDb, user_id: string | null): Promise<boolean> {
  if (user_id === null) return false;
  const person = await savedPerson(db, user_id);
  if (!person || (person.status !== 'processing' && person.status !== 'active')) return false;
  const last = (await lastResults(db, user_id)).slice(0, UNREACHED_LIMIT);
  return last.length === UNREACHED_LIMIT && last.every((result) => result === 'no_answer');
}
