import type { Contact } from '../../../contract/entities/contact.ts';
import type { Interaction, InteractionEditArgs, InteractionLogArgs } from '../../../contract/entities/interaction.ts';
import { defaultMinutes } from '../../../contract/states/task.ts';
import { contactName } from '../../components/contact/contact-labels.ts';
import type { Draft } from '../../db/outbox/outbox.ts';
import { depsOfLinked } from '../../db/outbox/person-deps.ts';
import type { Store } from '../../db/schema/store.ts';
import { iso } from '../../lib/ports.ts';
import { hasTasks, nextCallWith } from './plannable.ts';
import { linkedTaskOf } from './linked-task.ts';
import { savedContact } from '../../db/queries/contacts.ts';
import { savedInteraction } from '../../db/queries/interactions.ts';
import { savedPerson } from '../../db/queries/people.ts';

const MAX_TITLE_CHARS = 120;

export interface NewLog {
  id: string;
  /** Name of the called person, shown in the sync centre. */
  name: string;
  args: InteractionLogArgs;
  /** Title of the follow-up task, such as "Call Anna Berg". */
  task_title: string;
  /** Title of the completed task, such as "Meet Anna Berg"; defaults to the follow-up's title. */
  done_title?: string;
  /** The dialled number, if it is known. */
  number?: string;
}

/**
 * Returns the write that sets the contact's next step to the follow-up; an empty list if the next step stays the same.
 */
function nextStepDrafts(contact: Contact | undefined, follow_up_at: string | null): Draft<'contact.edit'>[] {
  if (!contact || follow_up_at === null || contact.next_step_at === follow_up_at) return [];
  return [{ kind: 'contact.edit', id: contact.id, args: { next_step_at: follow_up_at }, title: contactName(contact) }];
}

/** Puts several writes into one atomic group. */
const inAtomicGroup = (store: Store, drafts: readonly Draft[]): Draft[] => {
  if (drafts.length < 2) return [...drafts];
  const atomic_group = store.newId();
  return drafts.map((draft) => ({ ...draft, atomic_group }));
};

function followUpTaskDraft(
  store: Store,
  linked: Pick<InteractionLogArgs, 'user_id' | 'contact_id'>,
  { args, name, task_title }: NewLog,
): Draft<'task.create'> {
  const start_at = args.follow_up_at ?? args.at;
  return {
    kind: 'task.create',
    id: store.newId(),
    title: task_title,
    args: {
      type: 'call',
      title: task_title.slice(0, MAX_TITLE_CHARS),
      place: '',
      description: '',
      start_at,
      end_at: iso(Date.parse(start_at) + defaultMinutes.call * 60_000),
      priority: 'normal',
      linked_user_id: linked.user_id,
      contact_id: linked.contact_id,
      linked_name: name,
      reminders: [15],
      follow_up_of: null,
      source: 'follow_up',
      at: iso(store.now()),
    },
    // The follow-up task is not part of the atomic group: if the server rejects its linked person, the call must still
    // be saved.
    deps: ['#0'],
  };
}

/**
 * Whether the interaction is already saved: the app may have been killed between saving it and clearing the pending
 * questions about the call.
 */
async function isLogged({ db }: Store, id: string): Promise<boolean> {
  const queued = db.outbox.where('[entity+entity_id]').equals(['interactions', id]);
  return (await savedInteraction(db, id)) !== undefined || (await queued.count()) > 0;
}

/** Returns the writes that set the contact's next step, and mark the called number as wrong if it is. */
function changesOf(contact: Contact | undefined, { args, number }: NewLog): Draft<'contact.edit'>[] {
  const step = nextStepDrafts(contact, args.follow_up_at);
  const isWrong = args.result === 'wrong_number' && contact?.phones.some((phone) => phone.number === number);
  if (!contact || !isWrong) return step;
  const phones = contact.phones.map((phone) => (phone.number === number ? { ...phone, invalid: true } : phone));
  return [{ kind: 'contact.edit', id: contact.id, args: { ...step[0]?.args, phones }, title: contactName(contact) }];
}

