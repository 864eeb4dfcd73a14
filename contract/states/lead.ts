import type { Person } from '../entities/person.ts';
import { Refused } from '../errors.ts';
import { personStatuses, type CloseReason, type PersonStatus } from '../values.ts';
import { step, type Machine } from './machine.ts';

/** `assign` puts somebody out of the pool into an employee's hands, `give` from one's into another's. */
export type LeadCommand = 'take' | 'assign' | 'give' | 'reject' | 'activate' | 'close' | 'reopen';

/** `reopen` leads back to the pool where nobody looks after the person any more. */
export const leadMachine: Machine<PersonStatus, LeadCommand> = {
  states: personStatuses,
  commands: {
    take: { from: ['waiting'], to: 'processing', repeat: [] },
    assign: { from: ['waiting'], to: 'processing', repeat: [] },
    give: { from: ['processing', 'active'], to: 'same', repeat: [] },
    reject: { from: ['processing', 'active'], to: 'waiting', repeat: ['waiting'] },
    activate: { from: ['processing'], to: 'active', repeat: ['active'] },
    close: { from: ['processing', 'active'], to: 'not_active', repeat: ['not_active'] },
    reopen: { from: ['not_active'], to: 'processing', repeat: ['processing', 'waiting'] },
  },
};

/** Moves by the table, or throws `lead_state`. Null means a harmless repeat: nothing changes. */
export function movedLead(status: PersonStatus, command: LeadCommand): PersonStatus | null {
  const result = step(leadMachine, status, command);
  if (result.kind === 'illegal') throw new Refused('lead_state', { state: status, command });
  return result.kind === 'move' ? result.to : null;
}

/** To another employee; out of the pool too. Throws `lead_state`. */
export function giveLead(person: Person, to: { id: string; name: string | null }): Person {
  if (person.responsible_id === to.id) return person;
  const status = movedLead(person.status, person.status === 'waiting' ? 'assign' : 'give') ?? person.status;
  return { ...person, status, responsible_id: to.id, responsible_name: to.name, waiting_since: null };
}

/** Back to the pool. Throws `lead_state`. */
export function rejectLead(person: Person, at: string): Person {
  const status = movedLead(person.status, 'reject');
  return status === null
    ? person
    : { ...person, status, responsible_id: null, responsible_name: null, waiting_since: at };
}

/** Takes part. Throws `lead_state`; that somebody was reached is for the server to know. */
export function activateLead(person: Person): Person {
  const status = movedLead(person.status, 'activate');
  return status === null ? person : { ...person, status };
}

/** The work ends. Throws `lead_state`. */
export function closeLead(person: Person, reason: CloseReason): Person {
  const status = movedLead(person.status, 'close');
  if (status === null) return person;
  return { ...person, status, do_not_contact: person.do_not_contact || reason === 'do_not_contact' };
}

/** It goes on. Who wants no contact is asked again by a manager alone: `do_not_contact`. Throws `lead_state`. */
export function reopenLead(person: Person, { at, by_manager }: { at: string; by_manager: boolean }): Person {
  const status = movedLead(person.status, 'reopen');
  if (status === null) return person;
  if (person.do_not_contact && !by_manager) throw new Refused('do_not_contact');
  const kept = { ...person, do_not_contact: false };
  return person.responsible_id === null ? { ...kept, status: 'waiting', waiting_since: at } : { ...kept, status };
}

/** A name typed by hand: case and spaces do not matter. */
export function isNameTyped({ first_name, last_name }: Pick<Person, 'first_name' | 'last_name'>, typed: string) {
  const plain = (name: string) => name.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
  return plain(typed) === plain(`${first_name} ${last_name}`);
}
