import { Ticket, ticketFields } from '../entities/ticket.ts';
import { Id, Instant } from '../fields.ts';
import { PageQuery, pageSchema } from '../paging.ts';
import { deliveryStates, rejectReasons } from '../values.ts';
import { priorities, ticketStates, ticketTypes } from '../filter-values.ts';
import { z } from '../zod.ts';
import { defineCall, members } from './define.ts';

const choicesOf = <T extends readonly [string, ...string[]]>(values: T) =>
  z.array(z.object({ value: z.enum(values), label: z.string() }));

/** A ticket as shown in its author's list, without its messages. */
export const OwnTicketSummary = z.omit(Ticket, { messages: true });
export type OwnTicketSummary = z.infer<typeof OwnTicketSummary>;

export const ticketCalls = {
  'tickets.choices': defineCall({
    method: 'GET',
    path: '/api/tickets/tickets_choices/',
    roles: members,
    summary: 'Choices for ticket fields, in the language of the account',
    idempotent: false,
    reply: z.object({
      types: choicesOf(ticketTypes),
      states: choicesOf(ticketStates),
      priorities: choicesOf(priorities),
      reject_reasons: choicesOf(rejectReasons),
      deliveries: choicesOf(deliveryStates),
    }),
  }),
  'tickets.create': defineCall({
    method: 'POST',
    path: '/api/tickets/create/',
    roles: members,
    summary: 'Create a support ticket',
    idempotent: true,
    body: z.strictObject({
      id: z.optional(Id),
      type: ticketFields.type,
      subject: ticketFields.subject,
      body: ticketFields.body,
      attachments: z._default(ticketFields.attachments, []),
      previous_id: z._default(ticketFields.previous_id, null),
      at: z.optional(Instant),
    }),
    status: 201,
    success: 'ticket_created',
    reply: Ticket,
    per_minute: 30,
  }),
  'tickets.own_list': defineCall({
    method: 'GET',
    path: '/api/tickets/own/',
    roles: members,
    summary: 'The caller’s own tickets, last changed first',
    idempotent: false,
    query: z.strictObject({ ...PageQuery.shape, state: z.optional(z.enum(ticketStates, { error: 'invalid' })) }),
    reply: pageSchema(OwnTicketSummary),
  }),
  'tickets.own_detail': defineCall({
    method: 'GET',
    path: '/api/tickets/own/{id}/',
    roles: members,
    summary: 'One of the caller’s own tickets with its messages',
    idempotent: false,
    params: z.strictObject({ id: Id }),
    reply: Ticket,
  }),
};
