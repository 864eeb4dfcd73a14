import type { StaffTicket } from '../../../contract/entities/staff-ticket.ts';
import type { ticketLists, TicketsSearch } from './search-params.ts';

export type TicketListName = (typeof ticketLists)[number];

export type TicketFilters = Omit<TicketsSearch, 'list'>;

export interface TicketFilter extends TicketFilters {
  list: TicketListName;
}

/** Parses the filters of the tickets in the URL. Only managers can list all tickets. */
export const parseFilters = ({ list = 'mine', ...filters }: TicketsSearch, hasTeam: boolean): TicketFilter => ({
  list: list === 'all' && !hasTeam ? 'mine' : list,
  ...filters,
});

export const noFilters: TicketFilters = { state: undefined, type: undefined, priority: undefined };

export const isFiltered = ({ state, type, priority }: TicketFilters): boolean =>
  state !== undefined || type !== undefined || priority !== undefined;

export const matchesTicketFilter = ({ state, type, priority }: TicketFilter, ticket: StaffTicket): boolean =>
  (state === undefined || ticket.state === state) &&
  (type === undefined || ticket.type === type) &&
  (priority === undefined || ticket.priority === priority);
