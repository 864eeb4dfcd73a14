import { type Ticket, ticketFields, type TicketMessage } from '../entities/ticket.ts';
import { Id, Instant, ShortText } from '../fields.ts';
import { cancelTicket, closeTicket, rateTicket, reopenTicket, replyTicket } from '../states/ticket.ts';
import type { SentPhoto } from '../entities/contact.ts';
import { z } from '../zod.ts';
import { defineWrite, type WriteContext } from './define.ts';

const { type, subject, body, attachments, previous_id, stars, comment } = ticketFields;

interface MessageArgs {
  body: string;
  attachments: readonly SentPhoto[];
  at: string;
}

const newMessage = (id: string, content: MessageArgs, { user_id, user_name }: WriteContext): TicketMessage => ({
  id,
  author_id: user_id,
  author_name: user_name,
  by_staff: false,
  body: content.body,
  attachments: content.attachments.map(({ sha256, mime }) => ({ sha256, mime })),
  at: content.at,
});

const fileHashes = (args: MessageArgs) => args.attachments.map(({ sha256 }) => sha256);

/** Creates a ticket. Its first message gets the ticket's id. */
export const createTicket = defineWrite({
  entity: 'tickets',
  mode: 'create',
  v: 1,
  args: z.strictObject({ type, subject, body, attachments, previous_id, at: Instant }),
  blobs: fileHashes,
  optimistic: (row, args, context): Ticket =>
    row ?? {
      id: context.id,
      rev: 0,
      number: null,
      type: args.type,
      subject: args.subject,
      state: 'new',
      priority: 'normal',
      author_id: context.user_id,
      responsible_id: null,
      responsible_name: null,
      previous_id: args.previous_id,
      reason: '',
      reject_reason: null,
      duplicate_of: null,
      messages: [newMessage(context.id, args, context)],
      rating: null,
      created_at: args.at,
      updated_at: args.at,
      closed_at: null,
    },
  documented: { call: 'tickets.create', to_body: (args, id) => ({ id, ...args }), from_body: (reply) => reply },
});

export const replyTicketWrite = defineWrite({
  entity: 'tickets',
  mode: 'command',
  v: 1,
  args: z.strictObject({ message_id: Id, body, attachments, at: Instant }),
  blobs: fileHashes,
  optimistic: (row, args, context) => row && replyTicket(row, newMessage(args.message_id, args, context)),
  documented: null,
});

export const cancelTicketWrite = defineWrite({
  entity: 'tickets',
  mode: 'command',
  v: 1,
  args: z.strictObject({ reason: ShortText, at: Instant }),
  optimistic: (row, args) => row && cancelTicket(row, args),
  documented: null,
});

export const closeTicketWrite = defineWrite({
  entity: 'tickets',
  mode: 'command',
  v: 1,
  args: z.strictObject({ at: Instant }),
  optimistic: (row, args) => row && closeTicket(row, args),
  documented: null,
});

export const reopenTicketWrite = defineWrite({
  entity: 'tickets',
  mode: 'command',
  v: 1,
  args: z.strictObject({ at: Instant }),
  optimistic: (row, args) => row && reopenTicket(row, args),
  documented: null,
});

export const rateTicketWrite = defineWrite({
  entity: 'tickets',
  mode: 'command',
  v: 1,
  args: z.strictObject({ stars, comment, at: Instant }),
  optimistic: (row, args) => row && rateTicket(row, args),
  documented: null,
});
