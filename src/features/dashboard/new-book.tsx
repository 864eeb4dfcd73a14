import { Trans, useLingui } from '@lingui/react/macro';
import IconCreditCard from '@tabler/icons-react/dist/esm/icons/IconCreditCard.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import type { Book } from '../../../contract/entities/book.ts';
import { useStore } from '../../hooks/store-context.tsx';
import type { PhoneDb } from '../../db/schema/db.ts';
import { formatLongDate } from '../../lib/dates.ts';
import { List, RowLink } from '../../ui/list.tsx';
import { BookSection } from './book-section.tsx';

const MAX_BOOKS = 500;

/** Returns the first book by title that the user has not started on any device. */
async function savedNewBook(db: PhoneDb): Promise<Book | null> {
  const books = await db.books
    .orderBy('title')
    .filter(({ is_new }) => is_new)
    .limit(MAX_BOOKS)
    .toArray();
  const shelves = await db.book_shelf.bulkGet(books.map(({ id }) => id));
  return books.find((_, index) => (shelves[index]?.places ?? []).length === 0) ?? null;
}

/** Shows a book that the user has not started yet; renders nothing if there is none. */
export function NewBook(): ReactElement | null {
  const { db } = useStore();
  const book = useLiveQuery(async () => savedNewBook(db), [db]);
  if (!book) return null;
  return (
    <BookSection
      title={<Trans>New book</Trans>}
      book={book}
      subtitle={<span lang={book.language}>{book.author}</span>}
    />
  );
}

/** Shows the date until which the subscription is paid; renders nothing for employees. */
export function PaidUntil(): ReactElement | null {
  const { t } = useLingui();
  const { db, actor } = useStore();
  const me = useLiveQuery(async () => db.me.get(actor.user_id), [db, actor.user_id]);
  if (!me?.is_subscribed || me.is_staff || me.subscribed_until === null) return null;
  const until = formatLongDate(me.subscribed_until);
  return (
    <List>
      <RowLink
        to="/subscription"
        leading={<IconCreditCard aria-hidden="true" />}
        title={t`Subscription`}
        subtitle={<Trans>Paid until {until}.</Trans>}
      />
    </List>
  );
}
