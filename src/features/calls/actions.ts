import type { Contact } from '../../../contract/entities/contact.ts';
import type { Interaction, InteractionEditArgs, InteractionLogArgs } from '../../../contract/entities/interaction.ts';
import { defaultMinutes } from '../../../contract/states/task.ts';
import { contactName } from '../../cards/contact-words.ts';
import type { PhoneDb } from '../../db/db.ts';
import type { Draft } from '../../db/outbox.ts';
import type { Store } from '../../db/store.ts';
import { iso } from '../../lib/ports.ts';
import { plannableUser } from './plannable.ts';

const TITLE_MAX = 120;

export interface NewLog {
  id: string;
  /** Whom it was with, as the sync centre says it. */
  name: string;
  args: InteractionLogArgs;
  /** Title of the task that reminds of the follow-up, "Call Anna Berg". */
  task_title: string;
}

/** The last unsent write that makes this contact: nothing about it may reach the server before that. */
async function makingOf(db: PhoneDb, contact_id: string): Promise<string[]> {
  const entries = await db.outbox.where('[entity+entity_id]').equals(['contacts', contact_id]).sortBy('seq');
  const making = entries.findLast(({ kind }) => kind === 'contact.create' || kind === 'contact.restore');
  return making ? [making.op_id] : [];
}

/** The next step of the contact itself, where it is another one than it was. */
function nextStep(contact: Contact | undefined, follow_up_at: string | null): Draft<'contact.edit'>[] {
  if (!contact || follow_up_at === null || contact.next_step_at === follow_up_at) return [];
  return [{ kind: 'contact.edit', id: contact.id, args: { next_step_at: follow_up_at }, title: contactName(contact) }];
}

/** What is said together is taken together. */
const together = (store: Store, drafts: readonly Draft[]): Draft[] => {
  if (drafts.length < 2) return [...drafts];
  const atomic_group = store.newId();
  return drafts.map((draft) => ({ ...draft, atomic_group }));
};

function reminder(
  store: Store,
  user: { id: string; name: string },
  { args, task_title }: NewLog,
): Draft<'task.create'> {
  const start_at = args.follow_up_at ?? args.at;
  return {
    kind: 'task.create',
    id: store.newId(),
    title: task_title,
    args: {
      type: 'call',
      title: task_title.slice(0, TITLE_MAX),
      place: '',
      description: '',
      start_at,
      end_at: iso(Date.parse(start_at) + defaultMinutes.call * 60_000),
      priority: 'normal',
      linked_user_id: user.id,
      linked_name: user.name,
      reminders: [15],
      follow_up_of: null,
      source: 'follow_up',
      at: iso(store.now()),
    },
    // Not in the group: whether the server lets the task be linked must not decide about what happened.
    deps: ['#0'],
  };
}

/** Was this row made before? A phone killed between saving and forgetting the call asks again. */
async function isLogged({ db }: Store, id: string): Promise<boolean> {
  const queued = db.outbox.where('[entity+entity_id]').equals(['interactions', id]);
  return (await db.interactions.get(id)) !== undefined || (await queued.count()) > 0;
}

/**
 * Writes down what happened, with the contact's next step and, for employees, a task that reminds of it where the
 * contact is one of their own people (calls are planned with users alone). Gives the op of the log; null when it was there already.
 * Throws as enqueue does.
 */
export async function logCall(store: Store, log: NewLog): Promise<string | null> {
  const { db } = store;
  const { contact_id, follow_up_at } = log.args;
  if (await isLogged(store, log.id)) return null;
  const contact = contact_id === null ? undefined : await db.contacts.get(contact_id);
  const deps = contact_id === null ? [] : await makingOf(db, contact_id);
  const entry: Draft<'interaction.log'> = {
    kind: 'interaction.log',
    id: log.id,
    args: log.args,
    title: log.name,
    deps,
  };
  const drafts = together(store, [entry, ...nextStep(contact, follow_up_at)]);
  const user_id = follow_up_at === null ? null : await plannableUser(store, contact);
  if (user_id !== null) drafts.push(reminder(store, { id: user_id, name: log.name }, log));
  return (await store.writeAll(drafts))[0]!;
}

const editable = ['direction', 'at', 'duration_s', 'result', 'note', 'follow_up_at'] as const;

/** Sends what is different, and moves the contact's next step along. Null when nothing changed. */
export async function editCall(
  store: Store,
  row: Interaction,
  wanted: Pick<Interaction, (typeof editable)[number]>,
  name: string,
): Promise<string | null> {
  const changed = editable.filter((field) => wanted[field] !== row[field]);
  if (changed.length === 0) return null;
  const args: InteractionEditArgs = Object.fromEntries(changed.map((field) => [field, wanted[field]]));
  const contact = row.contact_id === null ? undefined : await store.db.contacts.get(row.contact_id);
  const step = changed.includes('follow_up_at') ? nextStep(contact, wanted.follow_up_at) : [];
  const entry: Draft<'interaction.edit'> = { kind: 'interaction.edit', id: row.id, args, title: name };
  return (await store.writeAll(together(store, [entry, ...step])))[0]!;
}

export async function deleteCall(store: Store, row: Interaction, name: string): Promise<string> {
  return store.write({ kind: 'interaction.delete', id: row.id, args: { at: iso(store.now()) }, title: name });
}

/** Takes a deletion back. One that was sent already cannot be: what was there is then written down once more. */
export async function undoDelete(store: Store, op_id: string, row: Interaction, name: string): Promise<void> {
  if (await store.undo(op_id)) return;
  const { contact_id, user_id, phone_raw, task_id, kind, direction, at, duration_s, result, note, follow_up_at } = row;
  const args = { contact_id, user_id, phone_raw, task_id, kind, direction, at, duration_s, result, note, follow_up_at };
  await store.write({ kind: 'interaction.log', id: store.newId(), args, title: name });
}
