import { sql, type RawBuilder } from 'kysely';
import { contactSearchText, personSearchText } from '../../contract/search/lines.ts';
import { termsOf, type Term } from '../../contract/search/terms.ts';
import type { Tx } from './tables.ts';

const BATCH = 1000;

interface RowSearchText {
  scope: string;
  id: string;
  search: string;
}

const firstKey = { scope: '', id: '' };
type Key = typeof firstKey;

const isAfter = ({ scope, id }: Key) => sql<boolean>`(scope, id) > (${scope}, ${id})`;

async function nextContacts(tx: Tx, after: Key): Promise<RowSearchText[]> {
  const rows = await tx
    .selectFrom('contacts')
    .select(['scope', 'id', 'first_name', 'last_name', 'middle_name', 'phones', 'emails', 'telegram', 'city'])
    .where('search', '=', '')
    .where(isAfter(after))
    .orderBy('scope')
    .orderBy('id')
    .limit(BATCH)
    .execute();
  return rows.map((row) => ({ scope: row.scope, id: row.id, search: contactSearchText(row) }));
}

async function nextUsers(tx: Tx, after: Key): Promise<RowSearchText[]> {
  const rows = await tx
    .selectFrom('users')
    .select(['scope', 'id', 'first_name', 'last_name', 'phone', 'email', 'telegram', 'city'])
    .where('search', '=', '')
    .where(isAfter(after))
    .orderBy('scope')
    .orderBy('id')
    .limit(BATCH)
    .execute();
  return rows.map((row) => ({ scope: row.scope, id: row.id, search: personSearchText(row) }));
}

/** Fills in the search text of rows that were written without one. */
export async function fillSearchTexts(tx: Tx): Promise<void> {
  for (const [table, next] of [
    ['contacts', nextContacts],
    ['users', nextUsers],
  ] as const) {
    for (let rows = await next(tx, firstKey); rows.length > 0; rows = await next(tx, rows.at(-1) ?? firstKey)) {
      await sql`update ${sql.table(table)} as t set search = v.search
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v(scope text, id text, search text)
        where t.scope = v.scope and t.id = v.id`.execute(tx);
    }
  }
}

/** Returns one part of a search text, counting from 1. Phone numbers are in the last part. */
const part = (column: RawBuilder<string>, at: number) => sql<string>`split_part(${column}, ${'\n'}, ${sql.lit(at)})`;

const pattern = (spelling: string): string => `%${spelling.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

const anyOf = (text: RawBuilder<string>, { spellings }: Term) =>
  sql`(${sql.join(
    spellings.map((spelling) => sql`${text} like ${pattern(spelling)}`),
    sql` or `,
  )})`;

/**
 * Returns a condition that matches rows like the search on the phone does: every word must occur somewhere in the text,
 * and digits may be part of a phone number. With `pool`, only the fields that are visible for waiting leads are
 * compared. `alias` is the alias of `users` or `contacts` in the query.
 */
export function searchMatches(alias: string, search: string | undefined, pool?: 'pool'): RawBuilder<boolean> {
  const terms = termsOf(search ?? '');
  if (terms.length === 0) return sql<boolean>`true`;
  const searchText = sql.ref<string>(`${alias}.search`);
  const textOf = ({ isNumber }: Term) => {
    if (pool) return part(searchText, 1);
    return isNumber ? part(searchText, 3) : searchText;
  };
  const all = terms.map((term) => anyOf(textOf(term), term));
  return sql<boolean>`(${sql.join(all, sql` and `)})`;
}
