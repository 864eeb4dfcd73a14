import type { Contact } from '../../../contract/entities/contact.ts';
import { entryToEdit, mergedInto } from '../../forms/entry-to-edit.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useInitialValues } from '../../forms/use-initial-values.ts';
import type { Entry } from '../../db/outbox/entry.ts';
import type { Store } from '../../db/schema/store.ts';
import { formatPhone } from '../../lib/phone.ts';
import {
  changedDraftFields,
  draftOf,
  deleteContactDraft,
  savedForm,
  type ContactDraft,
  type ContactFields,
  type SavedForm,
} from './form-draft.ts';
import { savedContact } from '../../db/queries/contacts.ts';
import { addToSurvivor } from './merge/merge-model.ts';

/** The initial state of the contact form. */
export interface InitialForm {
  /** Number of resets of the form, so that a reset renders a new form. */
  round: number;
  /** Key under which the draft is stored. */
  form: string;
  /** Id of the contact that the form creates or edits. */
  id: string;
  /** The stored contact; null for a new one. */
  contact: Contact | null;
  /** The rejected write that the user corrects; null if there is none. */
  entry: Entry | null;
  owner_id: string;
  /** Country of the user's account. */
  country: string | null;
  initial: ContactDraft;
  isRestored: boolean;
}

/** Parameters with which the contact form is opened. */
export interface FormParams {
  /** Id of the edited contact; null for a new one. */
  id: string | null;
  /** Op id of the rejected write to correct; null if there is none. */
  resend: string | null;
  /** Values that are already known, such as the phone number of a call. */
  known: Partial<ContactFields>;
}

const kinds = ['contact.create', 'contact.restore', 'contact.edit'];

/** Applies the changes of a stored draft on top of the current contact, which others may have changed. */
async function rebaseDraft({ draft, began }: SavedForm, fresh: ContactDraft): Promise<ContactDraft> {
  if (!began) return { ...fresh, ...draft };
  const changed = changedDraftFields(draft, await draftOf(began, formatPhone));
  return { ...fresh, ...Object.fromEntries(changed.map((name) => [name, draft[name]])) };
}

/**
 * Returns the values of the rejected write. If its contact was merged into another one, they are combined with the
 * values of the contact that stayed.
 */
function refusedValues(entry: Entry | null, contact: Contact | null): Partial<ContactFields> {
  const args = (entry?.args ?? {}) as Partial<ContactFields>;
  return entry && contact && mergedInto(entry) ? (addToSurvivor(contact, args) as Partial<ContactFields>) : args;
}

/** Returns the initial values of the form; null if the contact or write to edit does not exist. */
async function initialFormOf(store: Store, params: FormParams, round: number): Promise<InitialForm | null> {
  const { db, actor } = store;
  const entry = await entryToEdit(db, kinds, params);
  const row = params.id === null ? undefined : await savedContact(db, params.id);
  if ((params.id !== null && !row) || (params.resend !== null && !entry)) return null;
  const contact = row ?? null;
  const form = params.resend ?? params.id ?? 'new';
  const knownValues = { ...(contact ?? params.known), ...refusedValues(entry, contact) };
  const freshDraft = await draftOf(knownValues, formatPhone);
  const saved = round > 0 ? null : await savedForm(db, form);
  const initial = saved ? await rebaseDraft(saved, freshDraft) : freshDraft;
  const me = await db.me.get(actor.user_id);
  return {
    round,
    form,
    contact,
    entry,
    initial,
    isRestored: changedDraftFields(initial, freshDraft).length > 0,
    id: contact?.id ?? entry?.entity_id ?? store.newId(),
    owner_id: contact?.owner_id ?? actor.user_id,
    country: me?.country ?? null,
  };
}

/**
 * Returns the initial values of the form, from the stored draft if there is one, and a function that resets the form.
 */
export function useInitialContactForm(params: FormParams): [InitialForm | null | undefined, () => void] {
  const store = useStore();
  return useInitialValues(
    (round) => initialFormOf(store, params, round),
    ({ form }) => deleteContactDraft(store.db, form),
  );
}
