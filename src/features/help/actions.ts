import type { Ticket } from '../../../contract/entities/ticket.ts';
import type { TicketType } from '../../../contract/filter-values.ts';
import { toAttachments } from '../../components/media/picture-field.tsx';
import type { ChosenPhoto } from '../../components/media/prepare-photo.ts';
import type { Store } from '../../db/schema/store.ts';
import { iso } from '../../lib/ports.ts';

export interface NewRequest {
  type: TicketType;
  subject: string;
  body: string;
  previous_id: string | null;
  photos: readonly ChosenPhoto[];
}

/** Queues a new help request. Returns the ids of the request and of its write. */
export async function createRequest(
  store: Store,
  { photos, ...request }: NewRequest,
): Promise<{ id: string; op_id: string }> {
  const id = store.newId();
  const { attachments, files } = toAttachments(photos);
  const args = { ...request, attachments, at: iso(store.now()) };
  return { id, op_id: await store.write({ kind: 'ticket.create', id, args, title: request.subject, files }) };
}

export function replyToRequest(
  store: Store,
  { id, subject }: Ticket,
  body: string,
  photos: readonly ChosenPhoto[],
): Promise<string> {
  const { attachments, files } = toAttachments(photos);
  const args = { message_id: store.newId(), body, attachments, at: iso(store.now()) };
  return store.write({ kind: 'ticket.reply', id, args, title: subject, files });
}

export function cancelRequest(store: Store, { id, subject }: Ticket, reason: string): Promise<string> {
  return store.write({ kind: 'ticket.cancel', id, args: { reason, at: iso(store.now()) }, title: subject });
}

export function closeRequest(store: Store, { id, subject }: Ticket): Promise<string> {
  return store.write({ kind: 'ticket.close', id, args: { at: iso(store.now()) }, title: subject });
}

export function reopenRequest(store: Store, { id, subject }: Ticket): Promise<string> {
  return store.write({ kind: 'ticket.reopen', id, args: { at: iso(store.now()) }, title: subject });
}

export function rateRequest(store: Store, { id, subject }: Ticket, stars: number, comment: string): Promise<string> {
  return store.write({ kind: 'ticket.rate', id, args: { stars, comment, at: iso(store.now()) }, title: subject });
}
