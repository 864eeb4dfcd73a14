import type { Interaction } from '../../../contract/entities/interaction.ts';
import type { PersonEvent } from '../../../contract/entities/person-event.ts';
import type { StaffTicket } from '../../../contract/entities/staff-ticket.ts';
import type { Task } from '../../../contract/entities/task.ts';
import { savedBadges, type RowBadge } from '../../db/queries/badges.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import type { TimelineKind } from './search-params.ts';
import { staffKeys } from '../../lib/cached-pages.ts';
import { interactionsWithPerson } from '../../db/queries/interactions.ts';

/** One item of a person's timeline. */
export type TimelineItem = { id: string; at: string; badge: RowBadge | undefined } & (
  | { kind: 'call'; row: Interaction }
  | {
      kind: 'task';
      row: Task;
      /** Whether the task is synced to this device; otherwise it was fetched with the closed tasks. */
      isSynced: boolean;
    }
  | { kind: 'request'; row: StaffTicket }
  | { kind: 'event'; row: PersonEvent }
);

export interface Timeline {
  items: TimelineItem[];
  hasMore: boolean;
}

/** Maximum number of tasks or requests of a person that are read; no person has more. */
const MAX_ITEMS = 1000;

const LAST_KEY = '\uffff';

/**
 * `limit` is the maximum number of rows that are read of each kind, latest first. Together they contain the latest
 * `limit` items.
 */
interface TimelineQuery {
  id: string;
  limit: number;
  kind: TimelineKind | null;
}

async function readCalls(db: PhoneDb, { id, limit }: TimelineQuery): Promise<TimelineItem[]> {
  const [rows, badges] = await Promise.all([
    interactionsWithPerson(db, id, limit + 1),
    savedBadges(db, 'interactions'),
  ]);
  return rows.map((row) => ({ kind: 'call', id: row.id, at: row.at, row, badge: badges.get(row.id) }));
}

const isClosedTask = ({ state }: Task): boolean => state === 'completed' || state === 'cancelled';

/**
 * Returns the closed tasks with a person. Planned tasks are listed separately, and a task that was created for a logged
 * call is represented by the call.
 */
async function readClosedTasks(
  db: PhoneDb,
  { id }: TimelineQuery,
  taskIdsOfCalls: ReadonlySet<string>,
): Promise<TimelineItem[]> {
  const [own, badges, page] = await Promise.all([
    db.tasks.where('linked_user_id').equals(id).limit(MAX_ITEMS).toArray(),
    savedBadges(db, 'tasks'),
    db.pages.get(staffKeys.done(id)),
  ]);
  // Older tasks and other employees' tasks are not synced, so they are added from the last fetched page.
  const fetched = ((page?.rows ?? []) as Task[]).filter((row) => own.every((other) => other.id !== row.id));
  return [...own, ...fetched]
    .filter((row) => isClosedTask(row) && !taskIdsOfCalls.has(row.id))
    .map((row) => ({
      ...({ kind: 'task', id: row.id, at: row.closed_at ?? row.start_at, row } as const),
      badge: badges.get(row.id),
      isSynced: own.includes(row),
    }));
}

async function requests(db: PhoneDb, { id }: TimelineQuery): Promise<TimelineItem[]> {
  const [rows, badges] = await Promise.all([
    db.staff_tickets.where('author_id').equals(id).limit(MAX_ITEMS).toArray(),
    savedBadges(db, 'staff_tickets'),
  ]);
  return rows.map((row) => ({ kind: 'request', id: row.id, at: row.created_at, row, badge: badges.get(row.id) }));
}

async function readEvents(db: PhoneDb, { id, limit, kind }: TimelineQuery): Promise<TimelineItem[]> {
  const fits = (row: PersonEvent): boolean => kind === null || (row.kind === 'note') === (kind === 'notes');
  const [rows, badges] = await Promise.all([
    db.person_events
      .where('[person_id+at]')
      .between([id, ''], [id, LAST_KEY])
      .reverse()
      .filter(fits)
      .limit(limit + 1)
      .toArray(),
    savedBadges(db, 'person_events'),
  ]);
  return rows.map((row) => ({ kind: 'event', id: row.id, at: row.at, row, badge: badges.get(row.id) }));
}

/** Returns the calls, completed tasks, notes, requests and changes of a person in one list, latest first. */
export async function savedTimeline(db: PhoneDb, query: TimelineQuery): Promise<Timeline> {
  const { kind, limit } = query;
  const isRequested = (...kinds: TimelineKind[]): boolean => kind === null || kinds.includes(kind);
  const callItems = isRequested('calls') ? await readCalls(db, query) : [];
  const taskIdsOfCalls = new Set(callItems.flatMap((item) => (item.kind === 'call' ? (item.row.task_id ?? []) : [])));
  const none = Promise.resolve<TimelineItem[]>([]);
  const parts = await Promise.all([
    isRequested('tasks') ? readClosedTasks(db, query, taskIdsOfCalls) : none,
    isRequested('requests') ? requests(db, query) : none,
    isRequested('notes', 'changes') ? readEvents(db, query) : none,
  ]);
  const all = [...callItems, ...parts.flat()].toSorted((a, b) => b.at.localeCompare(a.at) || b.id.localeCompare(a.id));
  return { items: all.slice(0, limit), hasMore: all.length > limit };
}
