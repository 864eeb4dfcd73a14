import { Id, Instant } from '../fields.ts';
import { deliveries, ticketAccess } from '../values.ts';
import { z } from '../zod.ts';
import { defineEntity } from './define.ts';
import { stores } from './stores.ts';
import { Ticket, TicketMessage } from './ticket.ts';

export const StaffMessage = z.object({
  ...TicketMessage.shape,
  /** Among employees: it never leaves for the author. */
  internal: z.boolean(),
  /** Of a message by Telegram; null for any other. */
  delivery: z.nullable(z.enum(deliveries)),
});
export type StaffMessage = z.infer<typeof StaffMessage>;

/**
 * A ticket as an employee sees it. One that nobody has yet shows what it is about and who asks, by first name; its
 * conversation comes with taking it. `other`: somebody else was faster.
 */
export const StaffTicket = z.object({
  ...Ticket.shape,
  access: z.enum(ticketAccess),
  author_id: z.nullable(Id),
  author_name: z.string(),
  /** The author can be written to by Telegram. */
  has_telegram: z.boolean(),
  messages: z.array(StaffMessage),
  taken_at: z.nullable(Instant),
  first_response_due: z.nullable(Instant),
  first_answered_at: z.nullable(Instant),
  /** Null while the clock stands: the author is to answer, or it is done. */
  resolve_due: z.nullable(Instant),
  snooze_until: z.nullable(Instant),
});
export type StaffTicket = z.infer<typeof StaffTicket>;

export const staffTickets = defineEntity<StaffTicket>({
  ...stores.staff_tickets,
  schema: StaffTicket,
  inDigest: ({ access, closed_at }) => access !== 'other' && closed_at === null,
  policies: {},
});
