import type { Args } from '../../../contract/writes/index.ts';
import type { Entry } from '../../db/outbox/entry.ts';
import type { Draft } from '../../db/outbox/outbox.ts';
import type { Store } from '../../db/schema/store.ts';
import { iso } from '../../lib/ports.ts';
import type { LeadFields } from './lead-draft.ts';

/** Returns the text of a note with the values typed for a rejected lead, which would otherwise be lost. */
function toNoteText(fields: Partial<LeadFields>): string {
  const { first_name, last_name, phone, email, telegram, city, address, notes } = fields;
  const name = [first_name, last_name].filter(Boolean).join(' ');
  const facts = [name, phone, email, telegram && `@${telegram}`, city, address].filter(Boolean).join(', ');
  return [facts, notes].filter(Boolean).join('\n').slice(0, 4000);
}

/** Returns the same write for a different person; null if the write is not about the person `id`. */
function movedDraft(
  { kind, args, title }: Entry,
  id: string,
  to: { id: string; name: string },
): Omit<Draft, 'id'> | null {
  if (kind === 'person.note' && (args as Args<'person.note'>).person_id === id)
    return { kind, args: { ...(args as Args<'person.note'>), person_id: to.id }, title };
  if (kind === 'task.create' && (args as Args<'task.create'>).linked_user_id === id)
    return { kind, args: { ...(args as Args<'task.create'>), linked_user_id: to.id }, title };
  if (kind === 'interaction.log' && (args as Args<'interaction.log'>).user_id === id)
    return { kind, args: { ...(args as Args<'interaction.log'>), user_id: to.id }, title };
  if (kind === 'donation.submit' && (args as Args<'donation.submit'>).donor_id === id)
    return {
      kind,
      args: { ...(args as Args<'donation.submit'>), donor_id: to.id, donor_name: to.name },
      title: to.name,
    };
  return null;
}

/**
 * Attaches a lead that turned out to be an existing person: the typed values become a note on that person, notes,
 * tasks, calls and donations of the lead are moved to that person, and the rejected write is removed.
 */
export async function attachTo(store: Store, entry: Entry, to: { id: string; name: string }): Promise<void> {
  const fields = entry.args as Partial<LeadFields>;
  const text = toNoteText(fields);
  const note = { person_id: to.id, text, at: iso(entry.at_client) };
  const others = await store.db.outbox
    .where('seq')
    .above(entry.seq ?? 0)
    .sortBy('seq');
  const movedDrafts = others.flatMap((other) => {
    const draft = movedDraft(other, entry.entity_id, to);
    return draft ? [{ ...draft, id: store.newId() } as Draft] : [];
  });
  const first: Draft[] =
    text === '' ? [] : [{ kind: 'person.note', id: store.newId(), args: note, title: to.name } as Draft];
  if (first.length + movedDrafts.length > 0) await store.writeAll([...first, ...movedDrafts]);
  await store.discard(entry.op_id);
}
