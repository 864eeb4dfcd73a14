import type { RowsContext } from '../../handlers.ts';
import { personName } from '../contacts/person.ts';

/** Returns the names of users, deleted or not, by id. */
export async function personNames({ tx, caller }: RowsContext, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('users as u')
    .select(['u.id', personName('u').as('name')])
    .where('u.scope', '=', caller.scope)
    .where('u.id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
