import { Id, Instant } from '../fields.ts';
import { allResults, directions, taskStates, taskTypes } from '../values.ts';
import { priorities } from '../filter-values.ts';
import { z } from '../zod.ts';
import { defineEntity } from './define.ts';
import { stores } from './stores.ts';

/**
 * An interval of work on a task. `to` is null while it runs. A slice with `needs_review` is stored but does not count
 * until it is confirmed.
 */
export const WorkSlice = z.object({
  id: Id,
  from: Instant,
  to: z.nullable(Instant),
  device_id: Id,
  estimated: z.boolean(),
  needs_review: z.boolean(),
  /** Clock offset of the device when it started the slice, in ms, if known. */
  clock_offset_ms: z.optional(z.int()),
});
export type WorkSlice = z.infer<typeof WorkSlice>;

export const Task = z.object({
  id: Id,
  rev: z.int(),
  type: z.enum(taskTypes),
  title: z.string(),
  place: z.string(),
  description: z.string(),
  start_at: Instant,
  end_at: Instant,
  priority: z.enum(priorities),
  /**
   * The task is linked to a person (`linked_user_id`), to a contact in the author's address book (`contact_id`), or to
   * no one.
   */
  linked_user_id: z.nullable(Id),
  contact_id: z.nullable(Id),
  linked_name: z.nullable(z.string()),
  direction: z.nullable(z.enum(directions)),
  phone_used: z.nullable(z.string()),
  assignee_id: Id,
  author_id: Id,
  state: z.enum(taskStates),
  slices: z.array(WorkSlice),
  result: z.nullable(z.enum(allResults)),
  result_note: z.string(),
  cancel_reason: z.string(),
  reminders: z.array(z.int()),
  source: z.enum(['manual', 'lead_auto', 'import', 'follow_up']),
  follow_up_of: z.nullable(Id),
  follow_up_task_id: z.nullable(Id),
  /** Whether part of the time of this task was also counted for another task. */
  overlap: z.boolean(),
  closed_at: z.nullable(Instant),
  created_at: Instant,
  updated_at: Instant,
});
export type Task = z.infer<typeof Task>;

export const tasks = defineEntity<Task>({
  ...stores.tasks,
  schema: Task,
  inDigest: ({ closed_at }) => closed_at === null,
  policies: {
    title: 'ask',
    place: 'ask',
    description: 'ask',
    type: 'ask',
    priority: 'lww',
    linked_user_id: 'ask',
    contact_id: 'ask',
    direction: 'lww',
    phone_used: 'lww',
    start_at: 'ask',
    end_at: 'ask',
    reminders: 'merge',
  },
});
