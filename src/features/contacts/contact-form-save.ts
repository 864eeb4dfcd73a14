import { useLingui } from '@lingui/react/macro';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { Contact } from '../../../contract/entities/contact.ts';
import { useWriteError } from '../../forms/use-write-error.ts';
import { useSavedToast } from '../../components/sync/saved-toast.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { isQuotaError } from '../../db/schema/db.ts';
import type { Store } from '../../db/schema/store.ts';
import { createContact, editContact, resendContact } from './actions.ts';
import type { InitialForm } from './contact-form-initial-values.ts';
import { changedFields } from './contact-form-check.ts';
import type { ContactFields, PhotoChange } from './form-draft.ts';
import { savedContact } from '../../db/queries/contacts.ts';

/** A rejected create is sent whole; an edit with its original and corrected changes. */
function argsAgain({ entry, contact }: InitialForm, fields: ContactFields): unknown {
  const args = (entry?.args ?? {}) as Record<string, unknown>;
  if (entry?.kind !== 'contact.edit' || !contact) return { ...args, ...fields };
  const changed = changedFields(contact, fields);
  const names = (Object.keys(fields) as (keyof ContactFields)[]).filter((name) => name in args || name in changed);
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}

/** Returns the op id; null when nothing changed. */
async function saveForm(
  store: Store,
  initialForm: InitialForm,
  fields: ContactFields,
  photo: PhotoChange,
): Promise<string | null> {
  if (initialForm.entry) return resendContact(store, initialForm.entry, argsAgain(initialForm, fields), photo);
  if (initialForm.contact)
    return editContact(store, initialForm.contact, changedFields(initialForm.contact, fields), photo);
  return createContact(store, initialForm.id, fields, photo);
}

/** Returns the edited fields that others changed while the form was open. */
async function overtaken(store: Store, began: Contact, fields: ContactFields): Promise<Partial<ContactFields>> {
  const now = await savedContact(store.db, began.id);
  if (!now) return {};
  const mine = changedFields(began, fields);
  const { owner_id: _, ...known } = now;
  const theirs = Object.entries(changedFields(began, { ...fields, ...pick(known, fields) }));
  return Object.fromEntries(theirs.filter(([name]) => name in mine));
}

const pick = (from: object, like: object): Partial<ContactFields> =>
  Object.fromEntries(Object.entries(from).filter(([name]) => name in like));

export interface Saving {
  save: (fields: ContactFields, photo: PhotoChange) => Promise<void>;
  isPending: boolean;
  /** The disk is full. */
  isFull: boolean;
  /** Others' values of the edited fields; a second press keeps the own ones. */
  theirs: Partial<ContactFields> | null;
}

/** Saves the form, confirms and navigates back. A failure leaves everything in place. */
export function useSaving(initialForm: InitialForm, dropDraft: () => Promise<void>): Saving {
  const { t } = useLingui();
  const store = useStore();
  const { history } = useRouter();
  const navigate = useNavigate();
  const failure = useWriteError();
  const say = useSavedToast();
  const isBusy = useRef(false);
  const seen = useRef(initialForm.contact);
  const [isPending, setPending] = useState(false);
  const [isFull, setFull] = useState(false);
  const [theirs, setTheirs] = useState<Partial<ContactFields> | null>(null);
  const leave = (): void => {
    if (initialForm.contact && history.canGoBack()) history.back();
    else void navigate({ to: '/contacts/$contactId', params: { contactId: initialForm.id }, replace: true });
  };
  const run = async (fields: ContactFields, photo: PhotoChange): Promise<void> => {
    const found = seen.current && !initialForm.entry ? await overtaken(store, seen.current, fields) : {};
    if (Object.keys(found).length > 0) {
      seen.current = (await savedContact(store.db, initialForm.id)) ?? null;
      return setTheirs(found);
    }
    const op_id = await saveForm(store, initialForm, fields, photo);
    await dropDraft();
    leave();
    if (op_id !== null) say(op_id, t`Contact saved`);
  };
  const save = async (fields: ContactFields, photo: PhotoChange): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    setPending(true);
    setFull(false);
    setTheirs(null);
    try {
      await run(fields, photo);
    } catch (error) {
      if (isQuotaError(error)) setFull(true);
      else failure(error);
    } finally {
      isBusy.current = false;
      setPending(false);
    }
  };
  return { save, isPending, isFull, theirs };
}
