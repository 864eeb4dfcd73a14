import type { Contact } from '../../../contract/entities/contact.ts';
import type { Interaction } from '../../../contract/entities/interaction.ts';
import type { PhoneDb } from '../schema/db.ts';
import { interactionsWithContact } from './interactions.ts';

// This module is separate from contacts.ts and interactions.ts, because those are loaded with the first screen.

/** Returns the contact into which this one was merged; undefined if it was not merged. */
export const survivorOf = (db: PhoneDb, id: string): Promise<Contact | undefined> =>
  db.contacts.where('merged_ids').equals(id).first();

/** Returns the ids of a contact and of the contacts that were merged into it. */
export const withMergedIds = ({ id, merged_ids = [] }: Pick<Contact, 'id' | 'merged_ids'>): string[] => [
  id,
  ...merged_ids,
];

/**
 * Returns the interactions with any of these contacts, latest first. Call with a contact and those merged into it: the
 * server may not have moved their interactions yet.
 */
export async function interactionsWithContacts(
  db: PhoneDb,
  ids: readonly string[],
  limit: number,
): Promise<Interaction[]> {
  const lists = await Promise.all(ids.map((id) => interactionsWithContact(db, id, limit)));
  const newestFirst = (a: Interaction, b: Interaction): number => b.at.localeCompare(a.at);
  return lists.length === 1 ? lists[0]! : lists.flat().toSorted(newestFirst).slice(0, limit);
}
