import type { EntityRows } from '../../handlers.ts';
import { changedTickets, countTickets, ticketById, ticketPage } from './repository.ts';
import { eraseTickets } from './erase.ts';

export const ticketRows: EntityRows<'tickets'> = {
  storage: { table: 'tickets', tombstones: true, erase: eraseTickets },
  changed: changedTickets,
  page: ticketPage,
  count: countTickets,
  one: ticketById,
};
