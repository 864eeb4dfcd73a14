import type { EntityRows } from '../../handlers.ts';
import { changedEvents, countEvents, eventById, eventPage } from './timeline-repository.ts';
import { changedLeads, countLeads, leadById, leadPage } from './pool-repository.ts';
import { changedPeople, countPeople, peoplePage, personById } from './repository.ts';
import { erasePersonEvents } from './erase.ts';

export const peopleRows: EntityRows<'people'> = {
  storage: { table: 'users', tombstones: false, erase: 'erased with another entity' },
  changed: changedPeople,
  page: peoplePage,
  count: countPeople,
  one: personById,
};

export const waitingLeadRows: EntityRows<'waiting_leads'> = {
  storage: { table: 'users', tombstones: false, erase: 'erased with another entity' },
  changed: changedLeads,
  page: leadPage,
  count: countLeads,
  one: leadById,
};

export const personEventRows: EntityRows<'person_events'> = {
  storage: { table: 'person_events', tombstones: true, erase: erasePersonEvents },
  changed: changedEvents,
  page: eventPage,
  count: countEvents,
  one: eventById,
};
