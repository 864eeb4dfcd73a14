import type { SentPhoto } from '../../../contract/entities/contact.ts';
import type { Ticket, TicketMessage } from '../../../contract/entities/ticket.ts';
import { Refused } from '../../../contract/errors.ts';
import { cancelTicket, closeTicket, rateTicket, reopenTicket, replyTicket } from '../../../contract/states/ticket.ts';
import { countDailyWrite } from '../../daily-limit.ts';
import type { HandlerContext, WriteHandler, WriteInput, WriteOutcome } from '../../handlers.ts';
import { withCurrentRow } from '../../http/with-current-row.ts';
import { isPersonActive } from '../contacts/person.ts';
import { usablePhotos } from '../contacts/stored-photo.ts';
import { addNotification } from '../notifications/add.ts';
import { slaClockColumns } from './sla.ts';
import { recordClaim, ticketAudience } from './pool.ts';
import {
  slaColumnsOf,
  insertMessage,
  insertTicket,
  lockTicket,
  logTicket,
  ownTicket,
  ticketById,
  updateTicket,
} from './repository.ts';

const outcome = (row: Ticket): WriteOutcome => ({ row, rev: row.rev });

async function currentOutcome(context: HandlerContext, id: string): Promise<WriteOutcome> {
  const row = await ticketById(context, id);
  if (!row) throw new Refused('not_found');
  return outcome(row);
}

interface MessageInput {
  body: string;
  attachments: readonly SentPhoto[];
}

async function newMessage(
  context: HandlerContext,
  id: string,
  input: MessageInput,
  at: string,
): Promise<TicketMessage> {
  const { user_id: author_id, name: author_name } = context.caller;
  const attachments = await usablePhotos(context, input.attachments);
  return { id, author_id, author_name, by_staff: false, body: input.body, attachments, at };
}

/**
 * Returns the id of the ticket that a new ticket continues; null if that ticket has been deleted. Throws `not_found` if
 * that ticket never existed or belongs to another user.
 */
async function previous(context: HandlerContext, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const ticket = await ownTicket(context, id);
  if (!ticket) throw new Refused('not_found', { previous_id: 'not_found' });
  return ticket.deleted_at === null ? id : null;
}

/** Returns the due times of a new ticket. */
async function dueTimesOfNew(context: HandlerContext) {
  const { received_at: created_at, caller } = context;
  const timing = { author_id: caller.user_id, created_at, waiting_since: null, waited_min: 0 };
  const { first_response_due, resolve_due } = await slaClockColumns(context, {
    ...timing,
    state: 'new',
    responsible_id: null,
    priority: 'normal',
  });
  return { first_response_due, resolve_due };
}

/**
 * Creates a ticket. A repeated write has no effect; an id that belongs to another user is reported as `not_found`. Also
 * throws `daily_limit`, `blob_missing`, and `not_found` for a previous ticket that belongs to another user.
 */
export const createTicketHandler: WriteHandler<'ticket.create'> = async (context, { id, args, corrected_at }) => {
  const existing = await ticketById(context, id);
  if (existing) return outcome(existing);
  await countDailyWrite(context, 'tickets');
  const first = await newMessage(context, id, args, corrected_at);
  const previous_id = await previous(context, args.previous_id);
  const rev = await context.nextRev();
  const { type, subject } = args;
  const dueTimes = await dueTimesOfNew(context);
  if (!(await insertTicket(context, { id, type, subject, previous_id, ...dueTimes }, rev)))
    throw new Refused('not_found');
  if (!(await insertMessage(context, id, first))) throw new Refused('not_found');
  await logTicket(context, { ticket_id: id, command: 'create', claimed_at: args.at });
  context.poke(await ticketAudience(context, { author_id: context.caller.user_id, holders: [], isUnassigned: true }));
  return currentOutcome(context, id);
};

/**
 * Locks one of the caller's own tickets. If its assignee was deactivated, the returned ticket is unassigned. Throws
 * `not_found`.
 */
