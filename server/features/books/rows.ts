import type { EntityRows } from '../../handlers.ts';
import { bookById, booksPage, changedBooks, countBooks } from './repository.ts';
import { changedShelf, countShelf, shelfById, shelfPage } from './shelf-repository.ts';
import { eraseLibrary } from './erase.ts';

export const bookRows: EntityRows<'books'> = {
  storage: { table: 'books', tombstones: true, erase: 'shared content' },
  changed: changedBooks,
  page: booksPage,
  count: countBooks,
  one: bookById,
};

export const bookShelfRows: EntityRows<'book_shelf'> = {
  storage: { table: 'library_items', tombstones: false, erase: eraseLibrary },
  changed: changedShelf,
  page: shelfPage,
  count: countShelf,
  one: shelfById,
};
