import type { Insertable } from 'kysely';
import { personSearchText } from '../../../contract/search/lines.ts';
import type { UsersTable } from '../../db/tables.ts';
import type { HandlerContext } from '../../handlers.ts';
import { blankUser } from '../accounts/blank-user.ts';
import { newPromoCode } from '../accounts/register.ts';
import { joinTeam } from '../team/counts.ts';

type Row = Insertable<UsersTable>;
type Own = 'first_name' | 'last_name' | 'language' | 'time_zone' | 'status' | 'source';
type Optional = 'middle_name' | 'telegram' | 'city' | 'country' | 'address' | 'date_birth' | 'notes' | 'referrer_id';
type Assignment = 'responsible_id' | 'waiting_since' | 'consent_at';
type Flag = 'is_staff' | 'is_manager' | 'is_superuser' | 'is_active' | 'is_blocked' | 'blocked_at';

export interface NewPerson extends Pick<Row, Own>, Partial<Pick<Row, Optional | Assignment | Flag>> {
  phone: string | null;
  email: string | null;
  tags: readonly string[];
  groups: readonly string[];
}

/** Inserts a person without a login; returns false if the id is already used. */
export async function insertPerson(
  { tx, scope, received_at: at, nextRev }: Omit<HandlerContext, 'caller'>,
  id: string,
  { tags, groups, ...fields }: NewPerson,
): Promise<boolean> {
  const { first_name, last_name, phone, email, telegram = null, city = null } = fields;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('users')
    .values({
      ...blankUser,
      ...fields,
      id,
      scope,
      rev: await nextRev(),
      created_at: at,
      updated_at: at,
      tags: JSON.stringify(tags),
      groups: JSON.stringify(groups),
      search: personSearchText({ first_name, last_name, phone, email, telegram, city }),
      promo_code: newPromoCode(),
    })
    .onConflict((conflict) => conflict.columns(['scope', 'id']).doNothing())
    .executeTakeFirst();
  if (!numInsertedOrUpdatedRows) return false;
  await joinTeam(tx, { scope, id, referrer_id: fields.referrer_id ?? null, created_at: at });
  return true;
}
