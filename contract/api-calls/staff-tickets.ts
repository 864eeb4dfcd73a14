import { StaffTicket } from '../entities/staff-ticket.ts';
import { ticketFields } from '../entities/ticket.ts';
import { Id, Instant } from '../fields.ts';
import { PageQuery, pageSchema } from '../paging.ts';
import { deliveryStates } from '../values.ts';
import { priorities, ticketStates, ticketTypes } from '../filter-values.ts';
import { rejectChecks, staffTicketFields } from '../entities/staff-ticket-args.ts';
import { z } from '../zod.ts';
import { defineCall, staff } from './define.ts';

const at = z.optional(Instant);
const message_id = z.optional(Id);
const { body, priority, until, reason, text, duplicate_of } = staffTicketFields;
const attachments = z._default(staffTicketFields.attachments, []);

/** An action on the ticket `id`. Clients may omit `at` and `message_id`; the server then fills them in. */
const TicketAction = z.discriminatedUnion('action', [
  z.strictObject({ id: Id, action: z.literal('take'), at }),
  z.strictObject({ id: Id, action: z.literal('release'), at }),
  z.strictObject({ id: Id, action: z.literal('reply'), message_id, body, attachments, at }),
  z.strictObject({ id: Id, action: z.literal('note'), message_id, body, at }),
  z.strictObject({ id: Id, action: z.literal('resolve'), message_id, body, attachments, at }),
  z.strictObject({ id: Id, action: z.literal('reopen'), at }),
  z.strictObject({ id: Id, action: z.literal('snooze'), until, at }),
  z.strictObject({ id: Id, action: z.literal('priority'), priority, at }),
]);

/** A ticket as shown in a list, without its messages. */
export const TicketSummary = z.omit(StaffTicket, { messages: true });
export type TicketSummary = z.infer<typeof TicketSummary>;

export const staffTicketCalls = {
  'tickets.list': defineCall({
    method: 'POST',
    path: '/api/tickets/consultant/list/',
    roles: staff,
    summary: 'The caller’s tickets, unassigned tickets and those of the team, most urgent first',
    idempotent: false,
    query: PageQuery,
    body: z.strictObject({
      state: z.optional(z.enum(ticketStates, { error: 'invalid' })),
      type: z.optional(z.enum(ticketTypes, { error: 'invalid' })),
      priority: z.optional(z.enum(priorities, { error: 'invalid' })),
      mine: z.optional(z.boolean()),
      free: z.optional(z.boolean()),
    }),
    reply: pageSchema(TicketSummary),
  }),
  'tickets.detail': defineCall({
    method: 'POST',
    path: '/api/tickets/consultant/detail/',
    roles: staff,
    summary: 'A ticket; reading it changes nothing',
    idempotent: false,
    body: z.strictObject({ id: Id }),
    reply: StaffTicket,
  }),
  'tickets.update': defineCall({
    method: 'POST',
    path: '/api/tickets/consultant/update_ticket/',
    roles: staff,
    summary: 'Take, release, answer, resolve or change a ticket',
    idempotent: true,
    body: TicketAction,
    success: { of: ({ action }) => (action === 'reply' ? 'message_sent' : 'changes_saved') },
    reply: StaffTicket,
  }),
  'tickets.reject': defineCall({
    method: 'POST',
    path: '/api/tickets/consultant/reject_ticket/',
    roles: staff,
    summary: 'Reject a ticket; its author sees the reason',
    idempotent: true,
    body: z
      .strictObject({
        id: Id,
        reason,
        text: z._default(text, ''),
        duplicate_of: z._default(duplicate_of, null),
        at,
      })
      .check(...rejectChecks),
    success: 'ticket_rejected',
    reply: StaffTicket,
  }),
  'tickets.create_for': defineCall({
    method: 'POST',
    path: '/api/tickets/consultant/create_ticket/',
    roles: staff,
    summary: 'Create a ticket for a person who asked through another channel; it is assigned to the caller',
    idempotent: true,
    body: z.strictObject({
      id: z.optional(Id),
      user_id: staffTicketFields.user_id,
      type: ticketFields.type,
      subject: ticketFields.subject,
      body: ticketFields.body,
      channel: z._default(staffTicketFields.channel, 'phone'),
      priority: z._default(priority, 'normal'),
      at,
    }),
    status: 201,
    success: 'ticket_created',
    reply: StaffTicket,
    per_minute: 30,
  }),
  'chatbot.send': defineCall({
    method: 'POST',
    path: '/api/chatbot_telegram/send_msg_through_chatbot/',
    roles: staff,
    summary: 'Send a message to a person through the Telegram bot',
    idempotent: true,
    body: z.strictObject({ id: z.optional(Id), user_id: Id, text: ticketFields.body }),
    success: 'message_sent',
    reply: z.object({ id: Id, delivery: z.enum(deliveryStates), sent_at: Instant }),
    per_minute: 30,
  }),
};
