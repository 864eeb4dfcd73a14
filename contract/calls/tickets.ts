import { Ticket, ticketFields } from '../entities/ticket.ts';
import { Id, Instant, PageQuery, paged } from '../fields.ts';
import { deliveries, priorities, rejectReasons, ticketStates, ticketTypes } from '../values.ts';
import { z } from '../zod.ts';
import { defineCall, members } from './define.ts';

const named = <T extends readonly [string, ...string[]]>(values: T) =>
  z.array(z.object({ value: z.enum(values), label: z.string() }));

/** An own ticket in a list, without its conversation. */
export const OwnTicketSummary = z.omit(Ticket, { messages: true });
export type OwnTicketSummary = z.infer<typeof OwnTicketSummary>;

export const ticketCalls = {
  'tickets.choices': defineCall({
    method: 'GET',
    path: '/api/tickets/tickets_choices/',
    roles: members,
    summary: 'Types, states and priorities of tickets, in the language of the account',
    idempotent: false,
    reply: z.object({
      types: named(ticketTypes),
      states: named(ticketStates),
      priorities: named(priorities),
      reject_reasons: named(rejectReasons),
      deliveries: named(deliveries),
    }),
  }),
  'tickets.create': defineCall({
    method: 'POST',
    path: '/api/tickets/create/',
    roles: members,
    summary: 'Ask for help',
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
    reply: Ticket,
    per_minute: 30,
  }),
  'tickets.own_list': defineCall({
    method: 'GET',
    path: '/api/tickets/own/',
    roles: members,
    summary: 'My own tickets, the last changed first',
    idempotent: false,
    query: z.strictObject({ ...PageQuery.shape, state: z.optional(z.enum(ticketStates, { error: 'invalid' })) }),
    reply: paged(OwnTicketSummary),
  }),
  'tickets.own_detail': defineCall({
    method: 'GET',
    path: '/api/tickets/own/{id}/',
    roles: members,
    summary: 'One of my own tickets with its answers',
    idempotent: false,
    params: z.strictObject({ id: Id }),
    reply: Ticket,
  }),
};
