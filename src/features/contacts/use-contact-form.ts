import { useLingui } from '@lingui/react/macro';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { FieldPath } from 'react-hook-form';
import type { Contact } from '../../../contract/entities/contact.ts';
import { useSavedToast } from '../../components/sync/saved-toast.ts';
import { savedContact } from '../../db/queries/contacts.ts';
import { isQuotaError } from '../../db/schema/db.ts';
import type { Store } from '../../db/schema/store.ts';
import { errorCodes } from '../../forms/form.tsx';
import { type AppForm, useAppForm } from '../../forms/use-app-form.ts';
import { useDraftAutosave } from '../../forms/use-draft-autosave.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { createContact, editContact, resendContact } from './actions.ts';
import type { InitialForm } from './contact-form-initial-values.ts';
import { changedFields, contactSchema } from './contact-schema.ts';
import {
  deleteContactDraft as dropContactDraft,
  isSamePhoto,
  saveContactDraft,
  saveDraftPhoto,
  type ContactDraft,
  type ContactFields,
  type PhotoChange,
} from './form-draft.ts';
import type { ContactsSearch } from './search-params.ts';

export type ContactFormApi = AppForm<ContactDraft, ContactFields>;

/**
 * Returns the args of the corrected write: for a new contact all fields; for an edit, the fields of the original edit
 * and those changed since.
 */
function correctedArgs({ entry, contact }: InitialForm, fields: ContactFields): unknown {
  const args = (entry?.args ?? {}) as Record<string, unknown>;
  if (entry?.kind !== 'contact.edit' || !contact) return { ...args, ...fields };
  const changed = changedFields(contact, fields);
  const names = (Object.keys(fields) as (keyof ContactFields)[]).filter((name) => name in args || name in changed);
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}

/** Saves the contact form. Returns the op id of the write; null if nothing changed. */
async function saveForm(
  store: Store,
  initialForm: InitialForm,
  fields: ContactFields,
  photo: PhotoChange,
): Promise<string | null> {
  const { id, entry } = initialForm;
  if (entry) return resendContact(store, { id, entry }, correctedArgs(initialForm, fields), photo);
  if (initialForm.contact)
    return editContact(store, initialForm.contact, changedFields(initialForm.contact, fields), photo);
  return createContact(store, id, fields, photo);
}

/** Returns the edited fields that others changed while the form was open. */
async function changedByOthers(
  store: Store,
  original: Contact,
  fields: ContactFields,
): Promise<Partial<ContactFields>> {
  const now = await savedContact(store.db, original.id);
  if (!now) return {};
  const ownChanges = changedFields(original, fields);
  const { owner_id: _, ...stored } = now;
  const conflictingFields = Object.entries(changedFields(original, { ...fields, ...pick(stored, fields) }));
  return Object.fromEntries(conflictingFields.filter(([name]) => name in ownChanges));
}

const pick = (from: object, like: object): Partial<ContactFields> =>
  Object.fromEntries(Object.entries(from).filter(([name]) => name in like));

export interface ContactFormState {
  form: ContactFormApi;
  /** Focuses an invalid field. */
  goTo: (path: FieldPath<ContactDraft>) => void;
  /** Whether saving failed because the disk is full. */
  isDiskFull: boolean;
  /** Values that others gave to the edited fields; a second press on Save keeps the user's own values. */
  theirs: Partial<ContactFields> | null;
}

/** Returns the field to focus for an error; for an error of an entire list, its first line. */
const focusable = (path: FieldPath<ContactDraft>): FieldPath<ContactDraft> =>
  path.replace(/^(phones|emails)(\.root)?$/, '$1.0.text') as FieldPath<ContactDraft>;

/**
 * The form of a contact. What is typed is stored as a draft until it is saved. If saving fails, form and draft stay.
 */
export function useContactForm(initialForm: InitialForm, search: ContactsSearch): ContactFormState {
  const { t } = useLingui();
  const store = useStore();
  const leave = useLeave(initialForm, search);
  const showSavedToast = useSavedToast();
  const seenContact = useRef(initialForm.contact);
  const [isDiskFull, setDiskFull] = useState(false);
  const [conflictingFields, setConflictingFields] = useState<Partial<ContactFields> | null>(null);
  const { entry, contact, country } = initialForm;
  const save = async (fields: ContactFields, photo: PhotoChange): Promise<void> => {
    const othersValues = seenContact.current && !entry ? await changedByOthers(store, seenContact.current, fields) : {};
    if (Object.keys(othersValues).length > 0) {
      seenContact.current = (await savedContact(store.db, initialForm.id)) ?? null;
      return setConflictingFields(othersValues);
    }
    const op_id = await saveForm(store, initialForm, fields, photo);
    await dropDraft();
    leave();
    if (op_id !== null) showSavedToast(op_id, t`Contact saved`);
  };
  const form = useAppForm({
    schema: contactSchema({ contact, country, now: store.now }),
    initial: initialForm.initial,
    // For a conflict, `error.fields` contains the server's values instead of error codes.
    refused: entry?.error?.code === 'conflict' ? undefined : entry?.error?.fields,
    // Focuses the first error in the order of the form, because react-hook-form itself puts lines that were added later
    // at the end.
    onInvalid: (errors) => goTo(Object.keys(errorCodes(errors))[0] as FieldPath<ContactDraft>),
    onSubmit: async (fields, { photo }) => {
      setDiskFull(false);
      setConflictingFields(null);
      try {
        await save(fields, photo);
      } catch (error) {
        if (!isQuotaError(error)) throw error;
        setDiskFull(true);
      }
    },
  });
  const goTo = (path: FieldPath<ContactDraft>): void => form.setFocus(focusable(path));
  const dropDraft = useContactDraft(form, initialForm);
  return { form, goTo, isDiskFull, theirs: conflictingFields };
}

/** Stores the draft of the form. The photo is large, so it is stored only when it has changed. */
function useContactDraft(form: ContactFormApi, initialForm: InitialForm): () => Promise<void> {
  const { db } = useStore();
  const { form: key, contact: began, initial } = initialForm;
  const savedPhoto = useRef(initial.photo);
  return useDraftAutosave(form, {
    save: async (draft) => {
      const isPhotoUnchanged = isSamePhoto(draft.photo, savedPhoto.current);
      savedPhoto.current = draft.photo;
      const saved = saveContactDraft(db, key, { draft, began });
      await Promise.all([saved, !isPhotoUnchanged && saveDraftPhoto(db, key, draft.photo)]);
    },
    drop: () => dropContactDraft(db, key),
  });
}

/**
 * Returns a function that leaves the form after saving: it goes back after an edit, and opens the contact if it is new.
 */
function useLeave({ contact, id }: InitialForm, search: ContactsSearch): () => void {
  const { history } = useRouter();
  const navigate = useNavigate();
  return () => {
    if (contact && history.canGoBack()) history.back();
    else void navigate({ to: '/contacts/$contactId', params: { contactId: id }, search, replace: true });
  };
}
