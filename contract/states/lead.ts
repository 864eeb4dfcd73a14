import type { Person } from '../entities/person.ts';
import { Refused } from '../errors.ts';
import { personStatuses, type CloseReason, type PersonStatus } from '../values.ts';
import { transition, type Machine } from './machine.ts';

/** `assign` puts somebody out of the pool into an employee's hands, `give` from one's into another's. */
export type LeadCommand = 'take' | 'assign' | 'give' | 'reject' | 'activate' | 'close' | 'reopen';

/** `reopen` leads back to the pool where nobody looks after the person any more. */
export const leadMachine: Machine<PersonStatus, LeadCommand> = {
  states: personStatuses,
  commands: {
    take: { from: ['waiting'], to: 'processing', noop: [] },
    assign: { from: ['waiting'], to: 'processing', noop: [] },
    give: { from: ['processing', 'active'], to: 'same', noop: [] },
    reject: { from: ['processing', 'active'], to: 'waiting', noop: ['waiting'] },
    activate: { from: ['processing'], to: 'active', noop: ['active'] },
    close: { from: ['processing', 'active'], to: 'not_active', noop: ['not_active'] },
    reopen: { from: ['not_active'], to: 'processing', noop: ['processing', 'waiting'] },
  },
};

/** Moves by the table, or throws `lead_state`. Null means a harmless noop: nothing changes. */
export function nextLeadStatus(status: PersonStatus, command: LeadCommand): PersonStatus | null {
  const result = transition(leadMachine, status, command);
  if (result.kind === 'invalid') throw new Refused('lead_state', { state: status, command });
  return result.kind === 'transition' ? result.to : null;
}

/** To another employee; out of the pool too. Throws `lead_state`. */
export function giveLead(person: Person, to: { id: string; name: string | null }): Person {
  if (person.responsible_id === to.id) return person;
  const status = nextLeadStatus(person.status, person.status === 'waiting' ? 'assign' : 'give') ?? person.status;
  return { ...person, status, responsible_id: to.id, responsible_name: to.name, waiting_since: null };
}

/** Back to the pool. Throws `lead_state`. */
export function rejectLead(person: Person, at: string): Person {
  const status = nextLeadStatus(person.status, 'reject');
  return status === null
    ? person
    : { ...person, status, responsible_id: null, responsible_name: null, waiting_since: at };
}

/** Takes part. Throws `lead_state`; that somebody was reached is for the server to know. */
export function activateLead(person: Person): Person {
  const status = nextLeadStatus(person.status, 'activate');
  return status === null ? person : { ...person, status };
}

/** The work ends. Throws `lead_state`. */
export function closeLead(person: Person, reason: CloseReason): Person {
  const status = nextLeadStatus(person.status, 'close');
  if (status === null) return person;
  return { ...person, status, do_not_contact: person.do_not_contact || reason === 'do_not_contact' };
}

/** It goes on. Who wants no contact is asked again by a manager alone: `do_not_contact`. Throws `lead_state`. */
export function reopenLead(person: Person, { at, by_manager }: { at: string; by_manager: boolean }): Person {
  const status = nextLeadStatus(person.status, 'reopen');
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