async function lockOwnTicket(context: HandlerContext, id: string): Promise<Ticket> {
  const ticket = await lockTicket(context, id);
  if (!ticket) throw new Refused('not_found');
  const { responsible_id } = ticket;
  const hasActiveAssignee = responsible_id === null || (await isPersonActive(context, responsible_id));
  return hasActiveAssignee ? ticket : { ...ticket, responsible_id: null, responsible_name: null };
}

/**
 * Writes the result of a command to a locked ticket, with a new message if there is one. Writes nothing if the command
 * returned the ticket object that it was given.
 */
async function saveStep(
  context: HandlerContext,
  { before, next, command, at }: { before: Ticket; next: Ticket; command: string; at: string },
  message?: TicketMessage,
): Promise<WriteOutcome> {
  if (next === before) return currentOutcome(context, next.id);
  const { id, state, reason, rating, closed_at } = next;
  const slaColumns = await slaColumnsOf(context, id);
  // A reopened ticket of a deactivated employee becomes unassigned. In any other case the ticket keeps its assignee, so
  // that it stays visible to the assignee's manager.
  const responsible_id = state === 'new' ? next.responsible_id : slaColumns.responsible_id;
  const clock = await slaClockColumns(context, { ...slaColumns, state, responsible_id });
  const rev = await context.nextRev();
  if (message && !(await insertMessage(context, id, message))) throw new Refused('not_found');
  await updateTicket(context, id, {
    state,
    responsible_id,
    reason,
    closed_at,
    rev,
    ...clock,
    stars: rating?.stars ?? null,
    rating_comment: rating?.comment ?? '',
    ...(state === 'new' && { taken_at: null }),
    // A message from the author ends the snooze.
    ...(message && { snooze_until: null }),
  });
  if (message && responsible_id !== null)
    await addNotification(context, {
      ...{ user_id: responsible_id, kind: 'ticket_replied', target_id: id, title: next.subject },
      ...{ person_id: context.caller.user_id, by_id: context.caller.user_id },
    });
  const wasUnassigned = slaColumns.state === 'new';
  if (wasUnassigned && state !== 'new') await recordClaim(context, id, rev);
  await logTicket(context, { ticket_id: id, command, claimed_at: at });
  const holders = [slaColumns.responsible_id, responsible_id];
  const isUnassigned = wasUnassigned || state === 'new';
  context.poke(await ticketAudience(context, { author_id: context.caller.user_id, holders, isUnassigned }));
  return currentOutcome(context, id);
}

/** Adds a reply of the author. Throws `ticket_state`, `ticket_full`, `blob_missing`, `not_found`. */
export const replyTicketHandler: WriteHandler<'ticket.reply'> = async (context, { id, args, corrected_at }) => {
  const before = await lockOwnTicket(context, id);
  const message = await newMessage(context, args.message_id, args, corrected_at);
  const next = withCurrentRow(before, (ticket) => replyTicket(ticket, message));
  if (next !== before) await countDailyWrite(context, 'ticket_messages');
  return saveStep(context, { before, next, command: 'reply', at: args.at }, message);
};

type SimpleCommand = 'ticket.cancel' | 'ticket.close' | 'ticket.reopen' | 'ticket.rate';

const simpleCommand =
  <K extends SimpleCommand>(
    command: string,
    step: (ticket: Ticket, args: WriteInput<K>['args']) => Ticket,
  ): WriteHandler<K> =>
  async (context, { id, args }) => {
    const before = await lockOwnTicket(context, id);
    const next = withCurrentRow(before, (ticket) => step(ticket, args));
    return saveStep(context, { before, next, command, at: args.at });
  };

export const cancelTicketHandler = simpleCommand<'ticket.cancel'>('cancel', cancelTicket);
export const closeTicketHandler = simpleCommand<'ticket.close'>('close', closeTicket);
export const reopenTicketHandler = simpleCommand<'ticket.reopen'>('reopen', reopenTicket);
export const rateTicketHandler = simpleCommand<'ticket.rate'>('rate', rateTicket);
