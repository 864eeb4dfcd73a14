import type { EntityRows, Erasure } from '../../handlers.ts';
import {
  contactCategoryById,
  readContactCategoryPage,
  readChangedContactCategories,
  countContactCategories,
} from './category-repository.ts';
import { readChangedContacts, contactById, readContactPage, countContacts, lockContacts } from './repository.ts';

const tombstone = ({ user_id, rev, at }: Erasure) => ({ rev, deleted_at: at, deleted_by: user_id, updated_at: at });

/**
 * Deletes the address book of the user, since it contains data about other people. The tombstones remove its contacts
 * from devices.
 */
async function eraseContacts(erasure: Erasure): Promise<void> {
  const { tx, scope, user_id } = erasure;
  const name = { first_name: '', last_name: '', middle_name: '', phones: '[]', emails: '[]', telegram: null };
  const details = { city: '', address: '', work_zone: '', notes: '', date_birth: null, photo_sha256: null };
  await tx
    .updateTable('contacts')
    .set({ ...tombstone(erasure), ...name, ...details, consent: null, linked_user_id: null, search: '' })
    .where('scope', '=', scope)
    .where('owner_id', '=', user_id)
    .execute();
}

/** Deletes the contact categories of the user. */
async function eraseContactCategories(erasure: Erasure): Promise<void> {
  const { tx, scope, user_id } = erasure;
  await tx
    .updateTable('contact_categories')
    .set({ ...tombstone(erasure), name: '' })
    .where('scope', '=', scope)
    .where('owner_id', '=', user_id)
    .where('deleted_at', 'is', null)
    .execute();
}

export const contactRows: EntityRows<'contacts'> = {
  storage: { table: 'contacts', tombstones: true, erase: eraseContacts },
  changed: readChangedContacts,
  page: readContactPage,
  count: countContacts,
  one: contactById,
  lock: lockContacts,
};

export const contactCategoryRows: EntityRows<'contact_categories'> = {
  storage: { table: 'contact_categories', tombstones: true, erase: eraseContactCategories },
  changed: readChangedContactCategories,
  page: readContactCategoryPage,
  count: countContactCategories,
  one: contactCategoryById,
};
