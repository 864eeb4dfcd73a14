import { Id, Instant, text } from '../fields.ts';
import { rejectReasons } from '../values.ts';
import { priorities, ticketStates, ticketTypes } from '../filter-values.ts';
import { z } from '../zod.ts';
import { Photo, SentPhoto } from './contact.ts';
import { defineEntity } from './define.ts';
import { stores } from './stores.ts';

/** The fields that the author of a ticket enters. The messages of these schemas are error codes. */
export const ticketFields = {
  type: z.enum(ticketTypes, { error: 'required' }),
  subject: text(1, 150).check(z.minLength(3, { error: 'too_short' })),
  body: text(1, 4000),
  attachments: z.array(SentPhoto).check(z.maxLength(5, { error: 'too_long' })),
  /** An earlier ticket that this one continues. */
  previous_id: z.nullable(Id),
  stars: z.int({ error: 'required' }).check(z.gte(1, { error: 'required' }), z.lte(5, { error: 'invalid' })),
  comment: text(0, 500),
};

/** A message of a ticket. The id of the first message equals the ticket's id. */
export const TicketMessage = z.object({
  id: Id,
  author_id: Id,
  author_name: z.string(),
  by_staff: z.boolean(),
  body: z.string(),
  attachments: z.array(Photo),
  at: Instant,
});
export type TicketMessage = z.infer<typeof TicketMessage>;

/** A support ticket with its conversation, as its author sees it. */
export const Ticket = z.object({
  id: Id,
  rev: z.int(),
  /** Ticket number, assigned by the server; null until then. */
  number: z.nullable(z.int()),
  type: z.enum(ticketTypes),
  subject: z.string(),
  state: z.enum(ticketStates),
  priority: z.enum(priorities),
  author_id: Id,
  responsible_id: z.nullable(Id),
  responsible_name: z.nullable(z.string()),
  previous_id: z.nullable(Id),
  /** Explanation given when the ticket was cancelled or rejected. */
  reason: z.string(),
  reject_reason: z.nullable(z.enum(rejectReasons)),
  /** The author's earlier ticket, if this one was rejected as a duplicate. */
  duplicate_of: z.nullable(Id),
  messages: z.array(TicketMessage),
  rating: z.nullable(z.object({ stars: z.int(), comment: z.string() })),
  created_at: Instant,
  updated_at: Instant,
  closed_at: z.nullable(Instant),
});
export type Ticket = z.infer<typeof Ticket>;

export const tickets = defineEntity<Ticket>({ ...stores.tickets, schema: Ticket, policies: {} });
