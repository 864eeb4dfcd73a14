import type { EntityRows, Erasure } from '../../handlers.ts';
import { bookById, readBooksPage, readChangedBooks, countBooks } from './repository.ts';
import { readChangedLibraryItems, countLibraryItems, libraryItemById, readLibraryPage } from './library-repository.ts';

/**
 * Deletes the user's library and saved payment method. Payments are kept for bookkeeping; they contain only the id of
 * the account.
 */
async function eraseLibrary({ tx, scope, user_id }: Erasure): Promise<void> {
  for (const table of ['library_items', 'payment_methods'] as const)
    await tx.deleteFrom(table).where('scope', '=', scope).where('user_id', '=', user_id).execute();
}

export const bookRows: EntityRows<'books'> = {
  storage: { table: 'books', tombstones: true, erase: 'shared content' },
  changed: readChangedBooks,
  page: readBooksPage,
  count: countBooks,
  one: bookById,
};

export const bookShelfRows: EntityRows<'book_shelf'> = {
  storage: { table: 'library_items', tombstones: false, erase: eraseLibrary },
  changed: readChangedLibraryItems,
  page: readLibraryPage,
  count: countLibraryItems,
  one: libraryItemById,
};
