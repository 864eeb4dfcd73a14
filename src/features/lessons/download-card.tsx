import { Plural, Trans, useLingui } from '@lingui/react/macro';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { type ReactElement, useEffect, useState } from 'react';
import { sync } from '../../bridge/sync.ts';
import { useWriteError } from '../../forms/use-write-error.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useSyncState } from '../../hooks/sync-context.tsx';
import type { Download } from '../../db/storage/download-row.ts';
import { onDemandFiles, missingBytes } from '../../db/storage/lesson-files.ts';
import type { LessonCard } from '../../db/queries/lessons.ts';
import { formatRecent } from '../../lib/dates.ts';
import { formatBytes } from '../../lib/intl-formats.ts';
import { needsConfirmation, readConnection } from '../../lib/connection.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, TextLink } from '../../ui/button.tsx';
import { ButtonRow, Card, Stack } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ProgressBar } from '../../ui/progress.tsx';
import { useNow } from '../../ui/use-now.ts';
import { pauseLessonDownloads, queueDownloads, removeLessonDownloads } from './downloads.ts';

/** Shows that all lessons of the category are downloaded, and whether all changes are sent. */
function AllDownloaded(): ReactElement {
  const state = useSyncState();
  const now = useNow('minute');
  const waiting = state?.counts.to_send ?? 0;
  const sent_at = state?.status.last_sent_at;
  if (waiting > 0) {
    return (
      <Plural
        value={waiting}
        one="Everything is on this device. # change is not sent yet."
        other="Everything is on this device. # changes are not sent yet."
      />
    );
  }
  if (!sent_at) return <Trans>Everything is on this device.</Trans>;
  const time = formatRecent(sent_at, now);
  return <Trans>Everything is on this device. All changes were sent at {time}.</Trans>;
}

function DownloadProgress({
  rows,
  bytes,
  missing,
}: {
  rows: readonly Download[];
  bytes: number;
  missing: number;
}): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const isOnline = useSyncState()?.status.connection === 'online';
  const [part, whole] = [formatBytes(bytes - missing), formatBytes(bytes)];
  const hashes = rows.map(({ sha256 }) => sha256);
  return (
    <Stack gap="s">
      <span>
        {isOnline ? (
          <Trans>
            Downloading: {part} of {whole}
          </Trans>
        ) : (
          <Trans>
            Resumes when you are online: {part} of {whole}
          </Trans>
        )}
      </span>
      <ProgressBar aria-label={t`Downloaded`} value={(bytes - missing) / bytes} valueText={`${part} / ${whole}`} />
      <small>
        <Trans>Files download while Haversack is open.</Trans>
      </small>
      <div>
        <Button small variant="soft" onPress={() => void pauseLessonDownloads(store, hashes)}>
          <Trans>Pause</Trans>
        </Button>
      </div>
    </Stack>
  );
}

interface OfferProps {
  lessons: readonly LessonCard[];
  missing: number;
}

/** Offers to download the category, with the download size and whether it fits on the device. */
function Offer({ lessons, missing }: OfferProps): ReactElement {
  const store = useStore();
  const toastError = useWriteError();
  const [available, setAvailable] = useState<number | null>(null);
  const [isConfirming, setConfirming] = useState(false);
  useEffect(() => {
    void sync.availableSpace(missing).then(setAvailable);
  }, [missing]);
  const size = formatBytes(missing);
  const start = (): void => {
    setConfirming(false);
    void queueDownloads(store, lessons).catch(toastError);
  };
  const startDownload = async (): Promise<void> => {
    // The available space is read again, because other tabs and apps may have used storage since.
    const now = await sync.availableSpace(missing);
    setAvailable(now);
    if (now < missing) return;
    if (needsConfirmation(missing, readConnection())) setConfirming(true);
    else start();
  };
  const fitting = formatBytes(available ?? 0);
  return (
    <Stack gap="s">
      {available !== null && available < missing && (
        <Banner
          tone="need"
          role="alert"
          title={<Trans>Not enough storage on this device</Trans>}
          action={
            <TextLink to="/downloads">
              <Trans>Free up space</Trans>
            </TextLink>
          }
        >
          <Trans>
            This needs {size}, but only {fitting} is free. Nothing was started.
          </Trans>
        </Banner>
      )}
      <div>
        <Button variant="soft" icon={<IconDownload aria-hidden="true" />} onPress={() => void startDownload()}>
          <Trans>Download all, {size}</Trans>
        </Button>
      </div>
      {(available === null || available >= missing) && (
        // Until the available storage is known, the line is empty, so that the lessons below do not move later.
        <small>{available === null ? '\u00a0' : <Trans>There is enough space on this device.</Trans>}</small>
      )}
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={start}
        title={<Trans>Download {size}?</Trans>}
        confirmLabel={<Trans>Download</Trans>}
      >
        {readConnection().isWifi ? (
          <Trans>This may take a while. You can pause at any time.</Trans>
        ) : (
          <Trans>Mobile data charges may apply. You can pause at any time.</Trans>
        )}
      </ConfirmDialog>
    </Stack>
  );
}

/** The card that downloads a category: shows what is missing, the progress and the completion. */
export function DownloadCard({
  lessons,
  rows,
}: {
  lessons: readonly LessonCard[];
  rows: readonly Download[];
}): ReactElement | null {
  const store = useStore();
  const [isConfirming, setConfirming] = useState(false);
  const files = lessons.flatMap(onDemandFiles);
  const lessonRows = rows.filter((row) => files.some(({ sha256 }) => sha256 === row.sha256));
  const bytes = missingBytes(lessons, []);
  const missing = missingBytes(lessons, rows);
  const activeRows = lessonRows.filter(({ state }) => state === 'queued' || state === 'downloading');
  const isComplete = missing === 0 && lessonRows.every(({ state }) => state === 'downloaded');
  const removeDownloads = (): void => {
    setConfirming(false);
    void removeLessonDownloads(
      store,
      lessonRows.map(({ sha256 }) => sha256),
    );
  };
  const size = formatBytes(bytes - missing);
  return (
    <Card>
      <Stack gap="s">
        {activeRows.length > 0 && <DownloadProgress rows={activeRows} bytes={bytes} missing={missing} />}
        {activeRows.length === 0 && isComplete && (
          <span role="status">
            <AllDownloaded />
          </span>
        )}
        {activeRows.length === 0 && !isComplete && <Offer lessons={lessons} missing={missing} />}
        {lessonRows.some(({ got }) => got > 0) && activeRows.length === 0 && (
          <ButtonRow>
            <Button small variant="ghost" onPress={() => setConfirming(true)}>
              <Trans>Remove, {size}</Trans>
            </Button>
          </ButtonRow>
        )}
      </Stack>
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={removeDownloads}
        title={<Trans>Remove the videos and audio in this category?</Trans>}
        confirmLabel={<Trans>Remove</Trans>}
      >
        <Trans>Texts, your progress and your comments stay. You can download the files again.</Trans>
      </ConfirmDialog>
    </Card>
  );
}
