import { contacts, type Contact } from '../../../contract/entities/contact.ts';
import { Refused } from '../../../contract/errors.ts';
import { MAX_CONTACTS, systemStatuses } from '../../../contract/values.ts';
import { countDailyWrite } from '../../daily-limit.ts';
import type { HandlerContext, WriteHandler, WriteInput, WriteOutcome } from '../../handlers.ts';
import { RefusedWithRow } from '../../http/with-current-row.ts';
import { mergeOrConflict, nextFieldRevs, isSameValue } from '../../sync/merge.ts';
import { categoryOwner } from './category-repository.ts';
import { checkNotDeleted } from './check-not-deleted.ts';
import { withKnownUser } from './known-user.ts';
import { checkNotMerged } from './merge-repository.ts';
import { audienceOf, lockContactOwner } from './person.ts';
import { usablePhoto } from './stored-photo.ts';
import {
  contactById,
  countContactsOwnedBy,
  insertContact,
  lockContact,
  markContactDeleted,
  updateContact,
  type LockedContact,
} from './repository.ts';

type Fields = Omit<WriteInput<'contact.create'>['args'], 'at'>;

export const contactOutcome = (row: Contact): WriteOutcome => ({ row, rev: row.rev });
/** Whether only the system may set this status. */
export const isSystemStatus = (status: Contact['status']) => (systemStatuses as readonly string[]).includes(status);
const refusedStatus = () => new Refused('status_by_system', { status: 'status_by_system' });

/** Locks a contact, deleted or not. Throws `not_found`. */
async function lockOwnContact(context: HandlerContext, id: string): Promise<LockedContact> {
  const contact = await lockContact(context, id);
  if (!contact) throw new Refused('not_found');
  return contact;
}

/** Locks a contact that is not deleted. Throws `not_found`, `contact_merged` or `record_deleted`. */
export async function lockUndeletedContact(context: HandlerContext, id: string): Promise<LockedContact> {
  const row = await lockOwnContact(context, id);
  if (row.deleted_at !== null) await checkNotMerged(context, id);
  await checkNotDeleted(context, row.contact, row);
  return row;
}

type PartialFields = { [K in keyof Fields]?: Fields[K] | undefined };

/**
 * Returns the category to store for a contact; null if the category has been deleted. Throws `not_found` if the
 * category never existed or does not belong to the owner of the contact.
 */
async function categoryFor(context: HandlerContext, owner_id: string, id: string): Promise<string | null> {
  const category = await categoryOwner(context, id);
  if (category?.owner_id !== owner_id) throw new Refused('not_found', { category_id: 'not_found' });
  return category.deleted_at === null ? id : null;
}

/** Checks the category and normalises timestamps. */
export async function checkFields<T extends PartialFields>(
  context: HandlerContext,
  owner_id: string,
  fields: T,
): Promise<T> {
  const { category_id, next_step_at } = fields;
  return {
    ...fields,
    ...(category_id && { category_id: await categoryFor(context, owner_id, category_id) }),
    ...(next_step_at && { next_step_at: new Date(next_step_at).toISOString() }),
  };
}

/**
 * Locks an address book before a contact is added to it. Throws `contacts_full` if the book has the maximum number of
 * contacts.
 */
export async function checkContactLimit(context: HandlerContext, owner_id: string): Promise<void> {
  await lockContactOwner(context, owner_id);
  if ((await countContactsOwnedBy(context, owner_id)) >= MAX_CONTACTS) throw new Refused('contacts_full');
}

/** Creates one of the caller's own contacts. Throws `contacts_full`, `status_by_system`, `not_found`. */
async function addContact(
  context: HandlerContext,
  id: string,
  fields: Fields,
  photo: Contact['photo'],
): Promise<WriteOutcome> {
  const { caller, received_at } = context;
  if (isSystemStatus(fields.status)) throw refusedStatus();
  await checkContactLimit(context, caller.user_id);
  await countDailyWrite(context, 'contacts');
  const contact = await withKnownUser(context, {
    ...(await checkFields(context, caller.user_id, fields)),
    id,
    rev: 0,
    owner_id: caller.user_id,
    owner_name: caller.name,
    photo,
    linked_user_id: null,
    created_at: received_at,
    updated_at: received_at,
  });
  const rev = await context.nextRev();
  if (!(await insertContact(context, { ...contact, rev }))) throw new Refused('not_found');
  context.poke(await audienceOf(context, caller.user_id));
  return contactOutcome((await contactById(context, id)) ?? { ...contact, rev });
}

