import { partnerOf } from '../../../contract/entities/partner.ts';
import type { Person } from '../../../contract/entities/person.ts';
import { entryToEdit } from '../../forms/entry-to-edit.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useInitialValues } from '../../forms/use-initial-values.ts';
import type { Entry } from '../../db/outbox/entry.ts';
import type { Store } from '../../db/schema/store.ts';
import {
  deleteLeadDraft,
  draftOf,
  fieldsFromContact,
  rebaseDraft,
  savedLeadDraft,
  type LeadDraft,
  type KnownFields,
} from './lead-draft.ts';
import { savedContact } from '../../db/queries/contacts.ts';
import { savedPerson } from '../../db/queries/people.ts';

/** Parameters with which the form of a person is opened. */
export interface FormParams {
  /** Id of the edited person; null for a new one. */
  id: string | null;
  /** Op id of the rejected write to correct; null if there is none. */
  resend: string | null;
  /** Id of the contact that becomes a lead; null if there is none. */
  contact: string | null;
  /** Whether the new person becomes a partner. */
  isPartner?: boolean;
}

/** The initial state of the form of a person. */
export interface InitialForm {
  /** Key under which the draft is stored. */
  form: string;
  id: string;
  /** The person as stored when the form was opened; null for a new one. */
  person: Person | null;
  entry: Entry | null;
  contact_id: string | null;
  /** Whether the form has the fields of a partner. */
  isPartner: boolean;
  /** Country of the user's account, which completes a national phone number. */
  country: string | null;
  initial: LeadDraft;
  isRestored: boolean;
  /** Number of resets of the form. It is used as a React key, so that a reset renders a new form. */
  round: number;
}

const kinds = ['lead.create', 'person.edit'];

/** Returns the initial values of the form; null if the person or write to edit does not exist. */
async function initialFormOf(store: Store, params: FormParams, round: number): Promise<InitialForm | null> {
  const { db, actor } = store;
  const entry = await entryToEdit(db, kinds, params);
  const person = (params.id === null ? undefined : await savedPerson(db, params.id)) ?? null;
  if ((params.id !== null && !person) || (params.resend !== null && !entry)) return null;
  const me = await db.me.get(actor.user_id);
  const contact = params.contact === null ? undefined : await savedContact(db, params.contact);
  const knownFields: KnownFields = {
    ...(contact && fieldsFromContact(contact)),
    ...person,
    ...(entry?.args as KnownFields | undefined),
  };
  const form = params.resend ?? params.id ?? (contact ? `contact:${contact.id}` : params.isPartner ? 'partner' : 'new');
  const freshDraft = await draftOf(knownFields, me?.language ?? 'en');
  const saved = round > 0 ? null : await savedLeadDraft(db, form);
  return {
    form,
    person,
    entry,
    round,
    id: entry?.entity_id ?? person?.id ?? store.newId(),
    contact_id: contact?.id ?? null,
    isPartner: person ? partnerOf(person) !== null : (params.isPartner ?? false),
    country: me?.country ?? null,
    initial: saved ? await rebaseDraft(saved, freshDraft) : freshDraft,
    isRestored: saved !== null,
  };
}

/**
 * Returns the initial values of the form, from the stored draft if there is one, and a function that resets the form.
 */
export function useInitialLeadForm(params: FormParams): [InitialForm | null | undefined, () => void] {
  const store = useStore();
  return useInitialValues(
    (round) => initialFormOf(store, params, round),
    ({ form }) => deleteLeadDraft(store.db, form),
  );
}
