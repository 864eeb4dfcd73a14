import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '../../handlers.ts';
import { amongEmployees } from '../contacts/visible.ts';

/** Whose settings the caller may change: of his team; an admin everybody's. `alias` names the table `users`. */
export function inTeam({ principal, user_id }: Caller, alias: string): RawBuilder<boolean> {
  if (principal === 'admin') return sql<boolean>`true`;
  if (principal !== 'manager') return sql<boolean>`false`;
  return sql<boolean>`coalesce(${sql.ref(`${alias}.responsible_id`)} = ${user_id}, false)`;
}

/** Whom the caller may shut out: his team and its people, and his own. */
export function inHands(caller: Caller, alias: string): RawBuilder<boolean> {
  if (caller.principal !== 'manager') return inTeam(caller, alias);
  return sql<boolean>`(${inTeam(caller, alias)} or ${sql.ref(`${alias}.responsible_id`)} in (
    select m.id from users m where m.scope = ${caller.scope} and m.responsible_id = ${caller.user_id}
      and ${amongEmployees('m')}))`;
}
