import { useLingui } from '@lingui/react/macro';
import IconFileText from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs';
import IconHeadphones from '@tabler/icons-react/dist/esm/icons/IconHeadphones.mjs';
import IconMovie from '@tabler/icons-react/dist/esm/icons/IconMovie.mjs';
import IconPhoto from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs';
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs';
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import type { ReactElement } from 'react';
import { FileWords } from '../../cards/files-words.tsx';
import { useStore } from '../../cards/store-context.tsx';
import type { Download } from '../../db/download-row.ts';
import { IconButton } from '../../ui/button.tsx';
import { Row } from '../../ui/list.tsx';
import { ProgressBar } from '../../ui/progress.tsx';
import { pause, remove, resume } from './actions.ts';
import styles from './downloads.module.css';

const icons = {
  captions: IconFileText,
  video: IconMovie,
  audio: IconHeadphones,
  image: IconPhoto,
  cover: IconPhoto,
};

function Buttons({ file }: { file: Download }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const hashes = [file.sha256];
  const { state, title } = file;
  const isComing = state === 'queued' || state === 'downloading';
  return (
    <div className={styles.buttons}>
      {isComing && (
        <IconButton aria-label={t`Pause: ${title}`} onPress={() => void pause(store, hashes)}>
          <IconPlayerPause aria-hidden="true" />
        </IconButton>
      )}
      {(state === 'paused' || state === 'failed') && (
        <IconButton aria-label={t`Go on: ${title}`} onPress={() => void resume(store, hashes)}>
          <IconRefresh aria-hidden="true" />
        </IconButton>
      )}
      <IconButton aria-label={t`Remove: ${title}`} onPress={() => void remove(store, hashes)}>
        <IconTrash aria-hidden="true" />
      </IconButton>
    </div>
  );
}

/** A file that is here or on its way, with what can be done about it. */
export function FileRow({ file }: { file: Download }): ReactElement {
  const { t } = useLingui();
  const Icon = icons[file.kind];
  const isPart = file.state !== 'downloaded' && file.got > 0;
  const tones = { failed: 'need', paused: 'wait', queued: 'wait', downloading: 'quiet', downloaded: 'ok' } as const;
  return (
    <Row
      href={`/lesson/view/${file.lesson_id}`}
      leading={<Icon aria-hidden="true" />}
      title={file.title}
      wrapTitle
      subtitle={<FileWords file={file} />}
      subtitleTone={tones[file.state]}
      trailing={<Buttons file={file} />}
      {...(isPart && { meta: <ProgressBar aria-label={t`Downloaded`} value={file.got / file.bytes} /> })}
    />
  );
}
