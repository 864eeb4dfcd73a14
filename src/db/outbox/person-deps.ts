import type { PhoneDb } from '../schema/db.ts';

/**
 * Returns the op ids that a write about a person must wait for: the unsent write that creates the person, if there is
 * one. This function is not part of outbox.ts, because that module is loaded only after the first screen.
 */
export async function depsOfPerson(db: PhoneDb, id: string): Promise<string[]> {
  const entries = await db.outbox.where('[entity+entity_id]').equals(['people', id]).toArray();
  return entries.filter(({ kind }) => kind === 'lead.create').map(({ op_id }) => op_id);
}

/**
 * Returns the op ids that a file of a partner must wait for: the unsent writes that create the person and make them a
 * partner.
 */
export async function depsOfPartner(db: PhoneDb, id: string): Promise<string[]> {
  const entries = await db.outbox.where('[entity+entity_id]').equals(['people', id]).toArray();
  return entries.filter(({ kind }) => kind === 'lead.create' || kind === 'partner.make').map(({ op_id }) => op_id);
}

/** Returns the op ids that a write about a contact must wait for: the last unsent write that creates or restores it. */
async function depsOfContact(db: PhoneDb, id: string): Promise<string[]> {
  const entries = await db.outbox.where('[entity+entity_id]').equals(['contacts', id]).sortBy('seq');
  const lastCreate = entries.findLast(({ kind }) => kind === 'contact.create' || kind === 'contact.restore');
  return lastCreate ? [lastCreate.op_id] : [];
}

interface Linked {
  user_id: string | null | undefined;
  contact_id?: string | null | undefined;
}

/** Returns the op ids that a call or task must wait for because of its person or contact. */
export async function depsOfLinked(db: PhoneDb, { user_id, contact_id }: Linked): Promise<string[]> {
  return [
    ...(contact_id ? await depsOfContact(db, contact_id) : []),
    ...(user_id ? await depsOfPerson(db, user_id) : []),
  ];
}
