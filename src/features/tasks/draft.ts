import type { Task } from '../../../contract/entities/task.ts';
import type { Priority, TaskType } from '../../../contract/values.ts';
import { defaultMinutes } from '../../../contract/states/task.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import { deleteDraft, saveDraft, savedDraft } from '../../forms/drafts.ts';
import { iso } from '../../lib/ports.ts';
import type { TaskFields } from './actions.ts';

/** Form values, complete or not. */
export interface TaskDraft {
  type: TaskType;
  title: string;
  /** A custom title no longer follows type and person. */
  is_titled: boolean;
  linked_user_id: string | null;
  contact_id: string | null;
  linked_name: string | null;
  /** Instant; empty until chosen. */
  start_at: string;
  minutes: number;
  /** A custom duration. */
  is_sized: boolean;
  priority: Priority;
  place: string;
  description: string;
  /** Minutes before the start. */
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

/** "Anna P." for "Anna Petrova". */
export function shortName(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  const initial = [...(rest.at(-1) ?? '')][0];
  return initial ? `${first} ${initial.toUpperCase()}.` : first;
}

const nameOf = (task_id: string | null): string => `task:${task_id ?? 'new'}`;

/** The stored draft of a form closed by accident, in the person's database. */
export async function savedTaskDraft(db: PhoneDb, task_id: string | null): Promise<TaskDraft | null> {
  const saved = await savedDraft(db, nameOf(task_id));
  // An older version may have stored the draft: missing fields are filled in.
  return saved && { ...emptyDraft, ...saved };
}

export const saveTaskDraft = (db: PhoneDb, task_id: string | null, draft: TaskDraft): Promise<void> =>
  saveDraft(db, nameOf(task_id), draft);

export const deleteTaskDraft = (db: PhoneDb, task_id: string | null): Promise<void> => deleteDraft(db, nameOf(task_id));
