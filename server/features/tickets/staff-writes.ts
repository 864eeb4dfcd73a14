import type { SentPhoto } from '../../../contract/entities/contact.ts';
import type { StaffMessage, StaffTicket } from '../../../contract/entities/staff-ticket.ts';
import { Refused } from '../../../contract/errors.ts';
import {
  answerTicket,
  addTicketNote,
  prioritiseTicket,
  rejectTicket,
  releaseTicket,
  takeTicket,
  resolveTicket,
  resumeTicket,
  snoozeTicket,
  ticketTakenError,
} from '../../../contract/states/staff-ticket.ts';
import { countDailyWrite } from '../../daily-limit.ts';
import type { HandlerContext, WriteHandler, WriteOutcome } from '../../handlers.ts';
import { RefusedWithRow, withCurrentRow } from '../../http/with-current-row.ts';
import { queueMessage } from '../chatbot/repository.ts';
import { usablePhotos } from '../contacts/stored-photo.ts';
import { addNotification } from '../notifications/add.ts';
import { slaClockColumns } from './sla.ts';
import { recordClaim, ticketAudience } from './pool.ts';
import { slaColumnsOf, insertMessage, logTicket, updateTicket } from './repository.ts';
import { haveSameAuthor, lockTicketForStaff, mayKnowTicket } from './staff-lock.ts';
import { staffTicketById, ticketTakenByOther } from './staff-repository.ts';

const outcome = (row: StaffTicket): WriteOutcome => ({ row, rev: row.rev });

async function currentOutcome(context: HandlerContext, id: string): Promise<WriteOutcome> {
  const row = await staffTicketById(context, id);
  if (!row) throw new Refused('not_found');
  return outcome(row);
}

/**
 * Locks a ticket visible to the caller. Throws `not_found`, without locking anything, if the caller may not learn that
 * the ticket exists. Throws `ticket_taken` with the name of the current assignee if the caller is a former assignee, or
 * takes the ticket too late.
 */
async function lockForCommand(context: HandlerContext, id: string, command: string): Promise<StaffTicket> {
  if (!(await mayKnowTicket(context, id, command))) throw new Refused('not_found');
  await lockTicketForStaff(context, id);
  const ticket = await staffTicketById(context, id);
  if (ticket) return ticket;
  const other = await ticketTakenByOther(context, id);
  if (!other) throw new Refused('not_found');
  const { code, fields } = ticketTakenError(other);
  throw new RefusedWithRow(code, other, other.rev, fields);
}

interface Step {
  before: StaffTicket;
  next: StaffTicket;
  command: string;
  at: string;
}

/**
 * Writes the result of a command to a locked ticket, with a new message if there is one. Writes nothing if the command
 * returned the ticket object that it was given.
 */
async function saveStep(
  context: HandlerContext,
  { before, next, command, at }: Step,
  message?: StaffMessage,
): Promise<WriteOutcome> {
  if (next === before) return outcome(before);
  const { id, state, responsible_id, priority } = next;
  const { received_at } = context;
  const slaColumns = await slaColumnsOf(context, id);
  const clock = await slaClockColumns(context, { ...slaColumns, state, responsible_id, priority });
  if (message) await countDailyWrite(context, 'ticket_messages');
  const rev = await context.nextRev();
  if (message && !(await insertMessage(context, id, message))) throw new Refused('not_found');
  const { reason, reject_reason, duplicate_of, snooze_until, closed_at } = next;
  const isAnswer = message !== undefined && !message.internal && before.first_answered_at === null;
  await updateTicket(context, id, {
    state,
    responsible_id,
    priority,
    reason,
    reject_reason,
    duplicate_of,
    snooze_until,
    closed_at,
    rev,
    ...clock,
    taken_at: next.taken_at,
    ...(isAnswer && { first_answered_at: received_at }),
    ...(state === 'resolved' && before.state !== 'resolved' && { resolved_at: received_at }),
  });
  if (message && !message.internal && before.author_id !== null)
    await addNotification(context, {
      ...{ user_id: before.author_id, kind: 'ticket_answered', target_id: id, title: before.subject },
      ...{ person_id: before.author_id, by_id: context.caller.user_id },
    });
  const wasUnassigned = before.state === 'new';
  if (wasUnassigned && state !== 'new') await recordClaim(context, id, rev);
  await logTicket(context, { ticket_id: id, command, claimed_at: at });
  const holders = [slaColumns.responsible_id, responsible_id];
  const isUnassigned = wasUnassigned || state === 'new';
  context.poke(await ticketAudience(context, { author_id: slaColumns.author_id, holders, isUnassigned }));
  return currentOutcome(context, id);
}

const assignmentToCaller = ({ caller, received_at }: HandlerContext) => ({
  responsible_id: caller.user_id,
  responsible_name: caller.name,
  taken_at: received_at,
});

/**
 * Assigns a ticket to the caller. If several employees take it at the same time, the first of them gets it. Throws
 * `ticket_taken`, `ticket_state`, `not_found`.
 */
export const takeTicketHandler: WriteHandler<'ticket.take'> = async (context, { id, args }) => {
  const before = await lockForCommand(context, id, 'take');
  const isAssignedToCaller = before.access === 'own';
  if (before.access === 'team' && before.responsible_id !== null && before.state !== 'new') {
    const { code, fields } = ticketTakenError(before);
    throw new RefusedWithRow(code, before, before.rev, fields);
  }
  withCurrentRow(before, takeTicket);
  if (isAssignedToCaller) return outcome(before);
  const next: StaffTicket = { ...before, ...assignmentToCaller(context), state: 'taken' };
  return saveStep(context, { before, next, command: 'take', at: args.at });
};

