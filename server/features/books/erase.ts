import type { Erasure } from '../../handlers.ts';

/** Deletes the user's library and orders. */
export async function eraseLibrary({ tx, scope, user_id }: Erasure): Promise<void> {
  for (const table of ['library_items', 'book_orders'] as const)
    await tx.deleteFrom(table).where('scope', '=', scope).where('user_id', '=', user_id).execute();
}
