import { Id, Instant } from '../fields.ts';
import { z } from '../zod.ts';
import { defineEntity } from './define.ts';

export const taskTypes = ['meet', 'call', 'message'] as const;
export const taskStates = ['planned', 'in_progress', 'paused', 'completed', 'cancelled'] as const;
export const priorities = ['low', 'normal', 'high', 'urgent'] as const;
export const reminderMinutes = [0, 5, 15, 30, 60, 1440] as const;

export const taskResults = {
  call: ['reached', 'no_answer', 'busy', 'wrong_number', 'call_back', 'refused', 'voicemail'],
  meet: ['held', 'no_show', 'moved', 'cancelled_by_them'],
  message: ['sent', 'replied', 'failed'],
} as const;
export const allResults = [...taskResults.call, ...taskResults.meet, ...taskResults.message] as const;

export type TaskType = (typeof taskTypes)[number];
export type TaskState = (typeof taskStates)[number];
export type Priority = (typeof priorities)[number];
export type TaskResult = (typeof allResults)[number];

/** `to` is null while it runs. `needs_review` slices are kept but not counted until somebody confirms them. */
export const WorkSlice = z.object({
  id: Id,
  from: Instant,
  to: z.nullable(Instant),
  device_id: Id,
  estimated: z.boolean(),
  needs_review: z.boolean(),
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
  linked_user_id: z.nullable(Id),
  linked_name: z.nullable(z.string()),
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
  /** Some of its time was also counted on another task. */
  overlap: z.boolean(),
  closed_at: z.nullable(Instant),
  created_at: Instant,
  updated_at: Instant,
});
export type Task = z.infer<typeof Task>;

export const tasks = defineEntity<Task>({
  group: 'p0',
  schema: Task,
  indexes: 'id, [state+start_at], closed_at',
  policies: {
    title: 'ask',
    place: 'ask',
    description: 'ask',
    type: 'ask',
    priority: 'lww',
    linked_user_id: 'ask',
    start_at: 'ask',
    end_at: 'ask',
    reminders: 'merge',
  },
});
