import type { EntityRows } from '../../handlers.ts';
import { changedStaffTickets, countStaffTickets, staffTicketById, staffTicketPage } from './staff-repository.ts';

export const staffTicketRows: EntityRows<'staff_tickets'> = {
  storage: { table: 'tickets', tombstones: true, erase: 'erased with another entity' },
  changed: changedStaffTickets,
  page: staffTicketPage,
  count: countStaffTickets,
  one: staffTicketById,
};
