import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useState } from 'react';
import type { BookResult } from '../../bridge/sync-api.ts';
import { sync } from '../../bridge/sync.ts';
import { ErrorText } from '../../components/error/error-text.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { deleteBookFile, type BookDetails } from '../../db/queries/books.ts';
import { formatBytes } from '../../lib/intl-formats.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ButtonRow, Stack } from '../../ui/card.tsx';
import { ProgressBar } from '../../ui/progress.tsx';
import styles from './books.module.css';

function DownloadErrorBadge({ result }: { result: Extract<BookResult, { ok: false }> }): ReactElement {
  if (result.why === 'offline') return <Trans>You are offline. Go online to download this book.</Trans>;
  if (result.why === 'refused' && result.code === 'too_large')
    return <Trans>Not enough storage on this device. Delete something and try again.</Trans>;
  if (result.why === 'refused' && result.code === 'checksum') return <Trans>The file is damaged. Try again.</Trans>;
  return <Trans>The download was interrupted. What you have is saved. Try again.</Trans>;
}

/** Buttons to download, read or remove the file of a book that the user may read. */
export function BookFile({ details }: { details: BookDetails }): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const [isDownloading, setDownloading] = useState(false);
  const [failure, setFailure] = useState<Extract<BookResult, { ok: false }> | null>(null);
  const { book, card } = details;
  const { bytes } = book.file;
  const size = formatBytes(bytes);
  const fetchBook = async (): Promise<void> => {
    setDownloading(true);
    setFailure(null);
    const result = await sync.book('fetch', book.id).catch(() => ({ ok: false, why: 'no_answer' }) as const);
    setDownloading(false);
    if (!result.ok) setFailure(result);
  };
  if (card.downloaded === 1) {
    return (
      <Stack gap="s">
        <ButtonRow>
          <LinkButton to="/books/$bookId/read" params={{ bookId: book.id }}>
            {card.percent === null ? <Trans>Read</Trans> : <Trans>Continue reading</Trans>}
          </LinkButton>
          <Button variant="soft" onPress={() => void deleteBookFile(db, book)}>
            <Trans>Delete file</Trans>
          </Button>
        </ButtonRow>
        <p className={styles.details}>
          {bytes > 0 ? <Trans>On this device, {size}</Trans> : <Trans>On this device</Trans>}
        </p>
      </Stack>
    );
  }
  // An EPUB without a size comes from an API that sends EPUBs as they are. The reader needs one that our server has
  // converted.
  if (bytes === 0 && book.format === 'epub')
    return (
      <p className={styles.details}>
        <ErrorText code="not_offered" />
      </p>
    );
  return (
    <Stack gap="s">
      <Button isPending={isDownloading} onPress={() => void fetchBook()}>
        {bytes > 0 ? <Trans>Download, {size}</Trans> : <Trans>Download</Trans>}
      </Button>
      {card.downloaded > 0 && <ProgressBar aria-label={t`Downloaded`} value={card.downloaded} />}
      {failure && (
        <p className={styles.details} role="alert">
          <DownloadErrorBadge result={failure} />
        </p>
      )}
    </Stack>
  );
}
