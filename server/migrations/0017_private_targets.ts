import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

const statements = [
  `alter table handovers add column sent jsonb`,
  // Removes links from contacts to accounts that the contact's owner may not see.
  `update contacts c set linked_user_id = null where linked_user_id is not null and not exists (
    select 1 from users u join users o on o.scope = u.scope and o.id = c.owner_id
      left join users r on r.scope = u.scope and r.id = u.responsible_id
    where u.scope = c.scope and u.id = c.linked_user_id and (o.is_staff or o.is_manager or o.is_superuser)
      and (u.responsible_id = o.id or r.responsible_id = o.id or o.is_superuser))`,
];

export const name = '0017_private_targets';

/**
 * Stores the original content of a handover separately from its resolved recipient and record. Removes links from
 * contacts to people whom the contact's owner may not see.
 */
export async function up(tx: Tx): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx);
}
