import type { Person } from '../../../contract/entities/person.ts';
import type { StaffTicket } from '../../../contract/entities/staff-ticket.ts';
import type { RejectReason, TicketChannel } from '../../../contract/values.ts';
import type { Priority, TicketType } from '../../../contract/filter-values.ts';
import { toAttachments } from '../../components/media/picture-field.tsx';
import type { Message } from '../../forms/use-composer.ts';
import { personName } from '../../components/person/person-labels.ts';
import { depsOfPerson } from '../../db/outbox/person-deps.ts';
import type { Store } from '../../db/schema/store.ts';
import { iso } from '../../lib/ports.ts';

type Named = Pick<StaffTicket, 'id' | 'subject'>;

const at = (store: Store): string => iso(store.now());

/** Queues a request to take a ticket. The server decides who gets the ticket. */
export function takeTicket(store: Store, { id, subject: title }: Named): Promise<string> {
  return store.write({ kind: 'ticket.take', id, args: { at: at(store) }, title });
}

export function releaseTicket(store: Store, { id, subject: title }: Named): Promise<string> {
  return store.write({ kind: 'ticket.release', id, args: { at: at(store) }, title });
}

export function resumeTicket(store: Store, { id, subject: title }: Named): Promise<string> {
  return store.write({ kind: 'ticket.resume', id, args: { at: at(store) }, title });
}

/** Values of the form that creates a ticket on a person's behalf. */
export interface TicketDraft {
  user_id: string;
  type: string;
  subject: string;
  body: string;
  channel: string;
  priority: string;
}

/** Creates a ticket on a person's behalf and assigns it to the user. */
export async function createTicketForPerson(
  store: Store,
  id: string,
  author: Person,
  draft: TicketDraft,
): Promise<string> {
  const chosen = {
    type: draft.type as TicketType,
    channel: draft.channel as TicketChannel,
    priority: draft.priority as Priority,
  };
  const args = { ...draft, ...chosen, author_name: personName(author), at: at(store) };
  const deps = await depsOfPerson(store.db, author.id);
  return store.write({ kind: 'ticket.create_for', id, args, title: draft.subject, deps });
}

/**
 * The kinds of reply: to the author, to the author while resolving the ticket, as an internal note, or through
 * Telegram.
 */
export type ReplyChannel = 'answer' | 'resolve' | 'note' | 'message';

export function sendReply(
  store: Store,
  { id, subject: title }: Named,
  channel: ReplyChannel,
  { text, photos }: Message,
): Promise<string> {
  const reply = { message_id: store.newId(), body: text, at: at(store) };
  if (channel === 'note') return store.write({ kind: 'ticket.note', id, args: reply, title });
  if (channel === 'message') return store.write({ kind: 'ticket.message', id, args: reply, title });
  const { attachments, files } = toAttachments(photos);
  const args = { ...reply, attachments };
  if (channel === 'answer') return store.write({ kind: 'ticket.answer', id, args, title, files });
  return store.write({ kind: 'ticket.resolve', id, args, title, files });
}

export interface Rejection {
  reason: RejectReason;
  text: string;
  duplicate_of: string | null;
}

export function rejectTicket(store: Store, { id, subject: title }: Named, why: Rejection): Promise<string> {
  return store.write({ kind: 'ticket.reject', id, args: { ...why, at: at(store) }, title });
}

/** Snoozes a ticket until an instant; null ends the snooze. */
export function snoozeTicket(store: Store, { id, subject: title }: Named, until: string | null): Promise<string> {
  return store.write({ kind: 'ticket.snooze', id, args: { until, at: at(store) }, title });
}

export function prioritiseTicket(store: Store, { id, subject: title }: Named, priority: Priority): Promise<string> {
  return store.write({ kind: 'ticket.prioritise', id, args: { priority, at: at(store) }, title });
}
