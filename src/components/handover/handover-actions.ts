import type { InteractionLogArgs } from '../../../contract/entities/interaction.ts';
import type { Handover } from '../../../contract/entities/handover.ts';
import type { Args, WriteName } from '../../../contract/writes/index.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import { saveMeta, savedMeta } from '../../db/schema/meta.ts';
import type { Draft } from '../../db/outbox/outbox.ts';
import type { Store } from '../../db/schema/store.ts';
import { iso } from '../../lib/ports.ts';

const MAX_NOTE_CHARS = 4000;
const MAX_DISMISSED = 200;

/**
 * Writes that reply to a ticket. If the ticket's current employee accepts a handover of such a write, it becomes an
 * internal note.
 */
const replyKinds = ['ticket.answer', 'ticket.note', 'ticket.resolve', 'ticket.message'];

/**
 * Returns the notes of a handed-over new lead, if the server has recognised the lead as the existing person
 * `person_id`. Returns null if it has not, or if there are no notes.
 */
function leadNote({ person_id, notes }: Handover['args']): { person_id: string; notes: string } | null {
  return typeof person_id === 'string' && typeof notes === 'string' && notes !== '' ? { person_id, notes } : null;
}

/**
 * Whether the content of a handover can be turned into a write of the user who accepts it. Other handovers can only be
 * read.
 */
export const isHandoverUsable = ({ kind, args }: Pick<Handover, 'kind' | 'args'>): boolean =>
  ['contact.edit', 'interaction.log', 'person.edit', 'person.note', ...replyKinds].includes(kind) ||
  (kind === 'lead.create' && leadNote(args) !== null);

const withAuthor = (name: string, text: string): string =>
  [name, text].filter(Boolean).join(': ').slice(0, MAX_NOTE_CHARS);

/**
 * Converts a handover to a write by the current user; returns null if that is impossible. The arguments come from
 * another device, so the store validates them. The texts of calls and notes are prefixed with the sender's name,
 * because they are the sender's work.
 */
function toOwnWrite(store: Store, { kind, entity_id, args, title, from_name }: Handover): Draft | null {
  if (kind === 'contact.edit') return { kind, id: entity_id, args: args as Args<'contact.edit'>, title };
  if (kind === 'person.edit') return { kind, id: entity_id, args: args as Args<'person.edit'>, title };
  const withSender = (text: string): string => withAuthor(from_name, text);
  if (kind === 'lead.create') {
    const ownNote = leadNote(args);
    const note = ownNote && { person_id: ownNote.person_id, text: withSender(ownNote.notes), at: iso(store.now()) };
    return note && { kind: 'person.note', id: store.newId(), args: note, title };
  }
  if (kind === 'person.note') {
    const note = args as Args<'person.note'>;
    return { kind, id: store.newId(), args: { ...note, text: withSender(note.text) }, title };
  }
  if (replyKinds.includes(kind) && typeof args['body'] === 'string') {
    const note = { message_id: store.newId(), body: withSender(args['body']), at: iso(store.now()) };
    return { kind: 'ticket.note', id: entity_id, args: note, title };
  }
  if (kind !== 'interaction.log') return null;
  const log = args as InteractionLogArgs;
  const note = withSender(log.note);
  return { kind, id: store.newId(), args: { ...log, note, task_id: null }, title };
}

/**
 * Accepts an offer and, if its content is usable, queues the content as a write, both in one transaction. Throws the
 * same errors as enqueue.
 */
export async function acceptOffer(store: Store, offer: Handover): Promise<void> {
  const acceptance: Draft = { kind: 'handover.take', id: offer.id, args: { at: iso(store.now()) }, title: offer.title };
  const content = toOwnWrite(store, offer);
  const atomic_group = store.newId();
  await store.writeAll(content ? [content, acceptance].map((draft) => ({ ...draft, atomic_group })) : [acceptance]);
}

export async function declineOffer(store: Store, { id, title }: Handover): Promise<void> {
  await store.write({ kind: 'handover.decline', id, args: { at: iso(store.now()) }, title });
}

/** Hides the outcome of one of the user's own handovers. Call after the user has read it. */
export async function dismissHandover(db: PhoneDb, id: string): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    const dismissedIds = (await savedMeta(db, 'handovers_seen')) ?? [];
    await saveMeta(
      db,
      'handovers_seen',
      [...dismissedIds.filter((dismissedId) => dismissedId !== id), id].slice(-MAX_DISMISSED),
    );
  });
}

/**
 * Returns the kind of the write that was offered. If the other device runs a newer version of the app, this version may
 * not have that kind.
 */
export const writeNameOf = ({ kind }: Handover): WriteName => kind as WriteName;
