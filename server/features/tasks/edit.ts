import { tasks, type Task } from '../../../contract/entities/task.ts';
import { Refused } from '../../../contract/errors.ts';
import { checkEditable, checkLinked, checkTimes } from '../../../contract/states/task.ts';
import type { FieldConflict } from '../../../contract/sync.ts';
import type { HandlerContext, WriteHandler } from '../../handlers.ts';
import { currentContactId } from '../contacts/merge-repository.ts';
import { RefusedWithRow, withCurrentRow } from '../../http/with-current-row.ts';
import { conflictsOf, mergeEdit, type MergedEdit, type MergeRules } from '../../sync/merge.ts';
import { readLastFieldChange } from './log-repository.ts';
import { contactNameOf, linkableName, type LockedTask } from './repository.ts';
import { lockTaskOrThrow, saveChangedTasks } from './step.ts';

/**
 * Describes the conflicting fields. The author of a change that was made without an idempotency key is taken from the
 * task log.
 */
async function findConflicts(
  context: HandlerContext,
  { task, field_revs }: LockedTask,
  clashes: MergedEdit['clashes'],
): Promise<Record<string, FieldConflict>> {
  const fieldConflicts = await conflictsOf(context, field_revs, clashes);
  for (const [field, conflict] of Object.entries(fieldConflicts)) {
    const by = conflict.theirs_by === null ? await readLastFieldChange(context, task.id, field) : null;
    if (by) fieldConflicts[field] = { ...conflict, theirs_by: by.name, theirs_at: by.at };
  }
  return fieldConflicts;
}

type Link = Pick<Task, 'linked_user_id' | 'contact_id'>;

/**
 * Returns the name of the linked person or contact; null for a task without one. Throws `not_found` if the person or
 * contact is hidden from the caller.
 */
export async function linkedName(
  context: HandlerContext,
  { linked_user_id, contact_id }: Link,
): Promise<string | null> {
  if (contact_id !== null) {
    const contact = await contactNameOf(context, contact_id);
    if (contact === undefined) throw new Refused('not_found', { contact_id: 'not_found' });
    return contact;
  }
  if (linked_user_id === null) return null;
  const name = await linkableName(context, linked_user_id);
  if (name === undefined) throw new Refused('not_found', { linked_user_id: 'not_found' });
  return name;
}

/** Replaces a merged contact in the args of a write with the contact into which it was merged. */
export async function withCurrentContact<T extends { contact_id?: string | null | undefined }>(
  context: HandlerContext,
  args: T,
): Promise<T> {
  return args.contact_id ? { ...args, contact_id: await currentContactId(context, args.contact_id) } : args;
}

async function applyEdit(context: HandlerContext, task: Task, changed: MergedEdit['changed']): Promise<Task> {
  const next: Task = { ...task, ...(changed as Partial<Task>) };
  withCurrentRow(task, () => {
    checkLinked(next);
    // Do not check the start time, because a task in the past may be edited.
    if (next.end_at !== task.end_at) checkTimes(next, next.start_at);
  });
  return next.linked_user_id === task.linked_user_id && next.contact_id === task.contact_id
    ? next
    : { ...next, linked_name: await linkedName(context, next) };
}

/** A task has at most three reminders, so a merge must not result in more. */
const rules: MergeRules = { policies: tasks.policies, maxItems: 3 };

/**
 * Merges an edit field by field. Throws `task_state`, `conflict` and the codes of the field rules; each error contains
 * the current row.
 */
export const editTaskHandler: WriteHandler<'task.edit'> = async (
  context,
  { id, args, base, base_rev, corrected_at },
) => {
  const locked = await lockTaskOrThrow(context, id);
  const { task, field_revs } = locked;
  withCurrentRow(task, checkEditable);
  const patch = await withCurrentContact(context, args);
  const old = base && (await withCurrentContact(context, base as Partial<Link>));
  const { changed, clashes } = mergeEdit(task, field_revs, { patch, base: old, base_rev }, rules);
  if (clashes.length > 0)
    throw new RefusedWithRow('conflict', task, task.rev, await findConflicts(context, locked, clashes));
  if (Object.keys(changed).length === 0) return { row: task, rev: task.rev };
  const next = await applyEdit(context, task, changed);
  const rev = await saveChangedTasks(context, corrected_at, corrected_at, [
    { locked, next, command: 'edit', detail: {} },
  ]);
  return { row: { ...next, rev, updated_at: context.received_at }, rev };
};
