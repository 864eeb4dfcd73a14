import type { ContactCategory } from '../../../contract/entities/contact-category.ts';
import type { Contact } from '../../../contract/entities/contact.ts';
import type { Interaction } from '../../../contract/entities/interaction.ts';
import { savedBadges, type RowBadge } from '../../db/queries/badges.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import { entriesOf } from '../../db/outbox/view.ts';
import type { Entry } from '../../db/outbox/entry.ts';
import { contactsByIds, savedContact } from '../../db/queries/contacts.ts';
import { interactionsWithContacts, survivorOf } from '../../db/queries/merged-contacts.ts';

/** A user may have fifty categories, and a manager also sees those of the team. */
const MAX_CATEGORIES = 1000;

/** Returns the categories of all owners on this device, sorted by position. */
export async function savedContactCategories(db: PhoneDb): Promise<ContactCategory[]> {
  return db.contact_categories.orderBy('position').limit(MAX_CATEGORIES).toArray();
}

export interface ShownRows {
  rows: ReadonlyMap<string, Contact>;
  badges: ReadonlyMap<string, RowBadge>;
}

/** Returns the contacts with these ids and their unsent changes, for the visible rows of a list. */
export async function shownRows(db: PhoneDb, ids: readonly string[]): Promise<ShownRows> {
  const [rows, badges] = await Promise.all([contactsByIds(db, [...ids]), savedBadges(db, 'contacts')]);
  return { rows: new Map(rows.flatMap((row) => (row ? [[row.id, row]] : []))), badges };
}

export interface ContactRecord {
  contact: Contact | null;
  category: ContactCategory | null;
  badge: RowBadge | undefined;
  /** The unsent deletion of the contact, if there is one. */
  deletion: Entry | null;
  /** Id of the contact into which this contact was merged; null if it was not merged. */
  merged_into: string | null;
}

export async function savedContactRecord(db: PhoneDb, id: string): Promise<ContactRecord> {
  const [contact, badges, entries] = await Promise.all([
    savedContact(db, id),
    savedBadges(db, 'contacts'),
    entriesOf(db, 'contacts', id),
  ]);
  const survivor = contact ? undefined : await survivorOf(db, id);
  const category = contact?.category_id ? await db.contact_categories.get(contact.category_id) : undefined;
  return {
    contact: contact ?? null,
    // A category that was deleted or belongs to another user is treated as absent.
    category: category && category.owner_id === contact?.owner_id ? category : null,
    badge: badges.get(id),
    deletion: entries.findLast(({ kind }) => kind === 'contact.delete') ?? null,
    merged_into: survivor?.id ?? null,
  };
}

export interface PastInteractions {
  interactions: Interaction[];
  badges: ReadonlyMap<string, RowBadge>;
  hasMore: boolean;
}

/** Returns the interactions with a contact and those merged into it, latest first. */
export async function savedPastInteractions(
  db: PhoneDb,
  contact_ids: readonly string[],
  limit: number,
): Promise<PastInteractions> {
  const [rows, badges] = await Promise.all([
    interactionsWithContacts(db, contact_ids, limit + 1),
    savedBadges(db, 'interactions'),
  ]);
  return { interactions: rows.slice(0, limit), badges, hasMore: rows.length > limit };
}
