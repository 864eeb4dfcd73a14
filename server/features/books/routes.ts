import { Refused } from '../../../contract/errors.ts';
import type { CallHandlers } from '../../handlers.ts';
import { coverUrlOf } from '../../media-path.ts';
import { withEtag } from '../../sync/rest-adapter.ts';
import { listBooks, ownedBookById, type OwnedBook } from './repository.ts';

const MAX_BOOKS = 1000;

type BookCalls = Pick<CallHandlers, 'books.new' | 'books.list' | 'books.view'>;

const withImage = (book: OwnedBook) => ({ ...book, image: coverUrlOf(book.media) });

export const bookRoutes: BookCalls = {
  'books.new': async (context) => {
    const [book] = await listBooks(context, 1);
    return book ? withImage(book) : null;
  },
  'books.list': async (context) => (await listBooks(context, MAX_BOOKS)).map(withImage),
  'books.view': async (context, { params }) => {
    const book = await ownedBookById(context, params.id);
    if (!book) throw new Refused('not_found');
    return withEtag(context, withImage(book));
  },
};
