import type { EntityRows } from '../../handlers.ts';
import { changedEvents, countEvents, eventById, eventPage } from './event-repository.ts';
import { changedLeads, countLeads, leadById, leadPage } from './pool-repository.ts';
import { changedPeople, countPeople, peoplePage, personById } from './repository.ts';

export const peopleRows: EntityRows<'people'> = {
  changed: changedPeople,
  page: peoplePage,
  count: countPeople,
  one: personById,
};

export const waitingLeadRows: EntityRows<'waiting_leads'> = {
  changed: changedLeads,
  page: leadPage,
  count: countLeads,
  one: leadById,
};

export const personEventRows: EntityRows<'person_events'> = {
  changed: changedEvents,
  page: eventPage,
  count: countEvents,
  one: eventById,
};
