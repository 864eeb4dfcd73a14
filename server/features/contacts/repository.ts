import { sql, type Selectable } from 'kysely';
import type { Contact } from '../../../contract/entities/contact.ts';
import { contactSearchText } from '../../../contract/search/lines.ts';
import type { ContactsTable } from '../../db/contact-tables.ts';
import { inRevRange } from '../../db/rev-range.ts';
import type { RowChange, RowsContext } from '../../handlers.ts';
import { personName } from './person.ts';
import { isOwnerVisible } from './visible.ts';

const columns = [
  ...(['c.id', 'c.rev', 'c.owner_id', 'c.first_name', 'c.last_name', 'c.middle_name', 'c.phones'] as const),
  ...(['c.emails', 'c.telegram', 'c.city', 'c.country', 'c.date_birth', 'c.address', 'c.work_zone'] as const),
  ...(['c.is_partner', 'c.category_id', 'c.status', 'c.photo_sha256', 'c.photo_mime', 'c.notes'] as const),
  ...(['c.next_step_at', 'c.consent', 'c.linked_user_id', 'c.merged_ids'] as const),
  ...(['c.created_at', 'c.updated_at'] as const),
  personName('o').as('owner_name'),
] as const;

type ContactRow = Omit<Selectable<ContactsTable>, 'scope' | 'field_revs' | 'deleted_at' | 'deleted_by' | 'search'> & {
  owner_name: string;
};

function contactOf({ photo_sha256, photo_mime, merged_ids, ...row }: ContactRow): Contact {
  const photo = photo_sha256 !== null && photo_mime !== null ? { sha256: photo_sha256, mime: photo_mime } : null;
  return { ...row, photo, ...(merged_ids.length > 0 && { merged_ids }) };
}

/** Selects the contacts that the caller can see, including deleted ones. */
function visibleContacts({ tx, caller }: RowsContext) {
  return tx
    .selectFrom('contacts as c')
    .innerJoin('users as o', (join) => join.onRef('o.scope', '=', 'c.scope').onRef('o.id', '=', 'c.owner_id'))
    .where('c.scope', '=', caller.scope)
    .where(isOwnerVisible(caller, 'c'));
}

export const notDeletedContacts = (context: RowsContext) => visibleContacts(context).where('c.deleted_at', 'is', null);

/** Runs a contact query and returns the contacts in wire format. */
export async function readContacts(query: ReturnType<typeof visibleContacts>): Promise<Contact[]> {
  return (await query.select(columns).execute()).map(contactOf);
}

export async function readChangedContacts(
  context: RowsContext,
  after: number,
  upTo: number,
  limit: number,
): Promise<RowChange<'contacts'>[]> {
  const rows = await visibleContacts(context)
    .select([...columns, 'c.deleted_at'])
    .$call(inRevRange('c.rev', 'c.id', { after, upTo, limit }))
    .execute();
  return rows.map(({ deleted_at, ...row }) =>
    deleted_at === null
      ? { op: 'put', id: row.id, rev: row.rev, row: contactOf(row) }
      : { op: 'del', id: row.id, rev: row.rev },
  );
}

export async function readContactPage(context: RowsContext, after: string | null, limit: number): Promise<Contact[]> {
  const query = notDeletedContacts(context).orderBy('c.id').limit(limit);
  return readContacts(after === null ? query : query.where('c.id', '>', after));
}

export async function countContacts(context: RowsContext): Promise<number> {
  const query = notDeletedContacts(context).select(sql<number>`count(*)::int`.as('count'));
  return (await query.executeTakeFirstOrThrow()).count;
}

export async function contactById(context: RowsContext, id: string): Promise<Contact | null> {
  return (await readContacts(notDeletedContacts(context).where('c.id', '=', id)))[0] ?? null;
}

export interface LockedContact {
  contact: Contact;
  field_revs: Record<string, number>;
  deleted_at: string | null;
  deleted_by: string | null;
}

/**
 * Locks a contact that the caller can see, deleted or not; returns undefined if it is missing or hidden from the
 * caller.
 */
export async function lockContact(context: RowsContext, id: string): Promise<LockedContact | undefined> {
  const row = await visibleContacts(context)
    .select([...columns, 'c.field_revs', 'c.deleted_at', 'c.deleted_by'])
    .where('c.id', '=', id)
    .forUpdate('c')
    .executeTakeFirst();
  if (!row) return undefined;
  const { field_revs, deleted_at, deleted_by, ...contact } = row;
  return { contact: contactOf(contact), field_revs, deleted_at, deleted_by };
}

/** Locks the given contacts that the caller can see. */
export const lockContacts = (context: RowsContext, ids: readonly string[]): Promise<unknown> =>
  visibleContacts(context).select('c.id').where('c.id', 'in', ids).orderBy('c.id').forUpdate('c').execute();

/** Returns the column values of a contact, without the name of the owner, which is joined from another table. */
function columnsOf(contact: Contact) {
  const { owner_name: _, photo, phones, emails, consent, merged_ids, ...fields } = contact;
  return {
    ...fields,
    search: contactSearchText(contact),
    phones: JSON.stringify(phones),
    emails: JSON.stringify(emails),
    consent: consent && JSON.stringify(consent),
    merged_ids: JSON.stringify(merged_ids ?? []),
    photo_sha256: photo?.sha256 ?? null,
    photo_mime: photo?.mime ?? null,
  };
}

/** Inserts a contact; returns false if its id is already used. */
export async function insertContact({ tx, caller }: RowsContext, contact: Contact): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('contacts')
    .values({ ...columnsOf(contact), scope: caller.scope, field_revs: '{}', deleted_at: null, deleted_by: null })
    .onConflict((conflict) => conflict.columns(['scope', 'id']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Writes a locked contact, and restores it if it was deleted. */
export async function updateContact(
  { tx, caller }: RowsContext,
  contact: Contact,
  field_revs: Record<string, number>,
): Promise<void> {
  await tx
    .updateTable('contacts')
    .set({ ...columnsOf(contact), field_revs: JSON.stringify(field_revs), deleted_at: null, deleted_by: null })
    .where('scope', '=', caller.scope)
    .where('id', '=', contact.id)
    .execute();
}

export async function markContactDeleted(
  { tx, caller }: RowsContext,
  id: string,
  rev: number,
  at: string,
): Promise<void> {
  await tx
    .updateTable('contacts')
    .set({ rev, deleted_at: at, deleted_by: caller.user_id, updated_at: at })
    .where('scope', '=', caller.scope)
    .where('id', '=', id)
    .execute();
}

export async function countContactsOwnedBy({ tx, caller }: RowsContext, owner_id: string): Promise<number> {
  const row = await tx
    .selectFrom('contacts')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('scope', '=', caller.scope)
    .where('owner_id', '=', owner_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.count;
}
