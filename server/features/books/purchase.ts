import { Refused } from '../../../contract/errors.ts';
import { withContext } from '../../context.ts';
import type { SelfTransactionalHandler } from '../../handlers.ts';
import { lockPayer, openIntent } from '../payments/ledger.ts';
import { purchaseUrl, type PurchaseOptions } from '../payments/payments.ts';
import { ownedBookById } from './repository.ts';

/**
 * Returns the URL of the payment page of a book, or an empty string if the provider fails. If the caller already owns
 * the book, returns the URL of its page instead. The intent is committed before the provider is called.
 */
export function purchaseHandler(options: PurchaseOptions): SelfTransactionalHandler<'books.purchase'> {
  const { payments } = options;
  return async ({ deps, caller }, { body }) => {
    const intent = await withContext(deps, caller, async (context) => {
      await lockPayer(context, caller.user_id);
      const book = await ownedBookById(context, body.id);
      if (!book) throw new Refused('not_found');
      if (book.owned) return null;
      if (!payments) throw new Refused('unavailable');
      const { id: subject_id, title, price_cents: amount_cents } = book;
      const request = { purpose: 'book' as const, subject_id, title, amount_cents, return_path: `/books/${book.id}` };
      return openIntent(context, payments.provider, { ...request, user_id: caller.user_id });
    });
    return purchaseUrl(options, intent, `/books/${body.id}`);
  };
}
