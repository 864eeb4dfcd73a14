import { Trans, useLingui } from '@lingui/react/macro';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ReactElement } from 'react';
import type { Download, DownloadError } from '../../db/storage/download-row.ts';
import type { LessonFiles } from '../../db/storage/lesson-files.ts';
import { formatBytes } from '../../lib/intl-formats.ts';

/** Texts for the reasons why a download failed. */
export const downloadErrorLabels: Record<DownloadError, MessageDescriptor> = {
  no_room: msg`Not enough storage on this device`,
  checksum: msg`The file is damaged`,
  not_there: msg`No longer on the server`,
  no_right: msg`You do not have access`,
  removed: msg`Removed by the browser`,
};

const percent = (got: number, bytes: number): number => (bytes === 0 ? 0 : Math.floor((100 * got) / bytes));

/** A short text for the download state of a lesson's files. */
export function LessonFilesStatus({ files }: { files: LessonFiles }): ReactElement {
  const { t } = useLingui();
  const { state, error, got } = files;
  const size = formatBytes(files.bytes);
  const part = percent(got, files.bytes);
  if (state === 'downloaded' && files.bytes === 0) return <Trans>on this device</Trans>;
  if (state === 'downloaded') return <Trans>on this device, {size}</Trans>;
  if (state === 'queued') return <Trans>waiting to download, {size}</Trans>;
  if (state === 'downloading') {
    return (
      <Trans>
        downloading, {part}% of {size}
      </Trans>
    );
  }
  if (state === 'paused') {
    return (
      <Trans>
        paused at {part}% of {size}
      </Trans>
    );
  }
  if (state === 'outdated') return <Trans>update available, {size}</Trans>;
  if (error !== null) {
    return (
      <>
        {t(downloadErrorLabels[error])}, {size}
      </>
    );
  }
  return <Trans>online only, {size}</Trans>;
}

/** The download state of one file. */
export function FileStatus({ file }: { file: Pick<Download, 'state' | 'fault' | 'bytes' | 'got'> }): ReactElement {
  const { state, fault, bytes, got } = file;
  return (
    <LessonFilesStatus
      files={{ state: state === 'failed' && fault === 'not_there' ? 'unavailable' : state, error: fault, bytes, got }}
    />
  );
}
