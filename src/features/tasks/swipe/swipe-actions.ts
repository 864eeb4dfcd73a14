import type { Task } from '../../../../contract/entities/task.ts';
import type { PhoneDb } from '../../../db/schema/db.ts';
import { isClosed } from '../groups.ts';
import { savedPhoneNumbers } from '../use-phone-numbers.ts';
import type { SwipeSide } from './watch-row-swipes.ts';

export type SwipeAction = 'start' | 'resume' | 'finish' | 'call' | 'reschedule';

/** The task of a swiped row. */
export interface SwipedTask {
  id: string;
  /** Undefined if the task is no longer on this device. */
  task: Task | undefined;
  /** Number that a call from the row dials. */
  number: string | undefined;
}

export async function readSwipedTask(db: PhoneDb, id: string): Promise<SwipedTask> {
  const task = await db.tasks.get(id);
  const [number] = task ? await savedPhoneNumbers(db, task) : [];
  return { id, task, number };
}

/** Returns the action of a swipe to a side: the next step to the right, a call or a new time to the left. */
export function swipeAction({ task, number }: SwipedTask, side: SwipeSide): SwipeAction | null {
  if (!task || isClosed(task)) return null;
  if (side === 'right') return task.state === 'in_progress' ? 'finish' : task.state === 'paused' ? 'resume' : 'start';
  if (task.type === 'call' && number !== undefined) return 'call';
  return task.state === 'in_progress' ? null : 'reschedule';
}

/** The fields by which the user recognises a row and decides what to do. */
const shownFields = ['type', 'title', 'place', 'start_at', 'state', 'assignee_id', 'linked_name'] as const;

/** Whether the row that the finger touched still shows the same task. */
export const isSameRow = (touched: SwipedTask, now: SwipedTask): boolean =>
  touched.number === now.number && shownFields.every((field) => touched.task?.[field] === now.task?.[field]);
