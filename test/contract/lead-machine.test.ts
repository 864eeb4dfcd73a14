import { describe, expect, it } from 'vitest';
import type { Person } from '../../contract/entities/person.ts';
import { Refused } from '../../contract/errors.ts';
import { makePartner } from '../../contract/states/partner.ts';
import { transition } from '../../contract/states/machine.ts';
import {
  activateLead,
  closeLead,
  giveLead,
  isNameTyped,
  leadMachine,
  nextLeadStatus,
  rejectLead,
  reopenLead,
  returnLead,
  type LeadCommand,
} from '../../contract/states/lead.ts';
import { personStatuses, type PersonStatus } from '../../contract/filter-values.ts';

const at = '2026-03-02T09:00:00.000Z';
const id = (index: number) => `018f0000-0000-7000-8000-${String(index).padStart(12, '0')}`;

function personIn(status: PersonStatus, more: Partial<Person> = {}): Person {
  const ownerId = status === 'waiting' ? null : id(1);
  return {
    id: id(9),
    rev: 3,
    first_name: 'Ivan',
    last_name: 'Petrov',
    middle_name: '',
    phone: '+491511234567',
    phone_invalid: false,
    email: null,
    telegram: null,
    city: '',
    country: null,
    address: '',
    language: 'ru',
    date_birth: null,
    status,
    responsible_id: ownerId,
    responsible_name: ownerId && 'Olga Sommer',
    tags: [],
    groups: [],
    source: 'manual',
    do_not_contact: false,
    notes: '',
    is_subscribed: false,
    is_blocked: false,
    has_login: false,
    waiting_since: ownerId === null ? at : null,
    next_step_at: null,
    created_at: at,
    updated_at: at,
    ...more,
  };
}

const colleague = { id: id(2), name: 'Timur Nazarov' };
const run: Record<LeadCommand, (person: Person) => Person> = {
  take: (person) => ({ ...person, status: nextLeadStatus(person.status, 'take') ?? person.status }),
  assign: (person) => ({ ...person, status: nextLeadStatus(person.status, 'assign') ?? person.status }),
  give: (person) => (nextLeadStatus(person.status, 'give'), giveLead(person, colleague)),
  reject: (person) => rejectLead(person, at),
  activate: activateLead,
  join: (person) => makePartner(person, { company: 'Bookshop', partner_note: '', at }),
  close: (person) => closeLead(person, 'not_interested'),
  reopen: (person) => reopenLead(person, { at, by_manager: false }),
  return: (person) => returnLead(person, at),
};

// Repeats the state table, so that a change must be made in both places deliberately.
const X = 'invalid';
const expected: Record<LeadCommand, Record<PersonStatus, PersonStatus | 'invalid' | 'noop'>> = {
  take: { waiting: 'processing', processing: X, active: X, not_active: X },
  assign: { waiting: 'processing', processing: X, active: X, not_active: X },
  give: { waiting: X, processing: 'processing', active: 'active', not_active: X },
  reject: { waiting: 'noop', processing: 'waiting', active: 'waiting', not_active: X },
  activate: { waiting: X, processing: 'active', active: 'noop', not_active: X },
  join: { waiting: 'active', processing: 'active', active: 'noop', not_active: X },
  close: { waiting: X, processing: 'not_active', active: 'not_active', not_active: 'noop' },
  reopen: { waiting: 'noop', processing: 'noop', active: X, not_active: 'processing' },
  return: { waiting: 'noop', processing: 'waiting', active: X, not_active: X },
};
const commands = Object.keys(expected) as LeadCommand[];
const cells = commands.flatMap((command) => personStatuses.map((status) => [command, status] as const));

function codeOf(work: () => unknown): string | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof Refused) return error.code;
    throw error;
  }
}

describe('lead state table', () => {
  it.each(cells)('the command %s on a lead in status %s follows the state table', (command, status) => {
    const target = expected[command][status];
    expect(transition(leadMachine, status, command)).toEqual(
      target === X || target === 'noop' ? { kind: target } : { kind: 'transition', to: target },
    );
    const person = personIn(status);
    const before = structuredClone(person);
    if (target === X) expect(codeOf(() => run[command](person))).toBe('lead_state');
    else if (target === 'noop') expect(run[command](person).status).toBe(status);
    else expect(run[command](person).status).toBe(target);
    expect(person).toEqual(before);
  });
});

describe('lead transitions', () => {
  it('assigns a lead from the pool, and does nothing if the lead already has that owner', () => {
    const assigned = giveLead(personIn('waiting'), colleague);
    expect(assigned).toMatchObject({ status: 'processing', responsible_id: colleague.id, waiting_since: null });
    expect(giveLead(assigned, colleague)).toBe(assigned);
  });

  it('reopening a closed lead without an employee returns it to the pool', () => {
    const closed = personIn('not_active', { responsible_id: null });
    expect(reopenLead(closed, { at, by_manager: true })).toMatchObject({ status: 'waiting', waiting_since: at });
  });

  it('lets only a manager reopen a lead that was closed because the person wants no contact', () => {
    const closed = closeLead(personIn('active'), 'do_not_contact');
    expect(closed).toMatchObject({ status: 'not_active', do_not_contact: true });
    expect(codeOf(() => reopenLead(closed, { at, by_manager: false }))).toBe('do_not_contact');
    expect(reopenLead(closed, { at, by_manager: true })).toMatchObject({ status: 'processing', do_not_contact: false });
  });

  it('ignores case and spacing in the name that is typed to confirm a removal', () => {
    const person = personIn('active', { first_name: 'Zoé', last_name: 'van  Dam' });
    for (const typed of ['Zoé van Dam', ' zoe\u0301 VAN dam ']) expect(isNameTyped(person, typed)).toBe(true);
    for (const typed of ['', 'Zoé', 'Zoe van Dam']) expect(isNameTyped(person, typed)).toBe(false);
  });
});