/** Releases a ticket to the pool. Throws `ticket_state`, `not_found`. */
export const releaseTicketHandler: WriteHandler<'ticket.release'> = async (context, { id, args }) => {
  const before = await lockForCommand(context, id, 'release');
  const next = withCurrentRow(before, releaseTicket);
  return saveStep(context, { before, next, command: 'release', at: args.at });
};

interface MessageInput {
  message_id: string;
  body: string;
  attachments?: readonly SentPhoto[];
}

async function newMessage(
  context: HandlerContext,
  { message_id: id, body, attachments = [] }: MessageInput,
  at: string,
  internal = false,
): Promise<StaffMessage> {
  const { user_id: author_id, name: author_name } = context.caller;
  const files = await usablePhotos(context, attachments);
  return { id, author_id, author_name, by_staff: true, body, attachments: files, at, internal, delivery: null };
}

/** Answers the author of a ticket. Throws `ticket_state`, `ticket_full`, `blob_missing`, `not_found`. */
export const answerTicketHandler: WriteHandler<'ticket.answer'> = async (context, { id, args, corrected_at }) => {
  const before = await lockForCommand(context, id, 'answer');
  const message = await newMessage(context, args, corrected_at);
  const next = withCurrentRow(before, (ticket) => answerTicket(ticket, message));
  return saveStep(context, { before, next, command: 'answer', at: args.at }, message);
};

/** Adds an internal note to a ticket. Throws `ticket_state`, `ticket_full`, `not_found`. */
export const addTicketNoteHandler: WriteHandler<'ticket.note'> = async (context, { id, args, corrected_at }) => {
  const before = await lockForCommand(context, id, 'note');
  const message = await newMessage(context, args, corrected_at, true);
  const next = withCurrentRow(before, (ticket) => addTicketNote(ticket, message));
  return saveStep(context, { before, next, command: 'note', at: args.at }, message);
};

/**
 * Resolves a ticket with a message to its author. Throws `ticket_state`, `ticket_full`, `blob_missing`, `not_found`.
 */
export const resolveTicketHandler: WriteHandler<'ticket.resolve'> = async (context, { id, args, corrected_at }) => {
  const before = await lockForCommand(context, id, 'resolve');
  const message = await newMessage(context, args, corrected_at);
  const next = withCurrentRow(before, (ticket) => resolveTicket(ticket, message));
  return saveStep(context, { before, next, command: 'resolve', at: args.at }, message);
};

/**
 * Adds a reply that is also sent through the Telegram bot. Throws `no_telegram`, `ticket_state`, `ticket_full`,
 * `not_found`.
 */
export const messageTicketHandler: WriteHandler<'ticket.message'> = async (
  context,
  { id, args, op_id, corrected_at, accepted_at },
) => {
  const before = await lockForCommand(context, id, 'message');
  const message = await newMessage(context, args, corrected_at);
  const next = withCurrentRow(before, (ticket) => answerTicket(ticket, message));
  if (next === before || before.author_id === null) return outcome(before);
  const { message_id, body } = args;
  const { author_id: user_id } = before;
  await queueMessage(context, { id: message_id, user_id, ticket_id: id, body, op_id, accepted_at });
  return saveStep(context, { before, next, command: 'message', at: args.at }, message);
};

/**
 * Rejects a ticket. An unassigned ticket is also assigned to the caller. Throws `ticket_taken`, `ticket_state`,
 * `not_found`.
 */
export const rejectTicketHandler: WriteHandler<'ticket.reject'> = async (context, { id, args }) => {
  const before = await lockForCommand(context, id, 'reject');
  const { duplicate_of } = args;
  const rejected = withCurrentRow(before, (ticket) => rejectTicket(ticket, { ...args, at: context.received_at }));
  if (rejected === before) return outcome(before);
  if (duplicate_of !== null && !(await haveSameAuthor(context, id, duplicate_of)))
    throw new RefusedWithRow('not_found', before, before.rev, { duplicate_of: 'not_found' });
  const next = before.responsible_id === null ? { ...rejected, ...assignmentToCaller(context) } : rejected;
  return saveStep(context, { before, next, command: 'reject', at: args.at });
};

/** Reopens a resolved or closed ticket. Throws `ticket_state`, `reopen_too_late`, `not_found`. */
export const resumeTicketHandler: WriteHandler<'ticket.resume'> = async (context, { id, args }) => {
  const before = await lockForCommand(context, id, 'resume');
  const reopened = withCurrentRow(before, (ticket) => resumeTicket(ticket, { at: context.received_at }));
  const next =
    reopened !== before && before.responsible_id === null ? { ...reopened, ...assignmentToCaller(context) } : reopened;
  return saveStep(context, { before, next, command: 'resume', at: args.at });
};

/** Snoozes a ticket, or ends its snooze. Throws `snooze_out_of_range`, `ticket_state`, `not_found`. */
export const snoozeTicketHandler: WriteHandler<'ticket.snooze'> = async (context, { id, args, corrected_at }) => {
  const before = await lockForCommand(context, id, 'snooze');
  const next = withCurrentRow(before, (ticket) => snoozeTicket(ticket, { until: args.until, at: corrected_at }));
  return saveStep(context, { before, next, command: 'snooze', at: args.at });
};

/** Sets the priority of a ticket. Throws `ticket_state`, `not_found`. */
export const prioritiseTicketHandler: WriteHandler<'ticket.prioritise'> = async (context, { id, args }) => {
  const before = await lockForCommand(context, id, 'prioritise');
  const next = withCurrentRow(before, (ticket) => prioritiseTicket(ticket, args.priority));
  return saveStep(context, { before, next, command: 'prioritise', at: args.at });
};
