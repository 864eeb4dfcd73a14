import type { PaymentPurpose } from '../payments/purpose.ts';
import { lockShelf, saveShelf } from './shelf-repository.ts';

/** A paid book is added to the payer's library, without the payer having to return to our page. */
export const bookPurpose: PaymentPurpose = {
  paid: async (context, { user_id, subject_id }) => {
    const { tx, scope, received_at: at } = context;
    const reader = { tx, scope, user_id };
    const shelf = await lockShelf(reader, subject_id, at);
    if (shelf.bought_at !== null) return 'surplus';
    await saveShelf(reader, { ...shelf, bought_at: at, rev: await context.nextRev() }, at);
    context.poke([user_id]);
    return 'settled';
  },
};
