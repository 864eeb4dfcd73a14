import { TaskCreateArgs, taskEditShape } from '../entities/task-args.ts';
import { Task } from '../entities/task.ts';
import { allResults } from '../values.ts';
import { Id, Instant, LongText, ShortText } from '../fields.ts';
import { OptionalPageQuery, PageQuery, pageSchema, wholeOrPageSchema } from '../paging.ts';
import { z } from '../zod.ts';
import { defineCall, staff } from './define.ts';

export const LinkableUser = z.object({
  id: Id,
  name: z.string(),
  city: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  /** Whether the user is a member of the caller's team, so that the caller can assign tasks to them. */
  is_employee: z.boolean(),
});
export type LinkableUser = z.infer<typeof LinkableUser>;

const createShape = TaskCreateArgs.shape;
const at = z.optional(Instant);
const clock_offset_ms = z.optional(z.int());

/** An action on the task `id`. Clients may omit `at` and `slice_id`; the server then fills them in. */
const TaskAction = z.discriminatedUnion('action', [
  z.strictObject({ id: Id, action: z.literal('edit'), ...taskEditShape }),
  z.strictObject({ id: Id, action: z.literal('start'), slice_id: z.optional(Id), clock_offset_ms, at }),
  z.strictObject({ id: Id, action: z.literal('pause'), clock_offset_ms, at }),
  z.strictObject({
    id: Id,
    action: z.literal('finish'),
    result: z.enum(allResults, { error: 'required' }),
    result_note: z._default(LongText, ''),
    worked: z.optional(z.strictObject({ slice_id: z.optional(Id), from: Instant, to: Instant })),
    direction: createShape.direction,
    phone_used: createShape.phone_used,
    follow_up_task_id: z.optional(Id),
    clock_offset_ms,
    at,
  }),
  z.strictObject({
    id: Id,
    action: z.literal('reschedule'),
    start_at: createShape.start_at,
    end_at: z.optional(Instant),
    at,
  }),
  z.strictObject({ id: Id, action: z.literal('cancel'), reason: z._default(ShortText, ''), clock_offset_ms, at }),
  z.strictObject({ id: Id, action: z.literal('reopen'), at }),
  z.strictObject({ id: Id, action: z.literal('reassign'), assignee_id: Id, at }),
  z.strictObject({ id: Id, action: z.literal('confirm_slice'), slice_id: Id, from: Instant, to: Instant, at }),
]);
export type TaskAction = z.infer<typeof TaskAction>;

export const taskCalls = {
  'tasks.list': defineCall({
    method: 'POST',
    path: '/api/user_tasks/list/',
    roles: staff,
    summary: 'The caller’s tasks for today, in the future or completed; days are those of the caller’s time zone',
    idempotent: false,
    query: PageQuery,
    body: z.strictObject({
      group: z._default(z.enum(['today', 'future', 'completed'], { error: 'invalid' }), 'today'),
    }),
    /**
     * `time_spent` is the number of seconds worked today. Overlapping intervals are not counted twice, and time that
     * needs review does not count.
     */
    reply: z.extend(pageSchema(Task), { time_spent: z.int() }),
  }),
  'tasks.create': defineCall({
    method: 'POST',
    path: '/api/user_tasks/create/',
    roles: staff,
    summary: 'Create a task',
    idempotent: true,
    body: z.strictObject({
      id: z.optional(Id),
      type: createShape.type,
      /** Defaults to a title such as "Call Anna P." in the caller's language. */
      title: z.optional(createShape.title),
      start_at: createShape.start_at,
      end_at: z.optional(createShape.end_at),
      place: z._default(createShape.place, ''),
      description: z._default(createShape.description, ''),
      priority: z._default(createShape.priority, 'normal'),
      linked_user_id: z._default(createShape.linked_user_id, null),
      contact_id: createShape.contact_id,
      linked_name: z.optional(createShape.linked_name),
      direction: createShape.direction,
      phone_used: createShape.phone_used,
      reminders: z._default(createShape.reminders, []),
      follow_up_of: z._default(createShape.follow_up_of, null),
      source: z._default(createShape.source, 'manual'),
      at,
    }),
    status: 201,
    success: 'task_created',
    reply: Task,
  }),
  'tasks.update': defineCall({
    method: 'POST',
    path: '/api/user_tasks/update/',
    roles: staff,
    summary: 'Change, start, pause, finish, reschedule, cancel, reopen or reassign a task, or confirm its time',
    idempotent: true,
    body: TaskAction,
    success: 'changes_saved',
    reply: Task,
  }),
  'tasks.users_to_link': defineCall({
    method: 'GET',
    path: '/api/user_tasks/get_users_to_link/',
    roles: staff,
    summary: 'People a task can be linked to: all of them, or a page if `page` or `page_size` is given',
    idempotent: false,
    query: OptionalPageQuery,
    reply: wholeOrPageSchema(LinkableUser),
  }),
};
