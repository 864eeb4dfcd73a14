import type { StaffTicket } from '../../../contract/entities/staff-ticket.ts';
import {
  priorities,
  ticketStates,
  ticketTypes,
  type Priority,
  type TicketState,
  type TicketType,
} from '../../../contract/values.ts';
import type { Address } from '../../hooks/use-address.ts';

const lists = ['mine', 'free', 'all'] as const;
export type ListName = (typeof lists)[number];

export interface TicketFilter {
  list: ListName;
  state: TicketState | null;
  type: TicketType | null;
  priority: Priority | null;
}

const oneOf = <T extends string>(known: readonly T[], value: string | null): T | null =>
  known.find((each) => each === value) ?? null;

/** Parses the filters of the URL. "All" is available to managers. */
export function filterFrom({ get }: Address, hasTeam: boolean): TicketFilter {
  const list = oneOf(lists, get('list')) ?? 'mine';
  return {
    list: list === 'all' && !hasTeam ? 'mine' : list,
    state: oneOf(ticketStates, get('state')),
    type: oneOf(ticketTypes, get('type')),
    priority: oneOf(priorities, get('priority')),
  };
}

export const noFilters: Record<string, null> = { state: null, type: null, priority: null };

export const isFiltered = ({ state, type, priority }: TicketFilter): boolean =>
  state !== null || type !== null || priority !== null;

export const matches = ({ state, type, priority }: TicketFilter, ticket: StaffTicket): boolean =>
  (state === null || ticket.state === state) &&
  (type === null || ticket.type === type) &&
  (priority === null || ticket.priority === priority);
