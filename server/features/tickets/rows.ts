import type { EntityRows } from '../../handlers.ts';
import { readChangedTickets, countTickets, ticketById, readTicketPage } from './repository.ts';
import { eraseTickets } from './erase.ts';

export const ticketRows: EntityRows<'tickets'> = {
  storage: { table: 'tickets', tombstones: true, erase: eraseTickets },
  changed: readChangedTickets,
  page: readTicketPage,
  count: countTickets,
  one: ticketById,
};
