import { paidIntentOf } from '../payments/intents.ts';
import type { PaymentPurpose } from '../payments/purpose.ts';
import { lockBoughtBook, lockLibraryItem, saveLibraryItem } from './library-repository.ts';

/**
 * A paid book is added to the payer's library, even if the payer does not return to a page of the product. A refund
 * removes the book again, but keeps the reading position and bookmarks.
 */
export const bookPurpose: PaymentPurpose = {
  onPaid: async (context, { user_id, subject_id }) => {
    const { tx, scope, received_at: at } = context;
    const reader = { tx, scope, user_id };
    const shelf = await lockLibraryItem(reader, subject_id, at);
    if (shelf.bought_at !== null) return 'surplus';
    await saveLibraryItem(reader, { ...shelf, bought_at: at, rev: await context.nextRev() }, at);
    context.poke([user_id]);
    return 'settled';
  },
  onRefunded: async (context, intent) => {
    const { tx, scope, received_at: at } = context;
    const { user_id, subject_id } = intent;
    // If this payment was a surplus payment, the book is still paid for by another payment.
    if (await paidIntentOf(context, intent)) return;
    const reader = { tx, scope, user_id };
    const shelf = await lockBoughtBook(reader, subject_id);
    if (!shelf) return;
    await saveLibraryItem(reader, { ...shelf, bought_at: null, rev: await context.nextRev() }, at);
    context.poke([user_id]);
  },
};
