import type { Person } from '../../../contract/entities/person.ts';
import type { CloseReason, LeadRejectReason } from '../../../contract/values.ts';
import type { Args } from '../../../contract/writes/index.ts';
import { personName } from '../../components/person/person-labels.ts';
import type { Entry } from '../../db/outbox/entry.ts';
import { depsOfPerson, depsOfLinked } from '../../db/outbox/person-deps.ts';
import type { Store } from '../../db/schema/store.ts';
import { iso } from '../../lib/ports.ts';
import { changedFields, leadArgs, type LeadFields } from './lead-draft.ts';

const at = (store: Store): string => iso(store.now());

/** Queues a note on a person. Like all functions in this file, returns the op id of the write. */
export async function addNote(store: Store, person: Person, text: string): Promise<string> {
  const args = { person_id: person.id, text, at: at(store) };
  const deps = await depsOfPerson(store.db, person.id);
  return store.write({ kind: 'person.note', id: store.newId(), args, title: personName(person), deps });
}

/** Queues a message to a person through the Telegram bot. */
export async function sendMessage(store: Store, person: Person, text: string): Promise<string> {
  const args = { person_id: person.id, text, at: at(store) };
  const deps = await depsOfPerson(store.db, person.id);
  return store.write({ kind: 'person.message', id: store.newId(), args, title: personName(person), deps });
}

/** Queues a new person who is assigned to the user. */
export async function createLead(store: Store, id: string, fields: LeadFields): Promise<string> {
  const args = { ...leadArgs(fields), at: at(store) };
  return store.write({ kind: 'lead.create', id, args, title: personName(fields) });
}

/** Replaces a rejected write about a person with one that has the current form values. */
export function resendLead(store: Store, entry: Entry, person: Person | null, fields: LeadFields): Promise<string> {
  const before = entry.args as Record<string, unknown>;
  if (entry.kind !== 'person.edit' || !person) return store.supersede(entry.op_id, { ...before, ...leadArgs(fields) });
  const changed: Record<string, unknown> = changedFields(person, fields);
  const names = (Object.keys(fields) as (keyof LeadFields)[]).filter((name) => name in before || name in changed);
  return store.supersede(entry.op_id, Object.fromEntries(names.map((name) => [name, fields[name]])));
}

export function editPerson(store: Store, person: Person, patch: Args<'person.edit'>): Promise<string> {
  return store.write({ kind: 'person.edit', id: person.id, args: patch, title: personName(person) });
}

export function rejectPerson(store: Store, person: Person, reason: LeadRejectReason, text: string): Promise<string> {
  const args = { reason, text, at: at(store) };
  return store.write({ kind: 'lead.reject', id: person.id, args, title: personName(person) });
}

export function activatePerson(store: Store, person: Person): Promise<string> {
  return store.write({ kind: 'lead.activate', id: person.id, args: { at: at(store) }, title: personName(person) });
}

export interface LeadClosing {
  reason: CloseReason;
  text: string;
  duplicate_of: string | null;
}

export async function closePerson(store: Store, person: Person, close: LeadClosing): Promise<string> {
  const args = { ...close, at: at(store) };
  const deps = await depsOfLinked(store.db, { user_id: close.duplicate_of });
  return store.write({ kind: 'lead.close', id: person.id, args, title: personName(person), deps });
}

export function reopenPerson(store: Store, person: Person): Promise<string> {
  return store.write({ kind: 'lead.reopen', id: person.id, args: { at: at(store) }, title: personName(person) });
}

export function removePerson(store: Store, person: Person, typed_name: string): Promise<string> {
  const args = { typed_name, at: at(store) };
  return store.write({ kind: 'lead.remove', id: person.id, args, title: personName(person) });
}
