import type { Contact } from '../../../contract/entities/contact.ts';
import { contactName } from '../../components/contact/contact-labels.ts';
import { type ChosenPhoto, toSentPhoto } from '../../components/media/prepare-photo.ts';
import { isUndoable, type Entry } from '../../db/outbox/entry.ts';
import type { Draft } from '../../db/outbox/outbox.ts';
import type { Store } from '../../db/schema/store.ts';
import { entriesOf } from '../../db/outbox/view.ts';
import { iso } from '../../lib/ports.ts';
import type { ContactFields, PhotoChange } from './form-draft.ts';
import { savedContact } from '../../db/queries/contacts.ts';

const at = (store: Store): string => iso(store.now());

/**
 * Returns the op ids of the unsent writes that create the category. They must reach the server first, because the
 * server treats an unknown category as none.
 */
async function depsOf({ db }: Store, category_id: string | null | undefined): Promise<string[]> {
  if (!category_id) return [];
  const entries = await entriesOf(db, 'contact_categories', category_id);
  return entries.filter(({ kind }) => kind === 'contact_category.create').map(({ op_id }) => op_id);
}

/** Returns the newly chosen photo of a form; null if no photo was chosen. */
const chosenPhoto = (photo: PhotoChange): ChosenPhoto | null => (typeof photo === 'string' ? null : photo);

/** Returns the write that sets or removes the photo of a contact. */
export function photoDraft(
  store: Store,
  id: string,
  title: string,
  photo: ChosenPhoto | null,
  deps: string[],
): Draft<'contact.photo'> {
  if (photo === null) return { kind: 'contact.photo', id, args: { photo, at: at(store) }, title, deps };
  const args = { photo: toSentPhoto(photo), at: at(store) };
  return { kind: 'contact.photo', id, args, title, deps, files: [photo] };
}

/** Queues a new contact and then its photo, both or neither. Throws the same errors as enqueue. */
export async function createContact(
  store: Store,
  id: string,
  fields: ContactFields,
  photo: PhotoChange = 'unchanged',
): Promise<string> {
  const title = contactName(fields);
  const args = { ...fields, at: at(store) };
  const create: Draft = { kind: 'contact.create', id, args, title, deps: await depsOf(store, fields.category_id) };
  const chosen = chosenPhoto(photo);
  const drafts = chosen ? [create, photoDraft(store, id, title, chosen, ['#0'])] : [create];
  return (await store.writeAll(drafts as Draft[]))[0]!;
}

/** Undoes an unsent photo, so that its bytes are not sent. */
async function dropUnsentPhoto(store: Store, id: string): Promise<void> {
  const entries = await entriesOf(store.db, 'contacts', id);
  for (const { op_id } of entries.filter((entry) => entry.kind === 'contact.photo' && isUndoable(entry)).toReversed())
    await store.undo(op_id);
}

/**
 * Queues the changed fields and the photo of a contact. Returns the op id of the field change or, without one, of the
 * photo change; null if nothing changed.
 */
export async function editContact(
  store: Store,
  contact: Contact,
  patch: Partial<ContactFields>,
  photo: PhotoChange = 'unchanged',
): Promise<string | null> {
  const title = contactName({ ...contact, ...patch });
  const drafts: Draft[] = [];
  if (Object.keys(patch).length > 0) {
    const deps = await depsOf(store, patch.category_id);
    drafts.push({ kind: 'contact.edit', id: contact.id, args: patch, title, deps });
  }
  const chosen = chosenPhoto(photo);
  if (photo !== 'unchanged' && chosen?.sha256 !== contact.photo?.sha256) {
    await dropUnsentPhoto(store, contact.id);
    const current = await savedContact(store.db, contact.id);
    if (current?.photo?.sha256 !== chosen?.sha256) drafts.push(photoDraft(store, contact.id, title, chosen, []));
  }
  return drafts.length > 0 ? (await store.writeAll(drafts))[0]! : null;
}

/**
 * Replaces a rejected write with a new write that has the current form values. `id` is the contact of the form: the
 * contact of the rejected write, or the contact into which it was merged.
 */
export async function resendContact(
  store: Store,
  { id, entry }: { id: string; entry: Entry },
  args: unknown,
  photo: PhotoChange,
): Promise<string> {
  const { op_id: old, kind, entity_id, title } = entry;
  const isSameContact = id === entity_id;
  const op_id = isSameContact
    ? await store.supersede(old, args)
    : await store.write({ kind: 'contact.edit', id, args: args as Partial<ContactFields>, title });
  if (!isSameContact) await store.discard(old);
  if (photo !== 'unchanged') {
    const deps = kind === 'contact.edit' ? [] : [op_id];
    await store.write(photoDraft(store, id, title, chosenPhoto(photo), deps));
  }
  return op_id;
}
