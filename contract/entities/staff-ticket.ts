import { Id, Instant } from '../fields.ts';
import { deliveryStates, ticketAccess } from '../values.ts';
import { z } from '../zod.ts';
import { defineEntity } from './define.ts';
import { stores } from './stores.ts';
import { Ticket, TicketMessage } from './ticket.ts';

export const StaffMessage = z.object({
  ...TicketMessage.shape,
  /** Whether the message is an internal note, which is never sent to the author. */
  internal: z.boolean(),
  /** Delivery state of a Telegram message; null for other messages. */
  delivery: z.nullable(z.enum(deliveryStates)),
});
export type StaffMessage = z.infer<typeof StaffMessage>;

/**
 * A ticket as employees see it. Until an employee takes it, only its subject, the author's first name and the first
 * lines are sent; after that, its messages are sent too. `access` is `other` if another employee took it first.
 */
export const StaffTicket = z.object({
  ...Ticket.shape,
  access: z.enum(ticketAccess),
  author_id: z.nullable(Id),
  author_name: z.string(),
  /** Whether the author can be reached via Telegram. */
  has_telegram: z.boolean(),
  messages: z.array(StaffMessage),
  /** The beginning of the first message while the ticket is unassigned; empty or absent for all other tickets. */
  preview: z.optional(z.string()),
  taken_at: z.nullable(Instant),
  first_response_due: z.nullable(Instant),
  first_answered_at: z.nullable(Instant),
  /** Null while the SLA clock is stopped because the ticket waits for its author or is finished. */
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
