import type { Task } from '../../../contract/entities/task.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import { countOutbox, savedSyncStatus } from '../../db/queries/status.ts';
import { startOfDay } from '../../../contract/zones.ts';
import { iso } from '../../lib/ports.ts';
import { tasksOfToday } from './queries.ts';
import { savedContact } from '../../db/queries/contacts.ts';
import { interactionsBetween } from '../../db/queries/interactions.ts';
import { savedPerson } from '../../db/queries/people.ts';

const MAX_TASKS = 1000;
const shownStates: readonly Task['state'][] = ['in_progress', 'paused', 'planned', 'completed'];

/** Returns the tasks that start between two instants, by start, without cancelled ones. */
export async function tasksBetween(db: PhoneDb, from: number, to: number): Promise<Task[]> {
  const parts = await Promise.all(
    shownStates.map((state) =>
      db.tasks
        .where('[state+start_at]')
        .between([state, iso(from)], [state, iso(to)], true, false)
        .limit(MAX_TASKS)
        .toArray(),
    ),
  );
  return parts.flat().toSorted((a, b) => Date.parse(a.start_at) - Date.parse(b.start_at) || (a.id < b.id ? -1 : 1));
}

/** Results of calls in which the person was reached. */
const talkedResults: ReadonlySet<string> = new Set(['reached', 'call_back', 'refused']);

export interface DayCalls {
  reached: number;
  not_reached: number;
  /** Today's open and closed tasks whose worked time needs confirmation. */
  doubtful: Task[];
}

/**
 * Returns the results of a day's calls, from completed tasks and from logged calls that belong to none of these tasks.
 */
export async function callsOfDay(db: PhoneDb, user_id: string, from: number, to: number): Promise<DayCalls> {
  const [done, open, logged] = await Promise.all([
    db.tasks.where('closed_at').between(iso(from), iso(to)).limit(MAX_TASKS).toArray(),
    tasksOfToday(db, from, 'UTC'),
    interactionsBetween(db, iso(from), iso(to), MAX_TASKS),
  ]);
  const calls = done.filter(({ type, state }) => type === 'call' && state === 'completed');
  const byTask = new Set(calls.map(({ id }) => id));
  const others = logged.filter(
    ({ kind, author_id, task_id }) => kind === 'call' && author_id === user_id && !byTask.has(task_id ?? ''),
  );
  const results = [...calls, ...others].map(({ result }) => result ?? '');
  const reached = results.filter((result) => talkedResults.has(result)).length;
  const needsReview = ({ slices }: Task): boolean => slices.some((slice) => slice.needs_review && slice.to !== null);
  return { reached, not_reached: results.length - reached, doubtful: [...done, ...open].filter(needsReview) };
}

/** The state of the data that is needed for the work of today and tomorrow. */
export interface Readiness {
  tasks: number;
  people: number;
  /** Tasks whose person or contact is not on this device. */
  missing: Task[];
  to_send: number;
  needs_you: number;
  first_fetch: boolean;
  last_sent_at: string | null;
  last_fetched_at: string | null;
}

async function hasLinkedRecord(db: PhoneDb, { linked_user_id, contact_id }: Task): Promise<boolean> {
  if (linked_user_id) return (await savedPerson(db, linked_user_id)) !== undefined;
  if (contact_id) return (await savedContact(db, contact_id)) !== undefined;
  return true;
}

/** Checks whether all data for the work of today and tomorrow is on this device, and whether everything is sent. */
export async function checkReadiness(db: PhoneDb, now: number, zone: string): Promise<Readiness> {
  const dayAfterTomorrow = startOfDay(zone, now, 2);
  const [today, tomorrow] = await Promise.all([
    tasksOfToday(db, now, zone),
    tasksBetween(db, startOfDay(zone, now, 1), dayAfterTomorrow),
  ]);
  const tasks = [...today, ...tomorrow.filter(({ state }) => state === 'planned')];
  const hasRecords = await Promise.all(tasks.map((task) => hasLinkedRecord(db, task)));
  const [counts, status] = await Promise.all([countOutbox(db), savedSyncStatus(db)]);
  const linkedIds = tasks.flatMap(({ linked_user_id, contact_id }) => linked_user_id ?? contact_id ?? []);
  return {
    tasks: tasks.length,
    people: new Set(linkedIds).size,
    missing: tasks.filter((_, index) => !hasRecords[index]),
    to_send: counts.to_send + counts.background,
    needs_you: counts.needs_you,
    first_fetch: status.first_fetch !== null || status.last_fetched_at === null,
    last_sent_at: status.last_sent_at,
    last_fetched_at: status.last_fetched_at,
  };
}

export const isReady = ({ missing, to_send, needs_you, first_fetch }: Readiness): boolean =>
  missing.length === 0 && to_send === 0 && needs_you === 0 && !first_fetch;
