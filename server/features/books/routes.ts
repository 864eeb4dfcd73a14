import { Refused } from '../../../contract/errors.ts';
import type { CallHandlers } from '../../handlers.ts';
import { imageOf } from '../../media-path.ts';
import { withEtag } from '../../sync/rest-adapter.ts';
import { openOrder, type PaymentProvider } from './payments.ts';
import { listBooks, ownedBookById, type OwnedBook } from './repository.ts';

const MAX_BOOKS = 1000;

type BookCalls = Pick<CallHandlers, 'books.new' | 'books.list' | 'books.view' | 'books.purchase'>;

const withImage = (book: OwnedBook) => ({ ...book, image: imageOf(book.media) });

export interface BookOptions {
  /** Returns the public URL, which is known only once the server listens. */
  public_url: () => string;
  /** Null if there is no payment provider. */
  payments: PaymentProvider | null;
}

export function bookRoutes({ public_url, payments }: BookOptions): BookCalls {
  return {
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
    'books.purchase': async (context, { body }) => {
      const book = await ownedBookById(context, body.id);
      if (!book) throw new Refused('not_found');
      const return_url = `${public_url()}/books/${book.id}`;
      // A book that the caller already owns is not paid for again.
      if (book.owned) return return_url;
      if (!payments) throw new Refused('unavailable');
      return openOrder(context, book, { provider: payments, return_url });
    },
  };
}
