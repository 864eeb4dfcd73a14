import type { Insertable } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { TaskResult, TaskType } from '../../contract/values.ts';
import { startOfDay } from '../../contract/zones.ts';
import type { TasksTable, Tx } from '../db/tables.ts';
import type { InteractionsTable } from '../db/contact-tables.ts';
import { demoAccounts } from './people.ts';

const MIN_MS = 60_000;
const DAY_MIN = 24 * 60;
/** The seeded work begins this many days before the seeding. */
const DAYS = 56;

/** A completed task, with its start in minutes before the seeding. A task without a person is a meeting of the team. */
interface DoneTask {
  type: TaskType;
  /** First name of the person, as in the map of seeded ids. */
  person: string | null;
  minutes_ago: number;
  length_min: number;
  result: TaskResult;
  /** Whether it is the task that was created when the person was assigned to the employee. */
  isFirst?: boolean;
}

interface Employee {
  email: string;
  /** The employee's people. The tasks refer to each of them in turn. */
  people: readonly string[];
  /** Numbers of tasks on consecutive workdays. After the last number, the list starts over. */
  tasksPerDay: readonly number[];
  /** The tasks shortly before the seeding. */
  latest: readonly DoneTask[];
}

const firstCall = (person: string, minutes_ago: number): DoneTask => ({
  ...{ type: 'call', person, minutes_ago, length_min: 18, result: 'reached', isFirst: true },
});

export const demoEmployees: readonly Employee[] = [
  {
    email: 'consultant@example.org',
    people: ['Lena', 'Petra', 'Grace', 'Jonas', 'Sergey', 'Ivan'],
    tasksPerDay: [3, 2, 1, 3, 2, 0, 2],
    latest: [
      { type: 'meet', person: 'Petra', minutes_ago: 260, length_min: 55, result: 'held' },
      { type: 'message', person: 'Sergey', minutes_ago: 190, length_min: 6, result: 'replied' },
      { type: 'call', person: 'Grace', minutes_ago: 100, length_min: 21, result: 'reached' },
      ...[
        firstCall('Lena', 1_200 * 60),
        firstCall('Jonas', 520 * 60),
        firstCall('Grace', 290 * 60),
        firstCall('Sergey', 170 * 60),
      ],
    ],
  },
  {
    email: 'consultant2@example.org',
    people: ['Daniyar', 'Aliya'],
    tasksPerDay: [1, 2, 0, 1, 1],
    latest: [
      { type: 'meet', person: 'Daniyar', minutes_ago: 240, length_min: 50, result: 'held' },
      { type: 'message', person: 'Aliya', minutes_ago: 75, length_min: 5, result: 'sent' },
      ...[firstCall('Daniyar', 760 * 60), firstCall('Aliya', 130)],
    ],
  },
];

const kinds = [
  { type: 'call', length_min: 14, result: 'reached' },
  { type: 'meet', length_min: 50, result: 'held' },
  { type: 'call', length_min: 2, result: 'no_answer' },
  { type: 'message', length_min: 6, result: 'replied' },
  { type: 'call', length_min: 23, result: 'reached' },
  { type: 'call', length_min: 5, result: 'call_back' },
  { type: 'meet', length_min: 65, result: 'held' },
] as const;

const titles: Record<TaskType, string> = { call: 'Talk with', meet: 'Meet', message: 'Write to' };

interface Seeding {
  scope: string;
  now: Date;
  rev: number;
}

/** If a demo is seeded within this many minutes after midnight, it shows no work for the new day. */
const NO_WORK_MIN = 10;

/**
 * Returns how many minutes have passed since midnight, in the time zone of the employee or of the manager,
 * whichever is less.
 */
function minutesOfToday(employee: Employee, now: Date): number {
  const zones = demoAccounts
    .filter(({ email, is_manager }) => email === employee.email || is_manager)
    .map(({ time_zone }) => time_zone);
  const at = now.getTime();
  return Math.min(...zones.map((zone) => Math.floor((at - startOfDay(zone, at)) / MIN_MS)));
}

/**
 * Returns an employee's latest tasks. If the demo starts shortly after midnight, the tasks of the last hours are
 * shortened in proportion and moved into the new day, so that it has figures, too.
 */
function latestTasks(employee: Employee, now: Date): DoneTask[] {
  const { latest } = employee;
  const isRecent = ({ minutes_ago }: DoneTask): boolean => minutes_ago < DAY_MIN;
  const today = minutesOfToday(employee, now);
  const scale = today / Math.max(...latest.filter(isRecent).map(({ minutes_ago }) => minutes_ago));
  if (scale >= 1 || today < NO_WORK_MIN) return [...latest];
  const moveTask = (task: DoneTask): DoneTask => ({
    ...task,
    minutes_ago: Math.floor(task.minutes_ago * scale),
    length_min: Math.max(1, Math.floor(task.length_min * scale)),
  });
  return latest.map((task) => (isRecent(task) ? moveTask(task) : task));
}

/** Whether two tasks take place at the same time. */
const areSimultaneous = (a: DoneTask, b: DoneTask): boolean =>
  a.minutes_ago - a.length_min < b.minutes_ago && b.minutes_ago - b.length_min < a.minutes_ago;