/** Returns the dialled number: the given one or, without one, the only number of the person or contact. */
async function findDialledNumber(
  { db }: Store,
  { args, number }: NewLog,
  contact: Contact | undefined,
): Promise<string> {
  if (number) return number;
  const person = args.user_id === null ? undefined : await savedPerson(db, args.user_id);
  if (person) return person.phone ?? '';
  return contact?.phones.length === 1 ? (contact.phones[0]?.number ?? '') : '';
}

/** A logged interaction with its effects. */
export interface LoggedCall {
  /** Op id of the log entry; undoing that op undoes everything that is not sent yet. */
  op_id: string;
  drafts: readonly Draft[];
  /** The contact as it was before the interaction was logged. */
  contact: Contact | undefined;
}

/**
 * Logs an interaction with its effects on the contact. For employees it also completes the linked task, or creates a
 * completed one, and plans the follow-up. Returns null if the entry already exists. Throws the same errors as enqueue.
 */
export async function logCall(store: Store, log: NewLog): Promise<LoggedCall | null> {
  const { db } = store;
  const { contact_id, follow_up_at } = log.args;
  if (await isLogged(store, log.id)) return null;
  const contact = contact_id === null ? undefined : await savedContact(db, contact_id);
  const deps = await depsOfLinked(db, log.args);
  const number = await findDialledNumber(store, log, contact);
  const taskInfo = { args: log.args, name: log.name, title: log.done_title ?? log.task_title, number };
  const userHasTasks = await hasTasks(store);
  const completedTask = userHasTasks ? await linkedTaskOf(store, { ...taskInfo, deps: ['#0'] }) : null;
  const entry: Draft<'interaction.log'> = {
    kind: 'interaction.log',
    id: log.id,
    args: { ...log.args, task_id: completedTask?.task_id ?? log.args.task_id },
    title: log.name,
    deps,
  };
  const drafts = [
    ...inAtomicGroup(store, [entry, ...changesOf(contact, { ...log, number })]),
    ...(completedTask?.drafts ?? []),
  ];
  if (follow_up_at !== null && completedTask)
    drafts.push(followUpTaskDraft(store, await nextCallWith(store, log.args, contact), log));
  return { op_id: (await store.writeAll(drafts))[0]!, drafts, contact };
}

const editableFields = ['direction', 'at', 'duration_s', 'result', 'note', 'follow_up_at'] as const;

/** Queues the changed fields of an interaction and moves the contact's next step. Returns null when nothing changed. */
export async function editCall(
  store: Store,
  row: Interaction,
  newValues: Pick<Interaction, (typeof editableFields)[number]>,
  name: string,
): Promise<string | null> {
  const changed = editableFields.filter((field) => newValues[field] !== row[field]);
  if (changed.length === 0) return null;
  const args: InteractionEditArgs = Object.fromEntries(changed.map((field) => [field, newValues[field]]));
  const contact = row.contact_id === null ? undefined : await savedContact(store.db, row.contact_id);
  const step = changed.includes('follow_up_at') ? nextStepDrafts(contact, newValues.follow_up_at) : [];
  const entry: Draft<'interaction.edit'> = { kind: 'interaction.edit', id: row.id, args, title: name };
  return (await store.writeAll(inAtomicGroup(store, [entry, ...step])))[0]!;
}

export async function deleteCall(store: Store, row: Interaction, name: string): Promise<string> {
  return store.write({ kind: 'interaction.delete', id: row.id, args: { at: iso(store.now()) }, title: name });
}

/** Undoes the deletion of an interaction. If the deletion has already been sent, creates a new interaction instead. */
export async function undoDelete(store: Store, op_id: string, row: Interaction, name: string): Promise<void> {
  if (await store.undo(op_id)) return;
  const { contact_id, user_id, phone_raw, task_id, kind, direction, at, duration_s, result, note, follow_up_at } = row;
  const args = { contact_id, user_id, phone_raw, task_id, kind, direction, at, duration_s, result, note, follow_up_at };
  await store.write({ kind: 'interaction.log', id: store.newId(), args, title: name });
}
