import { useLocation, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { StaffTicket } from '../../../contract/entities/staff-ticket.ts';
import {
  priorities,
  ticketStates,
  ticketTypes,
  type Priority,
  type TicketState,
  type TicketType,
} from '../../../contract/values.ts';

export const lists = ['mine', 'free', 'all'] as const;
export type ListName = (typeof lists)[number];

export interface Wanted {
  list: ListName;
  state: TicketState | null;
  type: TicketType | null;
  priority: Priority | null;
}

const oneOf = <T extends string>(known: readonly T[], value: string | null): T | null =>
  known.find((each) => each === value) ?? null;

/** What is usual is left out, so that an address says only what was chosen. */
export function searchOf({ list, state, type, priority }: Wanted): string {
  const search = new URLSearchParams();
  if (list !== 'mine') search.set('list', list);
  if (state !== null) search.set('state', state);
  if (type !== null) search.set('type', type);
  if (priority !== null) search.set('priority', priority);
  const words = search.toString();
  return words === '' ? '' : `?${words}`;
}

/** The filters, kept in the address. All there is, is for those who lead others. */
export function useFilters(hasTeam: boolean): { wanted: Wanted; change: (change: Partial<Wanted>) => void } {
  const { history } = useRouter();
  const { searchStr } = useLocation();
  const wanted = useMemo((): Wanted => {
    const search = new URLSearchParams(searchStr);
    const list = oneOf(lists, search.get('list')) ?? 'mine';
    return {
      list: list === 'all' && !hasTeam ? 'mine' : list,
      state: oneOf(ticketStates, search.get('state')),
      type: oneOf(ticketTypes, search.get('type')),
      priority: oneOf(priorities, search.get('priority')),
    };
  }, [searchStr, hasTeam]);
  return { wanted, change: (change) => history.replace(`/tickets${searchOf({ ...wanted, ...change })}`) };
}

export const isFiltered = ({ state, type, priority }: Wanted): boolean =>
  state !== null || type !== null || priority !== null;

export const matches = ({ state, type, priority }: Wanted, ticket: StaffTicket): boolean =>
  (state === null || ticket.state === state) &&
  (type === null || ticket.type === type) &&
  (priority === null || ticket.priority === priority);
