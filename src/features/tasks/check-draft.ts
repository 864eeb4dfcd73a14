import type { Task } from '../../../contract/entities/task.ts';
import { taskFields } from '../../../contract/entities/task-args.ts';
import { Refused } from '../../../contract/errors.ts';
import { checkLinked, checkTimes } from '../../../contract/states/task.ts';
import { z } from '../../../contract/zod.ts';
import { iso } from '../../lib/ports.ts';
import { fieldsOf, type TaskDraft } from './draft.ts';

export type DraftErrors = Partial<Record<keyof TaskDraft, string>>;

const { type, title, place, description, start_at, priority, linked_user_id } = taskFields;
const DraftFields = z.object({ type, title, place, description, start_at, priority, linked_user_id });

/** Returns error codes by field. `isMoved` is false for an unchanged start, which may be in the past. */
export function checkDraft(draft: TaskDraft, now: number, isMoved: boolean): DraftErrors {
  const fields = fieldsOf(draft);
  const parsed = DraftFields.safeParse(fields);
  const errors: DraftErrors = {};
  for (const issue of parsed.error?.issues ?? []) errors[issue.path[0] as keyof TaskDraft] ??= issue.message;
  const collectRefusal = (check: () => void): void => {
    try {
      check();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      for (const field of Object.keys(error.fields ?? {}))
        errors[(field === 'end_at' ? 'minutes' : field) as keyof TaskDraft] ??= error.code;
    }
  };
  collectRefusal(() => checkLinked(fields));
  if (isMoved && !errors.start_at) collectRefusal(() => checkTimes(fields, iso(now)));
  return errors;
}

/** Returns the schema of the task form. `task` is the edited task, or null for a new one. */
export const taskSchema = (now: () => number, task: Task | null) =>
  z.custom<TaskDraft>().check(
    z.check(({ value, issues }) => {
      const errors = checkDraft(value, now(), value.start_at !== task?.start_at);
      for (const [name, code] of Object.entries(errors)) {
        const message = code === 'empty' ? 'required' : code;
        issues.push({ code: 'custom', path: [name], message, input: value });
      }
    }),
  );
