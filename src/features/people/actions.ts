import type { Person } from '../../../contract/entities/person.ts';
import type { CloseReason, LeadRejectReason } from '../../../contract/values.ts';
import type { Args } from '../../../contract/writes/index.ts';
import { personName } from '../../cards/person-words.ts';
import type { Store } from '../../db/store.ts';
import { iso } from '../../lib/ports.ts';

const at = (store: Store): string => iso(store.now());

/** Writes something down about somebody. Gives the op id, as all of these. */
export function addNote(store: Store, person: Person, text: string): Promise<string> {
  const args = { person_id: person.id, text, at: at(store) };
  return store.write({ kind: 'person.note', id: store.newId(), args, title: personName(person) });
}

export function editPerson(store: Store, person: Person, patch: Args<'person.edit'>): Promise<string> {
  return store.write({ kind: 'person.edit', id: person.id, args: patch, title: personName(person) });
}

export interface Give {
  to_id: string;
  to_name: string;
  note: string;
  /** Beyond the daily limit, by a manager. */
  reason?: string;
}

export function givePerson(store: Store, person: Person, { reason, ...give }: Give): Promise<string> {
  const args = { ...give, ...(reason && { force: true, reason }), at: at(store) };
  return store.write({ kind: 'lead.give', id: person.id, args, title: personName(person) });
}

export function rejectPerson(store: Store, person: Person, reason: LeadRejectReason, text: string): Promise<string> {
  const args = { reason, text, at: at(store) };
  return store.write({ kind: 'lead.reject', id: person.id, args, title: personName(person) });
}

export function activatePerson(store: Store, person: Person): Promise<string> {
  return store.write({ kind: 'lead.activate', id: person.id, args: { at: at(store) }, title: personName(person) });
}

export interface Close {
  reason: CloseReason;
  text: string;
  duplicate_of: string | null;
}

export function closePerson(store: Store, person: Person, close: Close): Promise<string> {
  return store.write({
    kind: 'lead.close',
    id: person.id,
    args: { ...close, at: at(store) },
    title: personName(person),
  });
}

export function reopenPerson(store: Store, person: Person): Promise<string> {
  return store.write({ kind: 'lead.reopen', id: person.id, args: { at: at(store) }, title: personName(person) });
}

export function removePerson(store: Store, person: Person, typed_name: string): Promise<string> {
  const args = { typed_name, at: at(store) };
  return store.write({ kind: 'lead.remove', id: person.id, args, title: personName(person) });
}
