import { sql, type RawBuilder } from 'kysely';
import { contactSearchText, personSearchText } from '../../contract/search/lines.ts';
import { termsOf, type Term } from '../../contract/search/terms.ts';
import type { Tx } from './tables.ts';

const BATCH = 1000;

interface Found {
  scope: string;
  id: string;
  search: string;
}

const start = { scope: '', id: '' };
type Key = typeof start;

const isAfter = ({ scope, id }: Key) => sql<boolean>`(scope, id) > (${scope}, ${id})`;

async function nextContacts(tx: Tx, after: Key): Promise<Found[]> {
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

async function nextUsers(tx: Tx, after: Key): Promise<Found[]> {
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

/** Fills the searched text of rows that were written without one. */
export async function fillSearchTexts(tx: Tx): Promise<void> {
  for (const [table, next] of [
    ['contacts', nextContacts],
    ['users', nextUsers],
  ] as const) {
    for (let rows = await next(tx, start); rows.length > 0; rows = await next(tx, rows.at(-1) ?? start)) {
      await sql`update ${sql.table(table)} as t set search = v.search
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v(scope text, id text, search text)
        where t.scope = v.scope and t.id = v.id`.execute(tx);
    }
  }
}

/** Parts of a searched text; numbers are in the last one. */
const part = (column: RawBuilder<string>, at: number) => sql<string>`split_part(${column}, ${'\n'}, ${sql.lit(at)})`;

const pattern = (spelling: string): string => `%${spelling.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

const anyOf = (text: RawBuilder<string>, { spellings }: Term) =>
  sql`(${sql.join(
    spellings.map((spelling) => sql`${text} like ${pattern(spelling)}`),
    sql` or `,
  )})`;

/**
 * Matches rows as the phone's own search does: every word in any place, or part of a number. `pool` compares only what
 * the pool of waiting leads shows. `alias` names `users` or `contacts`.
 */
export function searchMatches(alias: string, search: string | undefined, pool?: 'pool'): RawBuilder<boolean> {
  const terms = termsOf(search ?? '');
  if (terms.length === 0) return sql<boolean>`true`;
  const whole = sql.ref<string>(`${alias}.search`);
  const textOf = ({ isNumber }: Term) => {
    if (pool) return part(whole, 1);
    return isNumber ? part(whole, 3) : whole;
  };
  const all = terms.map((term) => anyOf(textOf(term), term));
  return sql<boolean>`(${sql.join(all, sql` and `)})`;
}
