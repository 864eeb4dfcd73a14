import type { Contact } from '../../../contract/entities/contact.ts';
import type { ContactStatus } from '../../../contract/filter-values.ts';
import { buildRestoreArgs } from '../../../contract/writes/contact.ts';
import { contactName } from '../../components/contact/contact-labels.ts';
import { isUndoable, type Entry } from '../../db/outbox/entry.ts';
import type { Store } from '../../db/schema/store.ts';
import { entriesOf } from '../../db/outbox/view.ts';
import { iso } from '../../lib/ports.ts';
import { savedContact } from '../../db/queries/contacts.ts';

export async function changeStatus(store: Store, contact: Contact, status: ContactStatus): Promise<string> {
  return store.write({ kind: 'contact.edit', id: contact.id, args: { status }, title: contactName(contact) });
}

/** The data that the deletion of a contact removed, which is needed to undo the deletion. */
export interface DeletedContact {
  op_id: string;
  contact: Contact;
  /** The unsent photo of the contact, if there was one. */
  photo: Entry | null;
}

/** Deletes a contact. An unsent photo is undone first, since it cannot be sent after the contact is deleted. */
export async function deleteContact(store: Store, contact: Contact): Promise<DeletedContact> {
  const { id } = contact;
  const entries = await entriesOf(store.db, 'contacts', id);
  const unsentPhoto = entries.filter((entry) => entry.kind === 'contact.photo' && isUndoable(entry)).at(-1);
  const photo = unsentPhoto && (await store.undo(unsentPhoto.op_id)) ? unsentPhoto : null;
  const args = { at: iso(store.now()) };
  const op_id = await store.write({ kind: 'contact.delete', id, args, title: contactName(contact) });
  return { op_id, contact, photo };
}

/** Undoes the deletion of a contact: removes the unsent write or, if it has been sent, restores the contact. */
export async function undoDelete(store: Store, { op_id, contact, photo }: DeletedContact): Promise<void> {
  const { id } = contact;
  const title = contactName(contact);
  const at = iso(store.now());
  if (!(await store.undo(op_id))) {
    // A photo that has not been sent yet is restored by a separate write.
    const restored = photo ? { ...contact, photo: null } : contact;
    if (!(await savedContact(store.db, id)))
      await store.write({
        kind: 'contact.restore',
        id,
        args: buildRestoreArgs(restored, 'contact.delete', {}, at),
        title,
      });
  }
  if (photo) await store.write({ kind: 'contact.photo', id, args: { ...(photo.args as PhotoArgs), at }, title });
}

interface PhotoArgs {
  photo: { sha256: string; mime: 'image/jpeg' | 'image/png' | 'image/webp'; bytes: number } | null;
}
