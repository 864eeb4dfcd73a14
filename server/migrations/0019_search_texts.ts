import { sql } from 'kysely';
import { fillSearchTexts } from '../db/search-text.ts';
import type { Tx } from '../db/tables.ts';

export const name = '0019_search_texts';

/** Adds the search text of people and contacts, which is normalised in the same way as on the phone. */
export async function up(tx: Tx): Promise<void> {
  for (const table of ['contacts', 'users'])
    await sql.raw(`alter table ${table} add column search text not null default ''`).execute(tx);
  await fillSearchTexts(tx);
}
