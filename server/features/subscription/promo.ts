import type { Selectable } from 'kysely';
import { Refused } from '../../../contract/errors.ts';
import type { PromoCodesTable } from '../../db/account-tables.ts';
import type { HandlerContext } from '../../handlers.ts';

type Context = Omit<HandlerContext, 'caller'>;

export type PromoCode = Selectable<PromoCodesTable>;

/** Returns the price of a payment after a discount, in whole cents. */
export const discountedPrice = (price_cents: number, discount_percent: number): number =>
  Math.round((price_cents * (100 - discount_percent)) / 100);

/**
 * Locks a promo code and returns it. Returns null if the code cannot be used any more or, with `user_id`, if this user
 * has already used it.
 */
export async function lockPromoIfUsable(
  { tx, scope, received_at }: Context,
  code: string,
  user_id: string | null,
): Promise<PromoCode | null> {
  const promo = await tx
    .selectFrom('promo_codes')
    .selectAll()
    .where('scope', '=', scope)
    .where('code', '=', code.toUpperCase())
    .forUpdate()
    .executeTakeFirst();
  const isOver = promo?.valid_until != null && promo.valid_until < received_at;
  if (!promo || isOver || promo.uses_left === 0) return null;
  const uses = tx.selectFrom('promo_uses').select('code').where('scope', '=', scope).where('code', '=', promo.code);
  if (user_id !== null && (await uses.where('user_id', '=', user_id).executeTakeFirst())) return null;
  return promo;
}

/** Locks a promo code like `lockPromoIfUsable`. Throws `promo_unavailable` for a code that cannot be used. */
export async function lockPromo(...args: Parameters<typeof lockPromoIfUsable>): Promise<PromoCode> {
  const promo = await lockPromoIfUsable(...args);
  if (!promo) throw new Refused('promo_unavailable', { promo_code: 'promo_unavailable' });
  return promo;
}

/**
 * Counts the use of a promo code by a user. Returns false if the user has already used it. If the code has no uses left
 * or was removed in the meantime, its row is not changed and the use still counts, because the user has already paid
 * with the discount or started the trial.
 */
export async function redeemPromo(
  { tx, scope, received_at: at }: Context,
  code: string,
  user_id: string,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('promo_uses')
    .values({ scope, code, user_id, at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) return false;
  await tx
    .updateTable('promo_codes')
    .set((eb) => ({ uses_left: eb('uses_left', '-', 1) }))
    .where('scope', '=', scope)
    .where('code', '=', code)
    .where('uses_left', '>', 0)
    .execute();
  return true;
}
