import type { PhoneDb } from './db.ts';

/**
 * What a write about a person must wait for: the one that makes the person known to the server. Without the verbs of
 * writing, which are loaded beside the first screen.
 */
export async function depsOfPerson(db: PhoneDb, id: string): Promise<string[]> {
  const entries = await db.outbox.where('[entity+entity_id]').equals(['people', id]).toArray();
  return entries.filter(({ kind }) => kind === 'lead.create').map(({ op_id }) => op_id);
}
