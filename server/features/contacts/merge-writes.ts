import { contacts, storedContactFields, type Contact } from '../../../contract/entities/contact.ts';
import { Refused } from '../../../contract/errors.ts';
import { MAX_MERGED_IDS } from '../../../contract/values.ts';
import type { HandlerContext, WriteHandler, WriteInput } from '../../handlers.ts';
import { RefusedWithRow } from '../../http/with-current-row.ts';
import { withKnownUser } from './known-user.ts';
import { audienceOf } from './person.ts';
import { checkNotMerged, lockChildren, moveChildren } from './merge-repository.ts';
import { lockContact, lockContacts, markContactDeleted, updateContact, type LockedContact } from './repository.ts';
import { isSameField } from './same-contact.ts';
import { usablePhoto } from './stored-photo.ts';
import {
  checkFields,
  checkContactLimit,
  isSystemStatus,
  lockUndeletedContact,
  contactOutcome,
  saveContactChanges,
} from './writes.ts';

type MergeArgs = WriteInput<'contact.merge'>['args'];
type FieldName = keyof typeof storedContactFields;

const fieldNames = Object.keys(storedContactFields) as FieldName[];
const mergedIds = ({ merged_ids = [] }: Contact): string[] => merged_ids;
/** Returns the contact with the ids of the contacts that were merged into it. */
function withMergedIds({ merged_ids: _, ...contact }: Contact, merged_ids: string[]): Contact {
  return merged_ids.length > 0 ? { ...contact, merged_ids: merged_ids.slice(0, MAX_MERGED_IDS) } : contact;
}

const isAskField = (field: string): boolean => contacts.policies[field] === 'ask';

/** Whether the server itself set the status of a contact. Such a status is not a change by a user. */
const isServerStatus = (field: string, { status }: Contact): boolean => field === 'status' && isSystemStatus(status);

/**
 * Locks two contacts of the same owner. The second contact may be deleted. Throws `same_contact`, `not_found`,
 * `contact_merged` or `record_deleted`.
 */
async function lockPair(context: HandlerContext, id: string, source_id: string) {
  if (source_id === id) throw new Refused('same_contact');
  await lockContacts(context, [id, source_id]);
  const survivor = await lockUndeletedContact(context, id);
  const source = await lockContact(context, source_id);
  if (!source || source.contact.owner_id !== survivor.contact.owner_id) throw new Refused('not_found');
  return { survivor, source };
}

/**
 * Returns the merged contact. A field that has changed since the merging user saw it is handled by its policy: with
 * `lww` the merge overwrites the change, with `ask` nothing is merged. Throws `contacts_changed` with the names of the
 * `ask` fields.
 */
function mergedContact(survivor: Contact, source: Contact, fields: MergeArgs['fields'], seen: MergeArgs): Contact {
  const next: Record<string, unknown> = { ...survivor };
  const changed: string[] = [];
  for (const [field, mine] of Object.entries(fields)) {
    const current = survivor[field as FieldName];
    const isUnchanged = isSameField(field, seen.base[field as FieldName] ?? null, current);
    if (mine === undefined || (isServerStatus(field, survivor) && !isUnchanged)) continue;
    if (isAskField(field) && !isUnchanged && !isSameField(field, mine, current)) changed.push(field);
    next[field] = mine;
  }
  for (const field of fieldNames) {
    const current = source[field];
    if (!isAskField(field) || isServerStatus(field, source) || isSameField(field, seen.source[field], current))
      continue;
    if (!isSameField(field, next[field], current)) changed.push(field);
  }
  if (changed.length > 0) throw new RefusedWithRow('contacts_changed', survivor, survivor.rev, { changed });
  return next as unknown as Contact;
}

/** Throws `status_by_system` for a status that only the system sets, unless one of the contacts has it. */
function checkStatus(next: Contact, survivor: Contact, source: Contact): void {
  if (!isSystemStatus(next.status) || [survivor.status, source.status].includes(next.status)) return;
  throw new RefusedWithRow('status_by_system', survivor, survivor.rev, { status: 'status_by_system' });
}