/**
 * Returns an employee's completed tasks of the last weeks: on weekdays, at different times, and with different lengths.
 * Each seeding creates the same tasks.
 */
export function doneTasks(employee: Employee, now: Date): DoneTask[] {
  const { people, tasksPerDay } = employee;
  const latest = latestTasks(employee, now);
  const tasks: DoneTask[] = [];
  let count = 0;
  for (let day = DAYS; day > 0; day -= 1) {
    const weekday = new Date(now.getTime() - day * DAY_MIN * MIN_MS).getUTCDay();
    if (weekday === 0 || weekday === 6) continue;
    const sinceMidnight = now.getUTCHours() * 60 + now.getUTCMinutes();
    for (let slot = 0; slot < (tasksPerDay[day % tasksPerDay.length] ?? 0); slot += 1) {
      const kind = kinds[count % kinds.length]!;
      // The first task of a day begins between 7:30 and 8:30 in UTC, and each further task about two hours after the
      // previous task.
      const start = 450 + 130 * slot + ((day * 23 + slot * 17) % 60);
      tasks.push({
        ...kind,
        person: kind.type === 'meet' && count % 10 === 1 ? null : (people[count % people.length] ?? null),
        minutes_ago: day * DAY_MIN + sinceMidnight - start,
        length_min: kind.length_min + ((day * 7) % 9),
      });
      count += 1;
    }
  }
  const isFree = (task: DoneTask): boolean => !latest.some((other) => areSimultaneous(task, other));
  return [...tasks.filter(isFree), ...latest];
}

/** Returns the columns that a new row has in every synced table. */
const syncedColumns = ({ scope, rev }: Seeding, created_at: string, updated_at: string) => ({
  ...{ id: uuidv7(), scope, rev, field_revs: '{}', created_at, updated_at, deleted_at: null, deleted_by: null },
});

interface TaskContext extends Seeding {
  assignee_id: string;
  user_id: string | null;
}

function taskRow(task: DoneTask, { assignee_id, user_id, ...seeding }: TaskContext): Insertable<TasksTable> {
  const start = seeding.now.getTime() - task.minutes_ago * MIN_MS;
  const [from, to] = [start, start + task.length_min * MIN_MS].map((at) => new Date(at).toISOString()) as [
    string,
    string,
  ];
  const slice = { id: uuidv7(), from, to, device_id: uuidv7(), estimated: false, needs_review: false };
  return {
    ...syncedColumns(seeding, new Date(start - 60 * MIN_MS).toISOString(), to),
    ...{
      type: task.type,
      place: '',
      description: '',
      priority: 'normal',
      direction: task.type === 'call' ? 'out' : null,
    },
    title: task.person === null ? 'Meeting of the team' : `${titles[task.type]} ${task.person}`,
    ...{ start_at: from, end_at: to, linked_user_id: user_id, contact_id: null, phone_used: null },
    ...{
      assignee_id,
      author_id: assignee_id,
      state: 'completed',
      slices: JSON.stringify([slice]),
      result: task.result,
    },
    ...{ result_note: '', cancel_reason: '', reminders: '[]', source: task.isFirst ? 'lead_auto' : 'manual' },
    ...{ follow_up_of: null, follow_up_task_id: null, overlap: false, closed_at: to },
  };
}

/** Returns the logged call of a completed task. */
function callRow(
  task: Insertable<TasksTable>,
  result: TaskResult,
  length_min: number,
  seeding: Seeding,
): Insertable<InteractionsTable> {
  const at = task.start_at;
  return {
    ...syncedColumns(seeding, task.updated_at, task.updated_at),
    ...{ contact_id: null, user_id: task.linked_user_id ?? null, phone_raw: null, task_id: task.id },
    ...{ author_id: task.assignee_id, kind: 'call', direction: 'out', at, corrected_at: at },
    ...{ duration_s: length_min * 60, result, note: '', follow_up_at: null },
  };
}

/**
 * Seeds the completed tasks and logged calls of the demo consultants in the last weeks, so that the statistics show
 * figures. A person has no work before they registered.
 */
export async function seedWork(tx: Tx, ids: ReadonlyMap<string, string>, seeding: Seeding): Promise<void> {
  const { scope, now } = seeding;
  const people = await tx.selectFrom('users').select(['id', 'created_at']).where('scope', '=', scope).execute();
  const registered = new Map(people.map(({ id, created_at }) => [id, created_at]));
  const tasks: Insertable<TasksTable>[] = [];
  const calls: Insertable<InteractionsTable>[] = [];
  for (const employee of demoEmployees) {
    for (const done of doneTasks(employee, now)) {
      const user_id = done.person === null ? null : (ids.get(done.person) ?? null);
      const task = taskRow(done, { ...seeding, assignee_id: ids.get(employee.email) ?? '', user_id });
      if (user_id !== null && String(task.created_at) <= (registered.get(user_id) ?? '')) continue;
      tasks.push(task);
      if (done.type === 'call') calls.push(callRow(task, done.result, done.length_min, seeding));
    }
  }
  await tx.insertInto('tasks').values(tasks).execute();
  await tx.insertInto('interactions').values(calls).execute();
}
