import type { Interaction } from '../../../contract/entities/interaction.ts';
import type { PhoneDb } from '../schema/db.ts';

// All screens read the interactions table through this module, so that they do not depend on how interactions are
// stored.

/** Returns one interaction; undefined if it is not on this phone. */
export const savedInteraction = (db: PhoneDb, id: string): Promise<Interaction | undefined> => db.interactions.get(id);

const latestBy = (db: PhoneDb, index: '[contact_id+at]' | '[user_id+at]', id: string, limit: number) =>
  db.interactions.where(index).between([id, ''], [id, '\uffff']).reverse().limit(limit).toArray();

/** Returns the interactions with a contact, latest first. */
export const interactionsWithContact = (db: PhoneDb, contact_id: string, limit: number): Promise<Interaction[]> =>
  latestBy(db, '[contact_id+at]', contact_id, limit);

/** Returns the interactions with a person, latest first. */
export const interactionsWithPerson = (db: PhoneDb, user_id: string, limit: number): Promise<Interaction[]> =>
  latestBy(db, '[user_id+at]', user_id, limit);

/** Returns the interactions of all authors from `from` (inclusive) to `to` (exclusive), both ISO, earliest first. */
export const interactionsBetween = (db: PhoneDb, from: string, to: string, limit: number): Promise<Interaction[]> =>
  db.interactions.where('at').between(from, to).limit(limit).toArray();

/** Returns the latest interactions of all authors, latest first. */
export const latestInteractions = (db: PhoneDb, limit: number): Promise<Interaction[]> =>
  db.interactions.orderBy('at').reverse().limit(limit).toArray();
