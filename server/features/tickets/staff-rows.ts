import type { EntityRows } from '../../handlers.ts';
import {
  readChangedStaffTickets,
  countStaffTickets,
  staffTicketById,
  readStaffTicketPage,
} from './staff-repository.ts';

export const staffTicketRows: EntityRows<'staff_tickets'> = {
  storage: { table: 'tickets', tombstones: true, erase: 'erased with another entity' },
  changed: readChangedStaffTickets,
  page: readStaffTicketPage,
  count: countStaffTickets,
  one: staffTicketById,
};
