import { sql, type RawBuilder } from 'kysely';
import { batchStateOf } from '../../batch-state.ts';
import type { Tx, User } from '../../db/tables.ts';
import type { HandlerContext, RowsContext } from '../../handlers.ts';
import { hasEmployeeRole, notRemovedOrBlocked } from './visible.ts';

/** SQL expression for the full name of a person. `alias` is the alias of `users` in the query. */
export const personName = (alias: string): RawBuilder<string> =>
  sql<string>`trim(${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)})`;

/** Returns the name of a person, deleted or not; null if the person is unknown. */
export async function personNameById({ tx, caller }: RowsContext, user_id: string | null): Promise<string | null> {
  if (user_id === null) return null;
  const row = await tx
    .selectFrom('users as u')
    .select(personName('u').as('name'))
    .where('u.scope', '=', caller.scope)
    .where('u.id', '=', user_id)
    .executeTakeFirst();
  return row?.name ?? null;
}

/** Returns the users who can see the contacts of an owner: the owner and their responsible employee. */
export async function audienceOf(
  { tx, scope }: Pick<HandlerContext, 'tx' | 'scope'>,
  owner_id: string,
): Promise<string[]> {
  const audiences = batchStateOf(tx)?.audiences;
  const audience = audiences?.get(owner_id) ?? (await readAudience(tx, scope, owner_id));
  audiences?.set(owner_id, audience);
  return audience;
}

async function readAudience(tx: Tx, scope: string, owner_id: string): Promise<string[]> {
  const row = await tx
    .selectFrom('users')
    .select('responsible_id')
    .where('scope', '=', scope)
    .where('id', '=', owner_id)
    .executeTakeFirst();
  return row?.responsible_id ? [owner_id, row.responsible_id] : [owner_id];
}

/**
 * Returns the users to notify of a change to an account: its owner and their responsible employee, who sees name and
 * phone number.
 */
export const selfAndResponsibleOf = ({ id, responsible_id }: Pick<User, 'id' | 'responsible_id'>): string[] =>
  responsible_id === null ? [id] : [id, responsible_id];

/** Returns the responsible employee of a person and the manager of that employee. */
export async function responsibleAndManagerOf(
  { tx, scope }: Pick<HandlerContext, 'tx' | 'scope'>,
  user_id: string,
): Promise<string[]> {
  const row = await tx
    .selectFrom('users as u')
    .leftJoin('users as r', (join) => join.onRef('r.scope', '=', 'u.scope').onRef('r.id', '=', 'u.responsible_id'))
    .select(['u.responsible_id', 'r.responsible_id as manager_id'])
    .where('u.scope', '=', scope)
    .where('u.id', '=', user_id)
    .executeTakeFirst();
  return [row?.responsible_id, row?.manager_id].filter((id) => id !== null && id !== undefined);
}

/** Returns the ids of all employees, or only of the admins, who can see everyone. */
export async function employeeIds(
  { tx, scope }: Pick<HandlerContext, 'tx' | 'scope'>,
  which: 'all' | 'admins',
): Promise<string[]> {
  const rows = await tx
    .selectFrom('users as u')
    .select('u.id')
    .where('u.scope', '=', scope)
    .where(notRemovedOrBlocked('u'))
    .where(which === 'all' ? hasEmployeeRole('u') : sql<boolean>`u.is_superuser`)
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether a person is neither removed nor blocked. */
export async function isPersonActive(
  { tx, scope }: Pick<HandlerContext, 'tx' | 'scope'>,
  id: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom('users as u')
    .select('u.id')
    .where('u.scope', '=', scope)
    .where('u.id', '=', id)
    .where(notRemovedOrBlocked('u'))
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks the user's row, so that contacts of the user are added one after another and limits and unique names hold. */
export async function lockContactOwner({ tx, caller }: RowsContext, id: string): Promise<void> {
  await tx
    .selectFrom('users')
    .select('id')
    .where('scope', '=', caller.scope)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .execute();
}
