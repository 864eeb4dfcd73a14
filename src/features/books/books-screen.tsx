import { Trans, useLingui } from '@lingui/react/macro';
import IconBooks from '@tabler/icons-react/dist/esm/icons/IconBooks.mjs';
import { Link } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import { Screen } from '../../components/app/screen.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { useSyncState } from '../../hooks/sync-context.tsx';
import { savedBooks, type BookCard } from '../../db/queries/books.ts';
import { formatBytes } from '../../lib/intl-formats.ts';
import { Badge } from '../../ui/badge.tsx';
import { Cover } from '../../ui/cover.tsx';
import { ProgressBar } from '../../ui/progress.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { useMoney } from '../../hooks/use-money.ts';
import styles from './books.module.css';

function BookSummary({ card }: { card: BookCard }): ReactElement {
  const price = useMoney();
  const size = formatBytes(card.file.bytes);
  const percent = card.percent ?? 0;
  if (!card.isOwned) return <>{price(card.price_cents)}</>;
  const isStarted = card.percent !== null;
  if (card.downloaded === 1 && isStarted) return <Trans>On this device · {percent}% read</Trans>;
  if (card.downloaded === 1) return <Trans>On this device</Trans>;
  if (isStarted)
    return (
      <Trans>
        {size} · {percent}% read
      </Trans>
    );
  return <>{size}</>;
}

function BookTile({ card }: { card: BookCard }): ReactElement {
  const { t } = useLingui();
  return (
    <li className={styles.tile}>
      <div className={styles.tileCover}>
        <Cover seed={card.id} src={card.cover} shape="book" />
        {card.percent !== null && (
          <div className={styles.tileProgress}>
            <ProgressBar aria-label={t`Reading progress`} value={card.percent / 100} />
          </div>
        )}
      </div>
      <h2 className={styles.tileTitle} lang={card.language}>
        <Link className={styles.tileLink} to="/books/$bookId" params={{ bookId: card.id }}>
          {card.title}
        </Link>
      </h2>
      <small lang={card.language}>{card.author}</small>
      <small>
        <BookSummary card={card} />
      </small>
      {card.is_new && (
        <Badge tone="info">
          <Trans context="book">New</Trans>
        </Badge>
      )}
    </li>
  );
}

/** /books: all books, those that the user is reading first, then new books. */
export function BooksScreen(): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const hasSyncedOnce = Boolean(useSyncState()?.status.last_fetched_at);
  const books = useLiveQuery(async () => savedBooks(db), [db]);
  return (
    <Screen title={t`Books`}>
      {!books && <Skeleton leading="cover" />}
      {books?.length === 0 && (
        <EmptyState icon={<IconBooks aria-hidden="true" />}>
          {hasSyncedOnce ? <Trans>No books yet.</Trans> : <Trans>Books haven't synced to this device yet.</Trans>}
        </EmptyState>
      )}
      {books && books.length > 0 && (
        <ul role="list" aria-label={t`Books`} className={styles.tiles}>
          {books.map((card) => (
            <BookTile key={card.id} card={card} />
          ))}
        </ul>
      )}
    </Screen>
  );
}