/**
 * Merges a contact into another one of the same owner: writes the chosen fields, moves the calls, visits and tasks, and
 * deletes the source. Idempotent. A source that was deleted in the meantime is still merged. Throws `same_contact`,
 * `not_found`, `record_deleted`, `contact_merged`, `contacts_changed` and `status_by_system`.
 */
export const mergeContactHandler: WriteHandler<'contact.merge'> = async (context, { id, args }) => {
  const { source_id } = args;
  const { survivor, source } = await lockPair(context, id, source_id);
  const { contact } = survivor;
  if (source.deleted_at !== null) {
    if (mergedIds(contact).includes(source_id)) return contactOutcome(contact);
    await checkNotMerged(context, source_id);
  }
  const fields = await checkFields(context, contact.owner_id, args.fields);
  const merged = mergedContact(contact, source.contact, fields, args);
  checkStatus(merged, contact, source.contact);
  const hasNewAddresses = fields.phones !== undefined || fields.emails !== undefined;
  const linked = hasNewAddresses ? await withKnownUser(context, merged) : merged;
  const merged_ids = [source_id, ...mergedIds(source.contact), ...mergedIds(contact)];
  const photo = (args.photo && source.contact.photo) ?? contact.photo;
  const children = await lockChildren(context, source_id);
  const saved = await saveContactChanges(context, survivor, withMergedIds({ ...linked, photo }, merged_ids));
  await moveChildren(context, children, id, saved.rev);
  await markContactDeleted(context, source_id, saved.rev, context.received_at);
  context.poke(children.people);
  return saved;
};

/** Returns a contact with the values that its fields had before a merge, except for fields that have changed since. */
function fieldsBefore({ contact, field_revs }: LockedContact, fields: MergeArgs['fields'], mergeRev: number): Contact {
  const unchanged = Object.entries(fields).filter(
    ([field, value]) => value !== undefined && field_revs[field] === mergeRev,
  );
  const next = { ...contact, ...(Object.fromEntries(unchanged) as Partial<Contact>) };
  const isOwnStatus = !isSystemStatus(next.status) || contact.linked_user_id !== null;
  return isOwnStatus ? next : { ...next, status: contact.status };
}

/**
 * Undoes a merge. The merge deleted the source, so the rev of the source is the rev of the merge. Calls, visits, tasks
 * and fields with this rev are restored. Idempotent. Throws `same_contact`, `not_found`, `record_deleted`,
 * `contact_merged`, `contacts_full` and `contacts_changed`.
 */
export const unmergeContactHandler: WriteHandler<'contact.unmerge'> = async (context, { id, args }) => {
  const { source_id, photo } = args;
  const { survivor, source } = await lockPair(context, id, source_id);
  const { contact, field_revs } = survivor;
  if (!mergedIds(contact).includes(source_id)) {
    if (source.deleted_at === null) return contactOutcome(contact);
    throw new RefusedWithRow('contacts_changed', contact, contact.rev);
  }
  const mergeRev = source.contact.rev;
  await checkContactLimit(context, contact.owner_id);
  const fields = await checkFields(context, contact.owner_id, args.fields);
  const before = fieldsBefore(survivor, fields, mergeRev);
  if (photo !== undefined && field_revs['photo'] === mergeRev)
    before.photo = photo && (await usablePhoto(context, photo.sha256));
  const separated = new Set([source_id, ...mergedIds(source.contact)]);
  const merged_ids = mergedIds(contact).filter((other) => !separated.has(other));
  const children = await lockChildren(context, id, mergeRev);
  const saved = await saveContactChanges(
    context,
    survivor,
    withMergedIds(await withKnownUser(context, before), merged_ids),
  );
  await moveChildren(context, children, source_id, saved.rev);
  const restored = { ...source.contact, rev: saved.rev, updated_at: context.received_at };
  await updateContact(context, restored, source.field_revs);
  context.poke([...children.people, ...(await audienceOf(context, contact.owner_id))]);
  return saved;
};
