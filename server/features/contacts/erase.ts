import type { Erasure } from '../../handlers.ts';

const tombstone = ({ user_id, rev, at }: Erasure) => ({ rev, deleted_at: at, deleted_by: user_id, updated_at: at });

/** Deletes the address book of the user, whose contacts are other people. Tombstones remove it from devices. */
export async function eraseContacts(erasure: Erasure): Promise<void> {
  const { tx, scope, user_id } = erasure;
  const name = { first_name: '', last_name: '', middle_name: '', phones: '[]', emails: '[]', telegram: null };
  const details = { city: '', address: '', work_zone: '', notes: '', date_birth: null, photo_sha256: null };
  await tx
    .updateTable('contacts')
    .set({ ...tombstone(erasure), ...name, ...details, consent: null, linked_user_id: null })
    .where('scope', '=', scope)
    .where('owner_id', '=', user_id)
    .execute();
}

/** Deletes the user's categories of contacts. */
export async function eraseContactCategories(erasure: Erasure): Promise<void> {
  const { tx, scope, user_id } = erasure;
  await tx
    .updateTable('contact_categories')
    .set({ ...tombstone(erasure), name: '' })
    .where('scope', '=', scope)
    .where('owner_id', '=', user_id)
    .where('deleted_at', 'is', null)
    .execute();
}
