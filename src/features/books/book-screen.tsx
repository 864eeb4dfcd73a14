import { Plural, Trans, useLingui } from '@lingui/react/macro';
import IconBooks from '@tabler/icons-react/dist/esm/icons/IconBooks.mjs';
import { useParams } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useEffect } from 'react';
import { lessonTags } from '../../../contract/lesson-html.ts';
import { sync } from '../../bridge/sync.ts';
import { Screen } from '../../components/app/screen.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { savedBook, type BookDetails } from '../../db/queries/books.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { CleanHtml } from '../../ui/clean-html.tsx';
import { Cover } from '../../ui/cover.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { BookFile } from './book-file.tsx';
import { BuyBook } from './buy.tsx';
import { BackLink } from '../../ui/page-header.tsx';
import styles from './books.module.css';

/**
 * Starts a sync cycle if the book is not owned yet, so that a finished payment is shown before the server announces it.
 */
function useOwnershipCheck(isOwned: boolean | undefined): void {
  useEffect(() => {
    if (isOwned === false) void sync.syncNow().catch(() => {});
  }, [isOwned]);
}

function BookDetails({ details: { book, card } }: { details: BookDetails }): ReactElement {
  const { pages } = book;
  const percent = card.percent ?? 0;
  return (
    <Stack gap="s">
      <div className={styles.band}>
        <div className={styles.cover}>
          <Cover seed={book.id} src={card.cover} shape="book" />
        </div>
      </div>
      {pages !== null && (
        <p className={styles.details}>
          <Plural value={pages} one="# page" other="# pages" />
        </p>
      )}
      {card.percent !== null && (
        <p className={styles.details}>
          <Trans>{percent}% read</Trans>
        </p>
      )}
    </Stack>
  );
}

/** /books/{id}: one book to buy, download or read. */
export function BookScreen(): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const { bookId: id } = useParams({ from: '/_member/books/$bookId' });
  const details = useLiveQuery(async () => savedBook(db, id), [db, id]);
  useOwnershipCheck(details?.card.isOwned);
  const backLink = <BackLink to="/books">{t`Books`}</BackLink>;
  return (
    <Screen
      title={details?.book.title ?? t`Book`}
      lang={details?.book.language}
      subtitle={details?.book.author ?? <></>}
      back={backLink}
      narrow
    >
      {details === undefined && <Skeleton leading="cover" />}
      {details === null && (
        <EmptyState
          icon={<IconBooks aria-hidden="true" />}
          action={
            <LinkButton to="/books">
              <Trans>All books</Trans>
            </LinkButton>
          }
        >
          <Trans>Book not found.</Trans>
        </EmptyState>
      )}
      {details && (
        <Stack gap="l">
          <BookDetails details={details} />
          {details.card.isOwned ? <BookFile details={details} /> : <BuyBook details={details} />}
          {details.book.description !== '' && (
            <CleanHtml html={details.book.description} lang={details.book.language} tags={lessonTags} />
          )}
        </Stack>
      )}
    </Screen>
  );
}
