import type { EntityRows } from '../../handlers.ts';
import { changedStaffTickets, countStaffTickets, staffTicketById, staffTicketPage } from './staff-repository.ts';

export const staffTicketRows: EntityRows<'staff_tickets'> = {
  changed: changedStaffTickets,
  page: staffTicketPage,
  count: countStaffTickets,
  one: staffTicketById,
};
