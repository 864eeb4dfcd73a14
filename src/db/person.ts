import type { PhoneDb } from './db.ts';
import { entriesOf } from './view.ts';

/** What a write about a person must wait for: the one that makes the person known to the server. */
export async function depsOfPerson(db: PhoneDb, id: string): Promise<string[]> {
  const entries = await entriesOf(db, 'people', id);
  return entries.filter(({ kind }) => kind === 'lead.create').map(({ op_id }) => op_id);
}
