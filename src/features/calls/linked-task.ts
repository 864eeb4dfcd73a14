import type { InteractionLogArgs } from '../../../contract/entities/interaction.ts';
import type { Task } from '../../../contract/entities/task.ts';
import { defaultMinutes } from '../../../contract/states/task.ts';
import type { Draft } from '../../db/outbox/outbox.ts';
import { savedSyncStatus } from '../../db/queries/status.ts';
import type { Store } from '../../db/schema/store.ts';
import { iso } from '../../lib/ports.ts';

const MAX_TITLE_CHARS = 120;
const MINUTE_MS = 60_000;
/** An interaction does not belong to a task that is planned further ahead than this. */
export const MAX_AHEAD_MS = 18 * 3_600_000;

/** Order in which open tasks are preferred: running, then paused, then planned. */
const preferredStates: readonly Task['state'][] = ['in_progress', 'paused', 'planned'];

/** Returns the user's open task that an interaction belongs to, if there is one. */
export async function openTaskOf({ db, actor, now }: Store, args: InteractionLogArgs): Promise<Task | undefined> {
  const { user_id, contact_id, kind } = args;
  const linked =
    user_id === null
      ? contact_id === null
        ? []
        : await db.tasks.where('contact_id').equals(contact_id).toArray()
      : await db.tasks.where('linked_user_id').equals(user_id).toArray();
  const candidates = linked.filter(
    (task) =>
      task.type === kind &&
      task.assignee_id === actor.user_id &&
      preferredStates.includes(task.state) &&
      (task.state !== 'planned' || Date.parse(task.start_at) < now() + MAX_AHEAD_MS),
  );
  const sortKey = (task: Task): string => `${preferredStates.indexOf(task.state)} ${task.start_at} ${task.id}`;
  return candidates.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))[0];
}

export interface CompletedTask {
  task_id: string;
  drafts: Draft[];
}

interface LoggedInteraction {
  args: InteractionLogArgs;
  /** Name of the linked person. */
  name: string;
  /** Title of a task that is created for the interaction, such as "Call Anna B.". */
  title: string;
  number: string;
  /**
   * Op id of the write that logs the interaction. The task writes depend on it, so that the interaction is sent first.
   */
  deps: readonly string[];
}

/** Returns the task writes of an employee's interaction: completes the linked task or creates a completed one. */
export async function linkedTaskOf(
  store: Store,
  { args, name, title, number, deps }: LoggedInteraction,
): Promise<CompletedTask | null> {
  const { user_id, contact_id, kind, direction, at, duration_s, result, note } = args;
  if (user_id === null && contact_id === null) return null;
  const linkedOpenTask = await openTaskOf(store, args);
  const { clock_offset_ms } = await savedSyncStatus(store.db);
  const to = iso(Date.parse(at) + duration_s * 1000);
  const isTimed =
    linkedOpenTask === undefined ||
    (linkedOpenTask.state !== 'in_progress' && (duration_s > 0 || linkedOpenTask.slices.length === 0));
  const task_id = linkedOpenTask?.id ?? store.newId();
  const finish: Draft<'task.finish'> = {
    kind: 'task.finish',
    id: task_id,
    title: linkedOpenTask?.title ?? title,
    args: {
      at: iso(store.now()),
      result,
      result_note: note,
      direction,
      ...(number !== '' && { phone_used: number }),
      ...(isTimed && { worked: { slice_id: store.newId(), from: at, to } }),
      clock_offset_ms: Math.round(clock_offset_ms),
    },
    deps,
  };
  if (linkedOpenTask) return { task_id, drafts: [finish] };
  const end_at = iso(Date.parse(at) + Math.max(duration_s * 1000, defaultMinutes[kind] * MINUTE_MS));
  const create: Draft<'task.create'> = {
    kind: 'task.create',
    id: task_id,
    title,
    args: {
      type: kind,
      title: title.slice(0, MAX_TITLE_CHARS),
      place: '',
      description: '',
      priority: 'normal',
      start_at: at,
      end_at,
      linked_user_id: user_id,
      contact_id,
      linked_name: name || null,
      reminders: [],
      follow_up_of: null,
      source: 'manual',
      at: iso(store.now()),
    },
    deps,
  };
  return { task_id, drafts: [create, finish] };
}
