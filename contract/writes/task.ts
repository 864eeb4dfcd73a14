import { Refused } from '../errors.ts';
import { TaskCreateArgs, TaskEditArgs, taskFields } from '../entities/task-args.ts';
import type { Task } from '../entities/task.ts';
import { allResults } from '../values.ts';
import { Id, Instant, LongText, ShortText } from '../fields.ts';
import {
  cancelTask,
  checkEditable,
  confirmSlice,
  finishTask,
  newTask,
  pauseTask,
  reassignTask,
  reopenTask,
  rescheduleTask,
  startTask,
} from '../states/task.ts';
import { z } from '../zod.ts';
import { defineWrite, applyPatch } from './define.ts';

const documentedStep = (action: string) => ({
  call: 'tasks.update' as const,
  to_body: (args: object, id: string): Record<string, unknown> => ({ id, action, ...args }),
  from_body: (reply: unknown) => reply,
});

export const createTask = defineWrite({
  entity: 'tasks',
  mode: 'create',
  v: 1,
  args: TaskCreateArgs,
  optimistic: (row, args, context): Task => row ?? newTask(args, { id: context.id, rev: 0, user_id: context.user_id }),
  documented: { call: 'tasks.create', to_body: (args, id) => ({ id, ...args }), from_body: (reply) => reply },
});

export const editTask = defineWrite({
  entity: 'tasks',
  mode: 'patch',
  v: 1,
  args: TaskEditArgs,
  optimistic: (row, patch) => {
    if (!row) return null;
    checkEditable(row);
    return applyPatch(row, patch);
  },
  documented: documentedStep('edit'),
});

/** Clock offset of the phone in ms, if known. Phone and server both use it to detect clock jumps. */
const clock_offset_ms = z.optional(z.int());

export const startTaskWrite = defineWrite({
  entity: 'tasks',
  mode: 'command',
  v: 1,
  args: z.strictObject({ slice_id: Id, at: Instant, clock_offset_ms }),
  // `at` comes from the phone's clock and may be wrong, so the server stores its own time as well.
  optimistic: (row, args, context) => row && startTask(row, { ...args, device_id: context.device_id }),
  documented: documentedStep('start'),
});

export const pauseTaskWrite = defineWrite({
  entity: 'tasks',
  mode: 'command',
  v: 1,
  args: z.strictObject({ at: Instant, clock_offset_ms }),
  optimistic: (row, args) => row && pauseTask(row, args),
  documented: documentedStep('pause'),
});

export const finishTaskWrite = defineWrite({
  entity: 'tasks',
  mode: 'command',
  v: 1,
  args: z.strictObject({
    at: Instant,
    result: z.enum(allResults, { error: 'required' }),
    result_note: LongText,
    worked: z.optional(z.strictObject({ slice_id: Id, from: Instant, to: Instant })),
    direction: z.optional(taskFields.direction),
    phone_used: z.optional(taskFields.phone_used),
    follow_up_task_id: z.optional(Id),
    clock_offset_ms,
  }),
  optimistic: (row, args, context) => row && finishTask(row, { ...args, device_id: context.device_id }),
  documented: documentedStep('finish'),
});

export const rescheduleTaskWrite = defineWrite({
  entity: 'tasks',
  mode: 'command',
  v: 1,
  args: z.strictObject({ at: Instant, start_at: taskFields.start_at, end_at: z.optional(Instant) }),
  optimistic: (row, args) => row && rescheduleTask(row, args),
  documented: documentedStep('reschedule'),
});

export const cancelTaskWrite = defineWrite({
  entity: 'tasks',
  mode: 'command',
  v: 1,
  args: z.strictObject({ at: Instant, reason: ShortText, clock_offset_ms }),
  optimistic: (row, args) => row && cancelTask(row, args),
  documented: documentedStep('cancel'),
});

export const reopenTaskWrite = defineWrite({
  entity: 'tasks',
  mode: 'command',
  v: 1,
  args: z.strictObject({ at: Instant }),
  optimistic: (row, args, context) => {
    if (!row) return null;
    if (!context.is_manager && row.author_id !== context.user_id) throw new Refused('forbidden');
    return reopenTask(row, { at: args.at, by_manager: context.is_manager });
  },
  documented: documentedStep('reopen'),
});

/** Reassigns a task; allowed only for managers. The server checks whether the new assignee is permitted. */
export const reassignTaskWrite = defineWrite({
  entity: 'tasks',
  mode: 'command',
  v: 1,
  args: z.strictObject({ at: Instant, assignee_id: Id }),
  optimistic: (row, args, context) => {
    if (!row) return null;
    if (!context.is_manager) throw new Refused('forbidden');
    return reassignTask(row, args);
  },
  documented: documentedStep('reassign'),
});

export const confirmSliceWrite = defineWrite({
  entity: 'tasks',
  mode: 'command',
  v: 1,
  args: z.strictObject({ at: Instant, slice_id: Id, from: Instant, to: Instant }),
  optimistic: (row, args) => row && confirmSlice(row, args),
  documented: documentedStep('confirm_slice'),
});
