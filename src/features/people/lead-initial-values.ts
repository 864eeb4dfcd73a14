import type { Person } from '../../../contract/entities/person.ts';
import { entryToEdit } from '../../forms/entry-to-edit.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useInitialValues } from '../../forms/use-initial-values.ts';
import type { Entry } from '../../db/outbox/entry.ts';
import type { Store } from '../../db/schema/store.ts';
import {
  deleteLeadDraft,
  draftOf,
  ofContact,
  rebased,
  savedLeadDraft,
  type LeadDraft,
  type LeadFields,
} from './lead-draft.ts';

/** What the form is asked to be. */
export interface Asked {
  /** Of the person to be changed; null for a new one. */
  id: string | null;
  /** Op id of a write to be put right. */
  resend: string | null;
  /** Of a contact who becomes a lead. */
  contact: string | null;
}

/** What a form begins with. */
export interface Beginning {
  /** Names the draft. */
  form: string;
  id: string;
  /** As it was when the form was opened; null for a new one. */
  person: Person | null;
  entry: Entry | null;
  contact_id: string | null;
  /** Of the account: completes a number without its code. */
  country: string | null;
  initial: LeadDraft;
  isRestored: boolean;
  /** Raised to make the form anew. */
  round: number;
}

const kinds = ['lead.create', 'person.edit'];

/** Null: there is nothing to be changed here. */
async function beginning(store: Store, asked: Asked, round: number): Promise<Beginning | null> {
  const { db, actor } = store;
  const entry = await entryToEdit(db, kinds, asked);
  const person = (asked.id === null ? undefined : await db.people.get(asked.id)) ?? null;
  if ((asked.id !== null && !person) || (asked.resend !== null && !entry)) return null;
  const me = await db.me.get(actor.user_id);
  const contact = asked.contact === null ? undefined : await db.contacts.get(asked.contact);
  const known: Partial<LeadFields> = {
    ...(contact && ofContact(contact)),
    ...person,
    ...(entry?.args as Partial<LeadFields> | undefined),
  };
  const form = asked.resend ?? asked.id ?? (contact ? `contact:${contact.id}` : 'new');
  const fresh = await draftOf(known, me?.language ?? 'en');
  const kept = round > 0 ? null : await savedLeadDraft(db, form);
  return {
    ...{ form, person, entry, round },
    id: entry?.entity_id ?? person?.id ?? store.newId(),
    contact_id: contact?.id ?? null,
    country: me?.country ?? null,
    initial: kept ? await rebased(kept, fresh) : fresh,
    isRestored: kept !== null,
  };
}

/** What was left behind or a fresh form, and the way to begin anew. */
export function useLeadBeginning(asked: Asked): [Beginning | null | undefined, () => void] {
  const store = useStore();
  return useInitialValues(
    (round) => beginning(store, asked, round),
    ({ form }) => deleteLeadDraft(store.db, form),
  );
}
