import type { EntityRows } from '../../handlers.ts';
import { changedTickets, countTickets, ticketById, ticketPage } from './repository.ts';

export const ticketRows: EntityRows<'tickets'> = {
  changed: changedTickets,
  page: ticketPage,
  count: countTickets,
  one: ticketById,
};
