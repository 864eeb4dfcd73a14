import { partnerOf } from '../../../contract/entities/partner.ts';
import type { Person } from '../../../contract/entities/person.ts';
import { leadMachine } from '../../../contract/states/lead.ts';
import { transition } from '../../../contract/states/machine.ts';
import { MAX_PARTNER_FILES } from '../../../contract/values.ts';
import type { Args } from '../../../contract/writes/index.ts';
import type { Entry } from '../../db/outbox/entry.ts';
import type { Draft } from '../../db/outbox/outbox.ts';
import { savedPerson } from '../../db/queries/people.ts';
import type { Store } from '../../db/schema/store.ts';
import { iso } from '../../lib/ports.ts';
import type { LeadFields } from './lead-draft.ts';

/** Returns the values typed for a rejected lead as the text of a note, because they would otherwise be lost. */
function toNoteText(fields: Partial<LeadFields>): string {
  const { first_name, last_name, phone, email, telegram, city, address, notes, company, partner_note } = fields;
  const name = [first_name, last_name].filter(Boolean).join(' ');
  const facts = [name, company, phone, email, telegram && `@${telegram}`, city, address].filter(Boolean).join(', ');
  return [facts, notes, partner_note].filter(Boolean).join('\n').slice(0, 4000);
}

/** Whether a person can become a partner; false for a person who is not on this device. */
const mayBecomePartner = (person: Person | null): boolean =>
  person !== null && !partnerOf(person) && transition(leadMachine, person.status, 'join').kind !== 'invalid';

/**
 * Returns the writes that give a rejected lead's partner data and files to another person. A person who cannot become a
 * partner gets only the files, as far as the limit allows.
 */
function movedPartnerDrafts(entries: readonly Entry[], id: string, person: Person | null): Draft[] {
  const partner = person && partnerOf(person);
  const isJoining = mayBecomePartner(person);
  const maxFiles = isJoining ? MAX_PARTNER_FILES : partner ? MAX_PARTNER_FILES - partner.files.length : 0;
  const partnerEntries = entries.filter(({ kind }) => kind === 'partner.make' && isJoining);
  const fileEntries = entries.filter(({ kind }) => kind === 'partner.attach').slice(0, maxFiles);
  const deps = partnerEntries.length > 0 ? ['#0'] : [];
  return [
    ...partnerEntries.map(({ kind, args, title }) => ({ kind, id, args, title })),
    ...fileEntries.map(({ kind, args, title }) => ({ kind, id, args, title, deps })),
  ] as Draft[];
}

/**
 * If a write is about the person `id`, returns a copy that is about the person `to` instead; otherwise returns null.
 */
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
 * Merges a rejected lead into the existing person whom it duplicates: the typed values become a note on that person;
 * notes, tasks, calls, donations and partner data are moved to them; and the rejected write is removed.
 */
export async function mergeIntoPerson(store: Store, entry: Entry, to: { id: string; name: string }): Promise<void> {
  const person = (await savedPerson(store.db, to.id)) ?? null;
  const others = await store.db.outbox
    .where('seq')
    .above(entry.seq ?? 0)
    .sortBy('seq');
  const ownEntries = others.filter(({ entity, entity_id }) => entity === entry.entity && entity_id === entry.entity_id);
  const partnerDrafts = movedPartnerDrafts(ownEntries, to.id, person);
  const partnerEntry = mayBecomePartner(person) ? undefined : ownEntries.find(({ kind }) => kind === 'partner.make');
  const text = toNoteText({ ...(entry.args as Partial<LeadFields>), ...(partnerEntry?.args as Partial<LeadFields>) });
  const noteArgs = { person_id: to.id, text, at: iso(entry.at_client) };
  const movedDrafts = others.flatMap((other) => {
    const draft = movedDraft(other, entry.entity_id, to);
    return draft ? [{ ...draft, id: store.newId() } as Draft] : [];
  });
  const first: Draft[] =
    text === '' ? [] : [{ kind: 'person.note', id: store.newId(), args: noteArgs, title: to.name } as Draft];
  const drafts = [...partnerDrafts, ...first, ...movedDrafts];
  if (drafts.length > 0) await store.writeAll(drafts);
  await store.discard(entry.op_id);
}
