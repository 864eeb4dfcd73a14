import type { EntityRows } from '../../handlers.ts';
import { bookById, booksPage, changedBooks, countBooks } from './repository.ts';
import { changedShelf, countShelf, shelfById, shelfPage } from './shelf-repository.ts';

export const bookRows: EntityRows<'books'> = {
  changed: changedBooks,
  page: booksPage,
  count: countBooks,
  one: bookById,
};

export const bookShelfRows: EntityRows<'book_shelf'> = {
  changed: changedShelf,
  page: shelfPage,
  count: countShelf,
  one: shelfById,
};
