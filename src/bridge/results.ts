import type { PromoOffer } from '../../contract/api-calls/subscription.ts';
import type { Comment } from '../../contract/entities/comment.ts';
import type { ErrorCode } from '../../contract/errors.ts';

/** Why an online action failed. `other_tab`: another tab keeps the database of a logged-out user open. */
export type Failure =
  | { ok: false; why: 'offline' | 'no_answer' | 'portal' | 'busy' | 'other_tab' }
  | { ok: false; why: 'refused'; code: ErrorCode; retry_after_s?: number };

export type LoginResult = { ok: true; user_id: string; token: string } | Failure;
/**
 * The URL of a payment page, or of a page of this app if nothing has to be paid. Empty if the payment provider has
 * failed.
 */
export type PaymentUrl = { ok: true; url: string } | Failure;
/** How a promo code changes the price of a package. */
export type PromoResult = { ok: true; offer: PromoOffer } | Failure;
/** A page of older comments, and whether the server has even older comments. */
export type CommentsResult = { ok: true; comments: Comment[]; hasMore: boolean } | Failure;
/** Result of an online action that returns no data. */
export type ActionResult = { ok: true } | Failure;
