import type { Task } from '../../../contract/entities/task.ts';
import type { TaskType } from '../../../contract/values.ts';
import type { Priority } from '../../../contract/filter-values.ts';
import { defaultMinutes } from '../../../contract/states/task.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import { deleteDraft, saveDraft, savedDraft } from '../../forms/drafts.ts';
import { iso } from '../../lib/ports.ts';
import type { TaskFields } from './actions.ts';

/** Values of the task form, which may be incomplete. */
export interface TaskDraft {
  type: TaskType;
  title: string;
  /** Whether the user has typed a title; otherwise the title is derived from type and person. */
  is_titled: boolean;
  linked_user_id: string | null;
  contact_id: string | null;
  linked_name: string | null;
  /** Instant of the start; empty until one is chosen. */
  start_at: string;
  minutes: number;
  /** Whether the user has chosen a duration; otherwise the duration depends on the type. */
  is_sized: boolean;
  priority: Priority;
  place: string;
  description: string;
  /** Reminders in minutes before the start. */
  reminders: number[];
}

export const emptyDraft: TaskDraft = {
  type: 'call',
  title: '',
  is_titled: false,
  linked_user_id: null,
  contact_id: null,
  linked_name: null,
  start_at: '',
  minutes: defaultMinutes.call,
  is_sized: false,
  priority: 'normal',
  place: '',
  description: '',
  reminders: [],
};

export function draftOf(task: Task): TaskDraft {
  const { type, title, linked_user_id, linked_name, start_at, end_at, priority, place, description } = task;
  const minutes = Math.round((Date.parse(end_at) - Date.parse(start_at)) / 60_000);
  return {
    type,
    title,
    is_titled: true,
    linked_user_id,
    contact_id: task.contact_id ?? null,
    linked_name,
    start_at,
    minutes,
    is_sized: true,
    priority,
    place,
    description,
    reminders: task.reminders,
  };
}

export function fieldsOf(draft: TaskDraft): TaskFields {
  const { type, linked_user_id, contact_id, linked_name, start_at, minutes, priority, reminders } = draft;
  const start = Date.parse(start_at);
  return {
    type,
    title: draft.title.trim(),
    place: draft.place.trim(),
    description: draft.description.trim(),
    start_at,
    end_at: Number.isNaN(start) ? '' : iso(start + minutes * 60_000),
    priority,
    linked_user_id,
    contact_id,
    linked_name,
    reminders,
  };
}

/** Returns a short form of a name: "Anna P." for "Anna Petrova". */
export function shortenName(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  const initial = [...(rest.at(-1) ?? '')][0];
  return initial ? `${first} ${initial.toUpperCase()}.` : first;
}

const draftName = (task_id: string | null): string => `task:${task_id ?? 'new'}`;

/** Returns the draft that was stored when a task form was closed; null if there is none. */
export async function savedTaskDraft(db: PhoneDb, task_id: string | null): Promise<TaskDraft | null> {
  const saved = await savedDraft(db, draftName(task_id));
  // An older version may have stored the draft, so missing fields are filled in.
  return saved && { ...emptyDraft, ...saved };
}

export const saveTaskDraft = (db: PhoneDb, task_id: string | null, draft: TaskDraft): Promise<void> =>
  saveDraft(db, draftName(task_id), draft);

export const deleteTaskDraft = (db: PhoneDb, task_id: string | null): Promise<void> =>
  deleteDraft(db, draftName(task_id));
