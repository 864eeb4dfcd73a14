import { priorities, ticketStates, ticketTypes } from '../../../contract/filter-values.ts';
import { oneOf, defineSearch, text } from '../../lib/search-params.ts';

export const ticketLists = ['mine', 'free', 'all'] as const;

export const ticketsSearch = defineSearch({
  list: oneOf(ticketLists),
  state: oneOf(ticketStates),
  type: oneOf(ticketTypes),
  priority: oneOf(priorities),
});

export type TicketsSearch = ReturnType<typeof ticketsSearch>;

/** `person` is the id of the person to whom the ticket belongs. */
export const newTicketSearch = defineSearch({ person: text });
