import type { Person } from '../entities/person.ts';
import { Refused } from '../errors.ts';
import type { CloseReason } from '../values.ts';
import { personStatuses, type PersonStatus } from '../filter-values.ts';
import { transition, type Machine } from './machine.ts';

/**
 * `return` returns a lead to the pool because no task was finished; `assign` assigns a lead from the pool to an
 * employee; `give` transfers a lead from one employee to another; `join` makes a person a partner.
 */
export type LeadCommand = 'take' | 'assign' | 'give' | 'reject' | 'activate' | 'join' | 'close' | 'reopen' | 'return';

/**
 * State machine of a lead. The target of `reopen` applies only if the person has a responsible employee; otherwise
 * reopenLead returns the person to the pool.
 */
export const leadMachine: Machine<PersonStatus, LeadCommand> = {
  states: personStatuses,
  commands: {
    take: { from: ['waiting'], to: 'processing', noop: [] },
    assign: { from: ['waiting'], to: 'processing', noop: [] },
    give: { from: ['processing', 'active'], to: 'same', noop: [] },
    reject: { from: ['processing', 'active'], to: 'waiting', noop: ['waiting'] },
    activate: { from: ['processing'], to: 'active', noop: ['active'] },
    join: { from: ['waiting', 'processing'], to: 'active', noop: ['active'] },
    close: { from: ['processing', 'active'], to: 'not_active', noop: ['not_active'] },
    reopen: { from: ['not_active'], to: 'processing', noop: ['processing', 'waiting'] },
    return: { from: ['processing'], to: 'waiting', noop: ['waiting'] },
  },
};

/** Returns the next status, or null if nothing changes (a no-op). Throws `lead_state`. */
export function nextLeadStatus(status: PersonStatus, command: LeadCommand): PersonStatus | null {
  const result = transition(leadMachine, status, command);
  if (result.kind === 'invalid') throw new Refused('lead_state', { state: status, command });
  return result.kind === 'transition' ? result.to : null;
}

/** Assigns a person, from the pool or from their current employee, to another employee. Throws `lead_state`. */
export function giveLead(person: Person, to: { id: string; name: string | null }): Person {
  if (person.responsible_id === to.id) return person;
  const status = nextLeadStatus(person.status, person.status === 'waiting' ? 'assign' : 'give') ?? person.status;
  return { ...person, status, responsible_id: to.id, responsible_name: to.name, waiting_since: null };
}

/** Returns a person to the pool. Throws `lead_state`. */
export const rejectLead = (person: Person, at: string): Person => withoutEmployee(person, 'reject', at);

/** Returns a lead to the pool because no task was finished. Throws `lead_state`. */
export const returnLead = (person: Person, at: string): Person => withoutEmployee(person, 'return', at);

function withoutEmployee(person: Person, command: 'reject' | 'return', at: string): Person {
  const status = nextLeadStatus(person.status, command);
  return status === null
    ? person
    : { ...person, status, responsible_id: null, responsible_name: null, waiting_since: at };
}

/** Marks a person as active. Throws `lead_state`. Only the server checks whether the person was reached. */
export function activateLead(person: Person): Person {
  const status = nextLeadStatus(person.status, 'activate');
  return status === null ? person : { ...person, status };
}

/** Ends the work with a person. Throws `lead_state`. */
export function closeLead(person: Person, reason: CloseReason): Person {
  const status = nextLeadStatus(person.status, 'close');
  if (status === null) return person;
  return { ...person, status, do_not_contact: person.do_not_contact || reason === 'do_not_contact' };
}

/**
 * Resumes the work with a person. Throws `lead_state`, and `do_not_contact` if the person asked not to be contacted and
 * the caller is not a manager.
 */
export function reopenLead(person: Person, { at, by_manager }: { at: string; by_manager: boolean }): Person {
  const status = nextLeadStatus(person.status, 'reopen');
  if (status === null) return person;
  if (person.do_not_contact && !by_manager) throw new Refused('do_not_contact');
  const reopened = { ...person, do_not_contact: false };
  return person.responsible_id === null
    ? { ...reopened, status: 'waiting', waiting_since: at }
    : { ...reopened, status };
}

/** Whether the typed name is that of the person, ignoring case and extra spaces. */
export function isNameTyped({ first_name, last_name }: Pick<Person, 'first_name' | 'last_name'>, typed: string) {
  const normalizeName = (name: string) => name.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
  return normalizeName(typed) === normalizeName(`${first_name} ${last_name}`);
}
