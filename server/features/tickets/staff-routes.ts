import { uuidv7 } from 'uuidv7';
import type { CallBody } from '../../../contract/api-calls/index.ts';
import type { StaffTicket } from '../../../contract/entities/staff-ticket.ts';
import { Refused } from '../../../contract/errors.ts';
import type { CallerContext, CallHandlers, WriteOutcome } from '../../handlers.ts';
import { pageEnvelope, pageSpan } from '../../http/paging.ts';
import { checkVersion } from '../../http/with-current-row.ts';
import { toWriteInput, withEtag } from '../../sync/rest-adapter.ts';
import { createTicketForPersonHandler } from './staff-create.ts';
import { listStaffTickets } from './staff-list.ts';
import { lockTicketForStaff } from './staff-lock.ts';
import { staffTicketById } from './staff-repository.ts';
import {
  answerTicketHandler,
  addTicketNoteHandler,
  prioritiseTicketHandler,
  rejectTicketHandler,
  releaseTicketHandler,
  resolveTicketHandler,
  resumeTicketHandler,
  snoozeTicketHandler,
  takeTicketHandler,
} from './staff-writes.ts';

type StaffTicketCalls = Pick<
  CallHandlers,
  'tickets.list' | 'tickets.detail' | 'tickets.update' | 'tickets.reject' | 'tickets.create_for'
>;

async function visibleTicket(context: CallerContext, id: string): Promise<StaffTicket> {
  const row = await staffTicketById(context, id);
  if (!row) throw new Refused('not_found');
  return row;
}

/** Returns the ticket and locks it, so that the action applies to the version that was checked. */
async function lockForStep(context: CallerContext, id: string): Promise<StaffTicket> {
  await visibleTicket(context, id);
  await lockTicketForStaff(context, id);
  return visibleTicket(context, id);
}

/** Runs the requested action with the handler of the corresponding queued write. */
function runStep(context: CallerContext, body: CallBody<'tickets.update'>): Promise<WriteOutcome> {
  const { id, at = context.received_at } = body;
  switch (body.action) {
    case 'take':
      return takeTicketHandler(context, toWriteInput<'ticket.take'>(context, id, { at }));
    case 'release':
      return releaseTicketHandler(context, toWriteInput<'ticket.release'>(context, id, { at }));
    case 'reply': {
      const { message_id = uuidv7(), body: text, attachments } = body;
      const args = { message_id, body: text, attachments, at };
      return answerTicketHandler(context, toWriteInput<'ticket.answer'>(context, id, args));
    }
    case 'note': {
      const { message_id = uuidv7(), body: text } = body;
      return addTicketNoteHandler(context, toWriteInput<'ticket.note'>(context, id, { message_id, body: text, at }));
    }
    case 'resolve': {
      const { message_id = uuidv7(), body: text, attachments } = body;
      const args = { message_id, body: text, attachments, at };
      return resolveTicketHandler(context, toWriteInput<'ticket.resolve'>(context, id, args));
    }
    case 'reopen':
      return resumeTicketHandler(context, toWriteInput<'ticket.resume'>(context, id, { at }));
    case 'snooze':
      return snoozeTicketHandler(context, toWriteInput<'ticket.snooze'>(context, id, { until: body.until, at }));
    case 'priority':
      return prioritiseTicketHandler(
        context,
        toWriteInput<'ticket.prioritise'>(context, id, { priority: body.priority, at }),
      );
  }
}

export const staffTicketRoutes: StaffTicketCalls = {
  'tickets.list': async (context, { query, body }) =>
    pageEnvelope(query, await listStaffTickets(context, { ...body, search: query.search }, pageSpan(query))),
  'tickets.detail': async (context, { body: { id } }) =>
    withEtag<StaffTicket>(context, await visibleTicket(context, id)),
  'tickets.update': async (context, { body }) => {
    await checkVersion(context.request, () => lockForStep(context, body.id));
    return withEtag<StaffTicket>(context, (await runStep(context, body)).row);
  },
  'tickets.reject': async (context, { body: { id, at = context.received_at, ...why } }) => {
    await checkVersion(context.request, () => lockForStep(context, id));
    const write = toWriteInput<'ticket.reject'>(context, id, { ...why, at });
    return withEtag<StaffTicket>(context, (await rejectTicketHandler(context, write)).row);
  },
  'tickets.create_for': async (context, { body: { id = uuidv7(), at = context.received_at, ...asked } }) => {
    const write = toWriteInput<'ticket.create_for'>(context, id, { ...asked, author_name: '', at });
    return withEtag<StaffTicket>(context, (await createTicketForPersonHandler(context, write)).row);
  },
};
