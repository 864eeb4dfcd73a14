import { TaskCreateArgs, TaskEditArgs, taskFields } from '../entities/task-args.ts';
import type { Task } from '../entities/task.ts';
import { allResults } from '../values.ts';
import { Id, Instant, LongText, ShortText } from '../fields.ts';
import {
  cancelTask,
  checkEditable,
  finishTask,
  pauseTask,
  reopenTask,
  rescheduleTask,
  startTask,
} from '../states/task.ts';
import { z } from '../zod.ts';
import { defineWrite, patched } from './define.ts';

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
  optimistic: (row, { at, ...args }, context): Task =>
    row ?? {
      ...args,
      id: context.id,
      rev: 0,
      assignee_id: context.user_id,
      author_id: context.user_id,
      state: 'planned',
      slices: [],
      result: null,
      result_note: '',
      cancel_reason: '',
      overlap: false,
      closed_at: null,
      created_at: at,
      updated_at: at,
    },
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
    return patched(row, patch);
  },
  documented: documentedStep('edit'),
});

export const startTaskWrite = defineWrite({
  entity: 'tasks',
  mode: 'command',
  v: 1,
  args: z.strictObject({ slice_id: Id, at: Instant }),
  // The phone's clock is a claim; the server keeps its own time beside it.
  optimistic: (row, args, context) => row && startTask(row, { ...args, device_id: context.device_id }),
  documented: documentedStep('start'),
});

export const pauseTaskWrite = defineWrite({
  entity: 'tasks',
  mode: 'command',
  v: 1,
  args: z.strictObject({ at: Instant }),
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
  args: z.strictObject({ at: Instant, reason: ShortText }),
  optimistic: (row, args) => row && cancelTask(row, args),
  documented: documentedStep('cancel'),
});

export const reopenTaskWrite = defineWrite({
  entity: 'tasks',
  mode: 'command',
  v: 1,
  args: z.strictObject({ at: Instant }),
  optimistic: (row, args, context) => row && reopenTask(row, { at: args.at, by_manager: context.is_manager }),
  documented: documentedStep('reopen'),
});
