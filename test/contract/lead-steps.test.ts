import { describe, expect, it } from 'vitest';
import type { Person } from '../../contract/entities/person.ts';
import { Refused } from '../../contract/errors.ts';
import {
  activateLead,
  closeLead,
  giveLead,
  isNameTyped,
  nextLeadStatus,
  rejectLead,
  reopenLead,
} from '../../contract/states/lead.ts';
import { closeReasons } from '../../contract/values.ts';
import type { PersonStatus } from '../../contract/filter-values.ts';

const at = '2026-03-02T09:00:00.000Z';
const id = (index: number) => `018f0000-0000-7000-8000-${String(index).padStart(12, '0')}`;

function personIn(status: PersonStatus, change: Partial<Person> = {}): Person {
  const isPooled = status === 'waiting';
  return {
    ...{ id: id(9), rev: 3, first_name: 'Ivan', last_name: 'Petrov', middle_name: '', phone: '+491511234567' },
    ...{ phone_invalid: false, email: null, telegram: null, city: '', country: null, address: '', language: 'ru' },
    ...{ date_birth: null, status, tags: [], groups: [], source: 'manual', do_not_contact: false, notes: '' },
    ...{ responsible_id: isPooled ? null : id(1), responsible_name: isPooled ? null : 'Olga Sommer' },
    ...{ is_subscribed: false, is_blocked: false, has_login: false, waiting_since: isPooled ? at : null },
    ...{ next_step_at: null, created_at: at, updated_at: at },
    ...change,
  };
}

describe('a lead', () => {
  it("a lead that is assigned to an employee has the employee's name and no waiting time", () => {
    const owner = { responsible_id: id(2), responsible_name: 'Timur Nazarov' };
    const to = { id: id(2), name: 'Timur Nazarov' };
    const waiting = personIn('waiting');
    expect(giveLead(waiting, to)).toEqual({ ...waiting, ...owner, status: 'processing', waiting_since: null });
    const active = personIn('active');
    expect(giveLead(active, to)).toEqual({ ...active, ...owner });
  });

  it('a lead that returns to the pool has no owner, and its waiting time starts again from zero', () => {
    const later = '2026-03-03T09:00:00.000Z';
    const person = personIn('active');
    const pooled = { status: 'waiting', responsible_id: null, responsible_name: null, waiting_since: later };
    expect(rejectLead(person, later)).toEqual({ ...person, ...pooled });
    const waiting = personIn('waiting');
    expect(rejectLead(waiting, later)).toBe(waiting);
  });

  it('activating or closing a lead changes only its status, and changes nothing if the lead already has that status', () => {
    const person = personIn('processing');
    expect(activateLead(person)).toEqual({ ...person, status: 'active' });
    const active = personIn('active');
    expect(activateLead(active)).toBe(active);
    expect(closeLead(person, 'duplicate')).toEqual({ ...person, status: 'not_active' });
    const closed = personIn('not_active');
    expect(closeLead(closed, 'do_not_contact')).toBe(closed);
  });

  it.each(closeReasons)(
    'closing a lead with the reason "%s" sets do_not_contact only for "do_not_contact"',
    (reason) => {
      expect(closeLead(personIn('active'), reason).do_not_contact).toBe(reason === 'do_not_contact');
      expect(closeLead(personIn('active', { do_not_contact: true }), reason).do_not_contact).toBe(true);
    },
  );

  it('a reopened lead keeps its owner, or returns to the pool if it has none', () => {
    const later = { at: '2026-03-03T09:00:00.000Z', by_manager: false };
    const person = personIn('not_active');
    expect(reopenLead(person, later)).toEqual({ ...person, status: 'processing' });
    const pooled = personIn('not_active', { responsible_id: null, responsible_name: null });
    expect(reopenLead(pooled, later)).toEqual({ ...pooled, status: 'waiting', waiting_since: later.at });
    const working = personIn('processing');
    expect(reopenLead(working, later)).toBe(working);
  });

  it('the error of a refused command names the command and the status of the lead', () => {
    try {
      nextLeadStatus('active', 'take');
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(Refused);
      expect(error).toMatchObject({ code: 'lead_state', fields: { state: 'active', command: 'take' } });
    }
  });
});

describe("typing a person's name to confirm a removal", () => {
  it.each([
    ['Ivan Petrov', true],
    ['  ivan   PETROV ', true],
    ['IvanPetrov', false],
    ['Petrov Ivan', false],
    ['Ivan', false],
  ])('the name typed as "%s" confirms the removal of Ivan Petrov: %s', (typed, isSame) =>
    expect(isNameTyped(personIn('active'), typed)).toBe(isSame),
  );

  it('compares a typed name in lower case: "İPEK" matches "İpek", but "GROSS" does not match "Groß"', () => {
    expect(isNameTyped(personIn('active', { first_name: 'İpek', last_name: 'Groß' }), 'İPEK Groß')).toBe(true);
    expect(isNameTyped(personIn('active', { first_name: 'Ina', last_name: 'Groß' }), 'Ina GROSS')).toBe(false);
  });
});
