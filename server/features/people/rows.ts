import type { EntityRows } from '../../handlers.ts';
import { readChangedPersonEvents, countEvents, personEventById, readPersonEventPage } from './timeline-repository.ts';
import { readChangedLeads, countLeads, leadById, readLeadPage } from './pool-repository.ts';
import { readChangedPeople, countPeople, readPeoplePage, personById } from './repository.ts';
import { erasePersonEvents } from './erase.ts';

export const peopleRows: EntityRows<'people'> = {
  storage: { table: 'users', tombstones: false, erase: 'erased with another entity' },
  changed: readChangedPeople,
  page: readPeoplePage,
  count: countPeople,
  one: personById,
};

export const waitingLeadRows: EntityRows<'waiting_leads'> = {
  storage: { table: 'users', tombstones: false, erase: 'erased with another entity' },
  changed: readChangedLeads,
  page: readLeadPage,
  count: countLeads,
  one: leadById,
};

export const personEventRows: EntityRows<'person_events'> = {
  storage: { table: 'person_events', tombstones: true, erase: erasePersonEvents },
  changed: readChangedPersonEvents,
  page: readPersonEventPage,
  count: countEvents,
  one: personEventById,
};
