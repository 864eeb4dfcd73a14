import type { Selectable } from 'kysely';
import { Refused } from '../../../contract/errors.ts';
import type { PromoCodesTable } from '../../db/account-tables.ts';
import type { HandlerContext } from '../../handlers.ts';

type Context = Omit<HandlerContext, 'caller'>;

export type PromoCode = Selectable<PromoCodesTable>;

const unavailable = () => new Refused('promo_unavailable', { promo_code: 'promo_unavailable' });

/**
 * Locks a promo code that can still be used, by anyone and, if `user_id` is given, by this user. Throws
 * `promo_unavailable`.
 */
export async function lockPromo(
  { tx, scope, received_at }: Context,
  code: string,
  user_id: string | null,
): Promise<PromoCode> {
  const promo = await tx
    .selectFrom('promo_codes')
    .selectAll()
    .where('scope', '=', scope)
    .where('code', '=', code.toUpperCase())
    .forUpdate()
    .executeTakeFirst();
  const isOver = promo?.valid_until != null && promo.valid_until < received_at;
  if (!promo || isOver || promo.uses_left === 0) throw unavailable();
  const used = tx.selectFrom('promo_uses').select('code').where('scope', '=', scope).where('code', '=', promo.code);
  if (user_id !== null && (await used.where('user_id', '=', user_id).executeTakeFirst())) throw unavailable();
  return promo;
}

/**
 * Counts one use of a promo code by a user. A use that was counted before is not counted again; a code that was used up
 * or removed in the meantime stays as it is, because the user has already been promised its effect.
 */
export async function redeemPromo(
  { tx, scope, received_at: at }: Context,
  code: string,
  user_id: string,
): Promise<void> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('promo_uses')
    .values({ scope, code, user_id, at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) return;
  await tx
    .updateTable('promo_codes')
    .set((eb) => ({ uses_left: eb('uses_left', '-', 1) }))
    .where('scope', '=', scope)
    .where('code', '=', code)
    .where('uses_left', '>', 0)
    .execute();
}
