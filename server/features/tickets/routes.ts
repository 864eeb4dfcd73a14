import { uuidv7 } from 'uuidv7';
import type { ticketCalls } from '../../../contract/api-calls/tickets.ts';
import type { Ticket } from '../../../contract/entities/ticket.ts';
import type { Lang } from '../../../contract/fields.ts';
import { Refused } from '../../../contract/errors.ts';
import { deliveryStates, rejectReasons } from '../../../contract/values.ts';
import { priorities, ticketStates, ticketTypes } from '../../../contract/filter-values.ts';
import type { CallHandlers } from '../../handlers.ts';
import { pageEnvelope, pageSpan } from '../../http/paging.ts';
import { toWriteInput, withEtag } from '../../sync/rest-adapter.ts';
import { labelLists } from '../choices/labels.ts';
import type { Labels } from '../contacts/labels.ts';
import { deliveryNames, reasonNames, stateNames, typeNames } from './labels.ts';
import { listOwnTickets, ticketById } from './repository.ts';
import { createTicketHandler } from './writes.ts';

const choicesOf = <T extends string>(values: readonly T[], words: Record<string, Labels>, language: Lang) =>
  values.map((value) => ({ value, label: words[value]?.[language] ?? value }));

export const ticketRoutes: Pick<CallHandlers, keyof typeof ticketCalls> = {
  'tickets.choices': async ({ caller }) => {
    const { language } = caller.user;
    return {
      types: choicesOf(ticketTypes, typeNames, language),
      states: choicesOf(ticketStates, stateNames, language),
      priorities: choicesOf(priorities, labelLists['priorities'] ?? {}, language),
      reject_reasons: choicesOf(rejectReasons, reasonNames, language),
      deliveries: choicesOf(deliveryStates, deliveryNames, language),
    };
  },
  'tickets.create': async (context, { body }) => {
    const { id = uuidv7(), at = context.received_at, ...content } = body;
    const { row } = await createTicketHandler(context, toWriteInput<'ticket.create'>(context, id, { ...content, at }));
    return withEtag<Ticket>(context, row);
  },
  'tickets.own_list': async (context, { query }) =>
    pageEnvelope(query, await listOwnTickets(context, query, pageSpan(query))),
  'tickets.own_detail': async (context, { params: { id } }) => {
    const ticket = await ticketById(context, id);
    if (!ticket) throw new Refused('not_found');
    return withEtag<Ticket>(context, ticket);
  },
};