/** Saves the changes to a locked contact. */
export async function saveContactChanges(
  context: HandlerContext,
  { contact, field_revs }: LockedContact,
  next: Contact,
): Promise<WriteOutcome> {
  await countDailyWrite(context, 'contact_changes');
  const rev = await context.nextRev();
  const names = Object.keys(contact) as (keyof Contact)[];
  const changed = Object.fromEntries(
    names.filter((name) => !isSameValue(contact[name], next[name])).map((name) => [name, next[name]]),
  );
  const row = { ...next, rev, updated_at: context.received_at };
  await updateContact(context, row, nextFieldRevs(field_revs, changed, rev));
  context.poke(await audienceOf(context, row.owner_id));
  return contactOutcome(row);
}

/**
 * Creates a contact. If the caller has already created it, returns the existing contact. The id of another user's
 * contact is treated as unknown.
 */
export const createContactHandler: WriteHandler<'contact.create'> = async (context, { id, args }) => {
  const existing = await lockContact(context, id);
  if (existing) {
    if (existing.contact.owner_id !== context.caller.user_id) throw new Refused('not_found');
    if (existing.deleted_at !== null) await checkNotMerged(context, id);
    await checkNotDeleted(context, existing.contact, existing);
    return contactOutcome(existing.contact);
  }
  const { at: _, ...fields } = args;
  return addContact(context, id, fields, null);
};

/**
 * Edits a contact, merging field by field. Throws `conflict`, `record_deleted`, `contact_merged`, `status_by_system` or
 * `not_found`.
 */
export const editContactHandler: WriteHandler<'contact.edit'> = async (context, { id, args, base, base_rev }) => {
  const row = await lockUndeletedContact(context, id);
  const { contact, field_revs } = row;
  const patch = await checkFields(context, contact.owner_id, args);
  const changed = await mergeOrConflict(context, contact, field_revs, { patch, base, base_rev }, contacts);
  if (Object.keys(changed).length === 0) return contactOutcome(contact);
  const next: Contact = { ...contact, ...(changed as Partial<Contact>) };
  if (next.status !== contact.status && isSystemStatus(next.status)) {
    throw new RefusedWithRow('status_by_system', contact, contact.rev, { status: 'status_by_system' });
  }
  const hasNewAddresses = 'phones' in changed || 'emails' in changed;
  return saveContactChanges(context, row, hasNewAddresses ? await withKnownUser(context, next) : next);
};

/** Deletes a contact. Idempotent. */
export const deleteContactHandler: WriteHandler<'contact.delete'> = async (context, { id }) => {
  const { contact, deleted_at } = await lockOwnContact(context, id);
  if (deleted_at !== null) return { row: null, rev: contact.rev };
  const rev = await context.nextRev();
  await markContactDeleted(context, id, rev, context.received_at);
  context.poke(await audienceOf(context, contact.owner_id));
  return { row: null, rev };
};

/**
 * Restores a deleted contact, with its photo if the photo is still stored. Creates the contact if it never existed.
 * Throws `contact_merged` if it was merged into another contact.
 */
export const restoreContactHandler: WriteHandler<'contact.restore'> = async (context, { id, args }) => {
  const { at: _, photo: requestedPhoto, ...fields } = args;
  const row = await lockContact(context, id);
  if (row && row.deleted_at === null) return contactOutcome(row.contact);
  if (row) await checkNotMerged(context, id);
  const isCurrentPhoto = requestedPhoto !== null && requestedPhoto.sha256 === row?.contact.photo?.sha256;
  const photo = isCurrentPhoto ? requestedPhoto : requestedPhoto && (await usablePhoto(context, requestedPhoto.sha256));
  if (!row) return addContact(context, id, fields, photo);
  const { contact } = row;
  if (isSystemStatus(fields.status) && fields.status !== contact.status) throw refusedStatus();
  await checkContactLimit(context, contact.owner_id);
  const restored = { ...contact, ...(await checkFields(context, contact.owner_id, fields)), photo };
  return saveContactChanges(context, row, await withKnownUser(context, restored));
};

/**
 * Attaches an uploaded photo to a contact, or removes the photo. Throws `blob_missing`, `record_deleted`,
 * `contact_merged` or `not_found`.
 */
export const contactPhotoHandler: WriteHandler<'contact.photo'> = async (context, { id, args }) => {
  const row = await lockUndeletedContact(context, id);
  const { contact } = row;
  if ((args.photo?.sha256 ?? null) === (contact.photo?.sha256 ?? null)) return contactOutcome(contact);
  const photo = args.photo && (await usablePhoto(context, args.photo.sha256));
  if (args.photo && !photo) throw new Refused('blob_missing');
  return saveContactChanges(context, row, { ...contact, photo });
};
