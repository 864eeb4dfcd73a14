import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { Book } from '../../../contract/entities/book.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import { ProgressBar } from '../../ui/progress.tsx';
import { BookSection } from './book-section.tsx';

/** A book that the user is reading. */
export interface OpenBook {
  book: Book;
  percent: number;
  /** Whether the file is on this device, so that the reader can open it. */
  isDownloaded: boolean;
}

const MAX_SHELVES = 500;

/** Returns the book that was read last on any device and is not finished; null if there is none. */
export async function savedOpenBook(db: PhoneDb): Promise<OpenBook | null> {
  const shelves = await db.book_shelf.limit(MAX_SHELVES).toArray();
  const latest = shelves
    .flatMap(({ id, places }) =>
      places
        .toSorted((a, b) => (a.at < b.at ? 1 : -1))
        .slice(0, 1)
        .map((place) => ({ id, place })),
    )
    .toSorted((a, b) => (a.place.at < b.place.at ? 1 : -1));
  for (const { id, place } of latest.filter((each) => each.place.percent < 100)) {
    const book = await db.books.get(id);
    if (!book) continue;
    const isDownloaded = (await db.blobs.where('sha256').equals(book.file.sha256).count()) > 0;
    return { book, percent: place.percent, isDownloaded };
  }
  return null;
}

/** Links to the page of a book at which the user stopped reading. */
export function ContinueBook({ open: { book, percent, isDownloaded } }: { open: OpenBook }): ReactElement {
  const { t } = useLingui();
  return (
    <BookSection
      title={<Trans>Continue reading</Trans>}
      book={book}
      opensReader={isDownloaded}
      subtitle={<Trans>{percent}% read</Trans>}
      meta={<ProgressBar aria-label={t`Reading progress`} value={percent / 100} />}
    />
  );
}
