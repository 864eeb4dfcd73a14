import { sql, type RawBuilder } from 'kysely';
import type { User } from '../../db/tables.ts';
import type { HandlerContext, RowsContext } from '../../handlers.ts';
import { amongEmployees, stillHere } from './visible.ts';

/** A person's name in a query; `alias` names the table `users`. */
export const personName = (alias: string): RawBuilder<string> =>
  sql<string>`trim(${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)})`;

/** The name of somebody of the scope, gone or not; null where nobody is known. */
export async function nameOf({ tx, caller }: RowsContext, user_id: string | null): Promise<string | null> {
  if (user_id === null) return null;
  const row = await tx
    .selectFrom('users as u')
    .select(personName('u').as('name'))
    .where('u.scope', '=', caller.scope)
    .where('u.id', '=', user_id)
    .executeTakeFirst();
  return row?.name ?? null;
}

/** Who hears of a change in somebody's book: the owner and who is responsible for him. */
export async function audienceOf({ tx, caller }: RowsContext, owner_id: string): Promise<string[]> {
  const row = await tx
    .selectFrom('users')
    .select('responsible_id')
    .where('scope', '=', caller.scope)
    .where('id', '=', owner_id)
    .executeTakeFirst();
  return row?.responsible_id ? [owner_id, row.responsible_id] : [owner_id];
}

/** Who hears of a change of an account: its owner, and whoever looks after him, who sees the name and the number too. */
export const selfAndHolder = ({ id, responsible_id }: Pick<User, 'id' | 'responsible_id'>): string[] =>
  responsible_id === null ? [id] : [id, responsible_id];

/** Who looks after a person, and that one's manager. */
export async function watchersOf({ tx, caller }: RowsContext, user_id: string): Promise<string[]> {
  const row = await tx
    .selectFrom('users as u')
    .leftJoin('users as r', (join) => join.onRef('r.scope', '=', 'u.scope').onRef('r.id', '=', 'u.responsible_id'))
    .select(['u.responsible_id', 'r.responsible_id as manager_id'])
    .where('u.scope', '=', caller.scope)
    .where('u.id', '=', user_id)
    .executeTakeFirst();
  return [row?.responsible_id, row?.manager_id].filter((id) => id !== null && id !== undefined);
}

/** All who work here, or the admins among them, who see everybody. */
export async function employeeIds(
  { tx, scope }: Pick<HandlerContext, 'tx' | 'scope'>,
  which: 'all' | 'admins',
): Promise<string[]> {
  const rows = await tx
    .selectFrom('users as u')
    .select('u.id')
    .where('u.scope', '=', scope)
    .where(stillHere('u'))
    .where(which === 'all' ? amongEmployees('u') : sql<boolean>`u.is_superuser`)
    .execute();
  return rows.map(({ id }) => id);
}

/** Is that person neither removed nor shut out? */
export async function isHere({ tx, scope }: Pick<HandlerContext, 'tx' | 'scope'>, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('users as u')
    .select('u.id')
    .where('u.scope', '=', scope)
    .where('u.id', '=', id)
    .where(stillHere('u'))
    .executeTakeFirst();
  return row !== undefined;
}

/** One transaction at a time adds to a person's book, so that its limits and its names hold. */
export async function lockPerson({ tx, caller }: RowsContext, id: string): Promise<void> {
  await tx
    .selectFrom('users')
    .select('id')
    .where('scope', '=', caller.scope)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .execute();
}
