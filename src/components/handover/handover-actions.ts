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

/** Writes that reply to a ticket. When the ticket's current employee accepts them, they become internal notes. */
const replyKinds = ['ticket.answer', 'ticket.note', 'ticket.resolve', 'ticket.message'];

/**
 * Returns the notes of a handed-over lead whom the server has recognised as the person `person_id`; null if there are
 * none.
 */
function leadNote({ person_id, notes }: Handover['args']): { person_id: string; notes: string } | null {
  return typeof person_id === 'string' && typeof notes === 'string' && notes !== '' ? { person_id, notes } : null;
}

/** Returns whether the content can be accepted with one press; other handovers can only be read. */
export const isUsable = ({ kind, args }: Pick<Handover, 'kind' | 'args'>): boolean =>
  ['contact.edit', 'interaction.log', 'person.edit', 'person.note', ...replyKinds].includes(kind) ||
  (kind === 'lead.create' && leadNote(args) !== null);

const by = (name: string, text: string): string => [name, text].filter(Boolean).join(': ').slice(0, MAX_NOTE_CHARS);

/**
 * Converts the handover to a write by the current user; returns null if that is impossible. The arguments come from
 * another device and are validated by the store. A call or a note is still the sender's work, so its text starts with
 * the sender's name.
 */
function toOwnWrite(store: Store, { kind, entity_id, args, title, from_name }: Handover): Draft | null {
  if (kind === 'contact.edit') return { kind, id: entity_id, args: args as Args<'contact.edit'>, title };
  if (kind === 'person.edit') return { kind, id: entity_id, args: args as Args<'person.edit'>, title };
  const withSender = (text: string): string => by(from_name, text);
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
 * Accepts the offer and, if its content is usable, queues that as a write: either both are saved or neither. Throws the
 * same errors as enqueue.
 */
export async function acceptOffer(store: Store, offer: Handover): Promise<void> {
  const answer: Draft = { kind: 'handover.take', id: offer.id, args: { at: iso(store.now()) }, title: offer.title };
  const content = toOwnWrite(store, offer);
  const atomic_group = store.newId();
  await store.writeAll(content ? [content, answer].map((draft) => ({ ...draft, atomic_group })) : [answer]);
}

export async function declineOffer(store: Store, { id, title }: Handover): Promise<void> {
  await store.write({ kind: 'handover.decline', id, args: { at: iso(store.now()) }, title });
}

/** Dismisses one of the user's own handovers after its outcome was read. */
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
 * Returns the kind of write that was offered. It may be unknown here, since the other device may run a newer version.
 */
export const kindOf = ({ kind }: Handover): WriteName => kind as WriteName;
