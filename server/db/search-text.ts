import { sql, type RawBuilder } from 'kysely';
import { contactSearchText, personSearchText } from '../../contract/search/lines.ts';
import { parseTerms, type Term } from '../../contract/search/terms.ts';
import type { Tx } from './tables.ts';

const BATCH = 1000;

interface Key {
  scope: string;
  id: string;
}

async function fillSearchColumn<T>(tx: Tx, table: 'contacts' | 'users', textOf: (row: T) => string): Promise<void> {
  let after: Key = { scope: '', id: '' };
  for (;;) {
    const { rows } = await sql<T & Key>`select * from ${sql.table(table)}
      where search = '' and (scope, id) > (${after.scope}, ${after.id}) order by scope, id limit ${BATCH}`.execute(tx);
    const last = rows.at(-1);
    if (!last) return;
    const texts = rows.map((row) => ({ scope: row.scope, id: row.id, search: textOf(row) }));
    await sql`update ${sql.table(table)} as t set search = v.search
      from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as v(scope text, id text, search text)
      where t.scope = v.scope and t.id = v.id`.execute(tx);
    after = last;
  }
}

/** Adds the search text to rows that were written without one. */
export async function fillSearchTexts(tx: Tx): Promise<void> {
  await fillSearchColumn(tx, 'contacts', contactSearchText);
  await fillSearchColumn(tx, 'users', personSearchText);
}

/** Returns the part of a search text with the given number, starting at 1. Phone numbers are in the last part. */
const part = (column: RawBuilder<string>, at: number) => sql<string>`split_part(${column}, ${'\n'}, ${sql.lit(at)})`;

const pattern = (spelling: string): string => `%${spelling.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

const anyOf = (text: RawBuilder<string>, { spellings }: Term) =>
  sql`(${sql.join(
    spellings.map((spelling) => sql`${text} like ${pattern(spelling)}`),
    sql` or `,
  )})`;

const lengthOf = ({ spellings }: Term): number => Math.max(...spellings.map(({ length }) => length));
const hasDigits = ({ spellings }: Term): boolean => spellings.some((spelling) => /\d/.test(spelling));

/**
 * Orders terms by the number of rows that they are likely to match, fewest first: parts of numbers, then long words.
 * PostgreSQL looks the terms up in this order, and skips the part of the index that the terms before exclude.
 */
const byRarity = (a: Term, b: Term): number => Number(hasDigits(b)) - Number(hasDigits(a)) || lengthOf(b) - lengthOf(a);

/**
 * Returns a condition that matches rows in the same way as the search on the phone: every word must occur somewhere in
 * the text, and digits may be part of a phone number. With `pool`, searches only the fields of a waiting lead that
 * every employee may see. `alias` is the alias of `users` or `contacts` in the query.
 */
export function searchMatches(alias: string, search: string | undefined, pool?: 'pool'): RawBuilder<boolean> {
  const terms = parseTerms(search ?? '').toSorted(byRarity);
  if (terms.length === 0) return sql<boolean>`true`;
  const searchText = sql.ref<string>(`${alias}.search`);
  const textOf = ({ isNumber }: Term) => {
    if (pool) return part(searchText, 1);
    return isNumber ? part(searchText, 3) : searchText;
  };
  // The whole text is compared as well as its part, because only the whole text is indexed.
  const conditions = terms.map((term) => {
    const text = textOf(term);
    return text === searchText ? anyOf(text, term) : sql`(${anyOf(searchText, term)} and ${anyOf(text, term)})`;
  });
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}
