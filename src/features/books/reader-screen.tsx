import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import {
  type ComponentType,
  lazy,
  type ReactElement,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { useWriteError } from '../../forms/use-write-error.ts';
import { Screen } from '../../components/app/screen.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { readBookPack } from '../../db/storage/book-pack.ts';
import { bookFile, deleteBookFile, savedBook, type BookDetails } from '../../db/queries/books.ts';
import { log } from '../../lib/log.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { addBookmark, removeBookmark } from './actions.ts';
import { EpubReader } from './epub-reader.tsx';
import type { PdfReaderProps } from './pdf-reader.tsx';
import { openingPosition, parsePosition, positionLabel, type OpeningPosition } from './reading-position.ts';
import { BackLink } from '../../ui/page-header.tsx';
import { useReadingPosition } from './use-reading-position.ts';

function NoReader(): ReactElement {
  return (
    <ErrorState
      title={<Trans>The PDF reader is not on this device yet. Go online once to load it.</Trans>}
      safe={<Trans>The book is still here. Try again when you are online.</Trans>}
      action={
        <Button variant="soft" onPress={() => location.reload()}>
          <Trans>Try again</Trans>
        </Button>
      }
    />
  );
}

const PdfReader = lazy<ComponentType<PdfReaderProps>>(async () => {
  try {
    return { default: (await import('./pdf-reader.tsx')).PdfReader };
  } catch (error) {
    log.warn('the reader of PDFs', error);
    return { default: NoReader };
  }
});

function BrokenBook({ details: { book } }: { details: BookDetails }): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const backLink = <BackLink to="/books/$bookId" params={{ bookId: book.id }}>{t`Book`}</BackLink>;
  return (
    <Screen title={book.title} lang={book.language} back={backLink} narrow>
      <ErrorState
        title={<Trans>The file of this book is damaged.</Trans>}
        safe={<Trans>Your place and bookmarks are saved. Delete the file and download it again.</Trans>}
        action={
          <Button variant="soft" onPress={() => void deleteBookFile(db, book)}>
            <Trans>Delete file</Trans>
          </Button>
        }
      />
    </Screen>
  );
}

function BookNotSynced({ id }: { id: string }): ReactElement {
  return (
    <EmptyState
      action={
        <LinkButton to="/books/$bookId" params={{ bookId: id }}>
          <Trans>Back to book</Trans>
        </LinkButton>
      }
    >
      <Trans>This book is not downloaded to this device.</Trans>
    </EmptyState>
  );
}

interface PositionOfferProps {
  percent: number;
  onGo: () => void;
  onClose: () => void;
}

/** Offers to go to a later position of another device. */
function PositionOffer({ percent, onGo, onClose }: PositionOfferProps): ReactElement {
  return (
    <Banner
      title={<Trans>Continue where you left off on your other device?</Trans>}
      onClose={onClose}
      action={
        <Button small variant="soft" onPress={onGo}>
          <Trans>Go there</Trans>
        </Button>
      }
    >
      <Trans>That was at {percent}% of the book.</Trans>
    </Banner>
  );
}

function Reader({
  details,
  data,
  opening,
}: {
  details: BookDetails;
  data: ArrayBuffer;
  opening: OpeningPosition;
}): ReactElement {
  const store = useStore();
  const toastError = useWriteError();
  const { book, shelf } = details;
  const [at, setAt] = useState(opening.at);
  const [offer, setOffer] = useState(opening.offer);
  const [isBroken, setBroken] = useState(false);
  const onBroken = useCallback(() => setBroken(true), []);
  const savePosition = useReadingPosition(book.id, positionLabel(opening.at));
  const read = useMemo(() => (book.format === 'epub' ? readBookPack(data) : null), [book.format, data]);
  if (isBroken || (book.format === 'epub' && !read)) return <BrokenBook details={details} />;
  const shared = {
    book,
    notice: offer && (
      <PositionOffer
        percent={offer.percent}
        onGo={() => {
          setAt(parsePosition(offer.place));
          setOffer(null);
        }}
        onClose={() => setOffer(null)}
      />
    ),
    at,
    bookmarks: shelf?.marks ?? [],
    onPositionChange: savePosition,
    onAddBookmark: (place: string, text: string) => void addBookmark(store, book.id, place, text).catch(toastError),
    onRemoveBookmark: (id: string) => void removeBookmark(store, book.id, id).catch(toastError),
  };
  if (read) return <EpubReader {...shared} pack={read.pack} pictures={read.pictures} />;
  return (
    <Suspense fallback={<Skeleton leading="none" rows={8} />}>
      <PdfReader {...shared} data={data} onBroken={onBroken} />
    </Suspense>
  );
}

/** /books/{id}/read: the reader, which reads only from this device. */
export function ReaderScreen(): ReactElement {
  const { t } = useLingui();
  const { db, actor } = useStore();
  const { bookId: id } = useParams({ from: '/_member/books/$bookId/read' });
  const details = useLiveQuery(async () => savedBook(db, id), [db, id]);
  const [data, setData] = useState<ArrayBuffer | null | undefined>(undefined);
  const [opening, setOpening] = useState<OpeningPosition | null>(null);
  const book = details?.book;
  const isDownloaded = details?.card.downloaded === 1;
  const sha256 = book?.file.sha256;
  // The effect depends on the file's hash and not on the row, because the row changes with each saved position.
  useEffect(() => {
    if (sha256 === undefined) return undefined;
    let hasLeft = false;
    void bookFile(db, sha256).then((file) => !hasLeft && setData(isDownloaded ? file : null));
    return () => {
      hasLeft = true;
    };
  }, [db, sha256, isDownloaded]);
  if (details && opening === null) setOpening(openingPosition(details.shelf, actor.device_id));
  const backLink = <BackLink to="/books/$bookId" params={{ bookId: id }}>{t`Book`}</BackLink>;
  if (details && data && opening) return <Reader key={id} details={details} data={data} opening={opening} />;
  return (
    <Screen title={book?.title ?? t`Book`} lang={book?.language} back={backLink} narrow>
      {details === null || data === null ? <BookNotSynced id={id} /> : <Skeleton leading="none" rows={8} />}
    </Screen>
  );
}
