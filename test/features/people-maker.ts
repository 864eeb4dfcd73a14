import type { Employee } from '../../contract/entities/employee.ts';
import type { PersonEvent } from '../../contract/entities/person-event.ts';
import type { Person } from '../../contract/entities/person.ts';
import type { WaitingLead } from '../../contract/entities/waiting-lead.ts';
import { ANNA } from './fake-app.tsx';
import { hoursFromNow } from './news-maker.ts';

export const IVAN = '0198c000-0000-7000-8000-00000000e001';
export const OLGA = '0198c000-0000-7000-8000-00000000f001';

export function makePerson(change: Partial<Person> = {}): Person {
  return {
    id: IVAN,
    rev: 3,
    first_name: 'Ivan',
    last_name: 'Petrov',
    middle_name: '',
    phone: '+4915112345678',
    phone_invalid: false,
    email: null,
    telegram: null,
    city: 'Berlin',
    country: 'DE',
    address: '',
    language: 'ru',
    date_birth: null,
    status: 'processing',
    responsible_id: ANNA,
    responsible_name: 'Anna Berg',
    tags: [],
    groups: [],
    source: 'registration',
    do_not_contact: false,
    notes: '',
    is_subscribed: false,
    is_blocked: false,
    has_login: true,
    waiting_since: null,
    next_step_at: null,
    created_at: hoursFromNow(-50),
    updated_at: hoursFromNow(-2),
    ...change,
  };
}

export function makeWaitingLead(change: Partial<WaitingLead> = {}): WaitingLead {
  return {
    id: '0198c000-0000-7000-8000-00000000e101',
    rev: 2,
    first_name: 'Maria',
    city: 'Kyiv',
    country: 'UA',
    language: 'ru',
    waiting_since: hoursFromNow(-3),
    source: 'registration',
    ...change,
  };
}

export function makeEvent(change: Partial<PersonEvent> = {}): PersonEvent {
  return {
    id: '0198c000-0000-7000-8000-00000000e201',
    rev: 2,
    person_id: IVAN,
    kind: 'note',
    at: hoursFromNow(-1),
    by_id: ANNA,
    by_name: 'Anna Berg',
    detail: { text: 'Likes to be called in the evening' },
    ...change,
  };
}

export function makeEmployee(change: Partial<Employee> = {}): Employee {
  return {
    id: OLGA,
    rev: 1,
    name: 'Olga Kern',
    language: 'de',
    is_manager: false,
    is_blocked: false,
    in_team: false,
    manager_id: null,
    country: null,
    city: 'Bonn',
    time_zone: null,
    daily_limit: null,
    rating: null,
    work_times: null,
    ...change,
  };
}
