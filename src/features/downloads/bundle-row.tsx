import { useLingui } from '@lingui/react/macro';
import IconFileText from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs';
import IconHeadphones from '@tabler/icons-react/dist/esm/icons/IconHeadphones.mjs';
import IconMovie from '@tabler/icons-react/dist/esm/icons/IconMovie.mjs';
import IconPhoto from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs';
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs';
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import type { ReactElement } from 'react';
import { FileStatus } from '../../components/media/download-labels.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { IconButton } from '../../ui/button.tsx';
import { RowLink } from '../../ui/list.tsx';
import { ProgressBar } from '../../ui/progress.tsx';
import { pauseFiles, removeFiles, resumeFiles } from './actions.ts';
import styles from './downloads.module.css';
import type { Bundle } from './queries.ts';

const icons = {
  captions: IconFileText,
  video: IconMovie,
  audio: IconHeadphones,
  image: IconPhoto,
  cover: IconPhoto,
};

function Buttons({ bundle }: { bundle: Bundle }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const { state, title, hashes } = bundle;
  const isDownloading = state === 'queued' || state === 'downloading';
  return (
    <div className={styles.buttons}>
      {isDownloading && (
        <IconButton aria-label={t`Pause: ${title}`} onPress={() => void pauseFiles(store, hashes)}>
          <IconPlayerPause aria-hidden="true" />
        </IconButton>
      )}
      {(state === 'paused' || state === 'failed') && (
        <IconButton aria-label={t`Resume: ${title}`} onPress={() => void resumeFiles(store, hashes)}>
          <IconRefresh aria-hidden="true" />
        </IconButton>
      )}
      <IconButton aria-label={t`Remove: ${title}`} onPress={() => void removeFiles(store, hashes)}>
        <IconTrash aria-hidden="true" />
      </IconButton>
    </div>
  );
}

/** The downloaded or pending files of a lesson with their actions. */
export function BundleRow({ bundle }: { bundle: Bundle }): ReactElement {
  const { t } = useLingui();
  const Icon = icons[bundle.kind];
  const isPartial = bundle.state !== 'downloaded' && bundle.got > 0;
  const tones = { failed: 'need', paused: 'wait', queued: 'wait', downloading: 'quiet', downloaded: 'ok' } as const;
  return (
    <RowLink
      to="/lesson/view/$lessonId"
      params={{ lessonId: bundle.lesson_id }}
      leading={<Icon aria-hidden="true" />}
      title={bundle.title}
      wrapTitle
      subtitle={
        <span className={styles.status}>
          <FileStatus file={bundle} />
        </span>
      }
      subtitleTone={tones[bundle.state]}
      trailing={<Buttons bundle={bundle} />}
      {...(isPartial && { meta: <ProgressBar aria-label={t`Downloaded`} value={bundle.got / bundle.bytes} /> })}
    />
  );
}
