import { Trans, useLingui } from '@lingui/react/macro';
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs';
import IconPlayerPlayFilled from '@tabler/icons-react/dist/esm/icons/IconPlayerPlayFilled.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useState } from 'react';
import type { Lesson, MediaItem } from '../../../contract/entities/lesson.ts';
import { LessonFilesStatus } from '../../components/media/download-labels.tsx';
import { useWriteError } from '../../forms/use-write-error.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useWakeLock } from '../../hooks/use-wake-lock.ts';
import { useSyncState } from '../../hooks/sync-context.tsx';
import { lessonFiles, savedDownloads, type LessonFiles } from '../../db/storage/lesson-files.ts';
import { coverOf, mediaPath } from '../../db/queries/lessons.ts';
import { formatBytes } from '../../lib/intl-formats.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ButtonRow, Card, Stack } from '../../ui/card.tsx';
import { Cover } from '../../ui/cover.tsx';
import type { Tone } from '../../ui/name-hash.ts';
import { queueDownloads } from './downloads.ts';
import styles from './lessons.module.css';

const captionsOf = ({ media }: Lesson): MediaItem | undefined => media.find(({ kind }) => kind === 'captions');

interface PlayerProps {
  lesson: Lesson;
  clip: MediaItem;
  label: string;
  onError: () => void;
}

/** The player of a video or audio. It is rendered when the user starts to play. */
function Player({ lesson, clip, label, onError }: PlayerProps): ReactElement {
  const { t } = useLingui();
  const src = mediaPath(clip.sha256);
  const [isPlaying, setIsPlaying] = useState(false);
  useWakeLock(isPlaying);
  const captions = captionsOf(lesson);
  const track = {
    srcLang: lesson.language,
    label: t`Captions`,
    ...(captions && { src: mediaPath(captions.sha256), default: true }),
  };
  if (clip.kind === 'audio') {
    return (
      <audio className={styles.audio} controls autoPlay aria-label={label} src={src} onError={onError}>
        <track kind="captions" {...track} />
      </audio>
    );
  }
  return (
    <video
      className={styles.video}
      controls
      autoPlay
      playsInline
      aria-label={label}
      src={src}
      onError={onError}
      onPlay={() => setIsPlaying(true)}
      onPause={() => setIsPlaying(false)}
      onEnded={() => setIsPlaying(false)}
    >
      <track kind="captions" {...track} />
    </video>
  );
}

interface ClipState {
  state: 'closed' | 'open' | 'broken';
  setState: (state: ClipState['state']) => void;
  isOnline: boolean;
  /** Download state of the file and its captions; undefined until it is known. */
  files: LessonFiles | undefined;
  canPlay: boolean;
  canDownload: boolean;
  download: () => void;
}

function useClip(lesson: Lesson, clip: MediaItem): ClipState {
  const store = useStore();
  const toastError = useWriteError();
  const rows = useLiveQuery(async () => savedDownloads(store.db), [store.db]);
  const connection = useSyncState()?.status.connection;
  const [state, setState] = useState<ClipState['state']>('closed');
  const captions = captionsOf(lesson);
  const media = captions ? [clip, captions] : [clip];
  const files = rows && lessonFiles({ id: lesson.id, media }, rows);
  const isOnline = navigator.onLine && connection !== 'offline';
  const canPlay = state !== 'open' && files !== undefined && (files.state === 'downloaded' || isOnline);
  const canDownload = files !== undefined && !['downloaded', 'queued', 'downloading'].includes(files.state);
  const download = (): void => void queueDownloads(store, [lesson]).catch(toastError);
  return { state, setState, isOnline, files, canPlay, canDownload, download };
}

function DownloadButton({ clip }: { clip: ClipState }): ReactElement {
  return (
    <Button variant="soft" small onPress={clip.download}>
      {clip.isOnline ? <Trans>Keep on this device</Trans> : <Trans>Download when possible</Trans>}
    </Button>
  );
}

/** Explains why a video or audio did not play. */
function PlayError({ state, bytes }: { state: ClipState; bytes: number }): ReactElement {
  const size = formatBytes(bytes);
  return (
    <p role="alert">
      {state.isOnline || state.files?.state === 'downloaded' ? (
        <Trans>This cannot be played right now.</Trans>
      ) : (
        <Trans>Online only, {size}.</Trans>
      )}
    </p>
  );
}

/** Shows whether the file of a video or audio is on this device. Shows nothing while it plays from the server. */
function ClipStatus({ clip, state: { state, files, canDownload } }: { clip: MediaItem; state: ClipState }) {
  if (!files || (state === 'open' && canDownload)) return <small />;
  const lines = clip.kind === 'video' ? clip.height : null;
  return (
    <small>
      {lines === null ? (
        <LessonFilesStatus files={files} />
      ) : (
        <Trans>
          {lines}p, <LessonFilesStatus files={files} />
        </Trans>
      )}
    </small>
  );
}

interface ClipProps {
  lesson: Lesson;
  clip: MediaItem;
}

/** A video: the cover with a play button, which the player replaces at the same size. */
function Video({ lesson, clip, tone }: ClipProps & { tone: Tone | undefined }): ReactElement {
  const { t } = useLingui();
  const state = useClip(lesson, clip);
  const label = t`Video: ${lesson.title}`;
  return (
    <div>
      {state.state === 'open' ? (
        <Player lesson={lesson} clip={clip} label={label} onError={() => state.setState('broken')} />
      ) : (
        <Cover seed={lesson.id} tone={tone} src={coverOf(lesson)} shape="wide">
          {state.canPlay && (
            <IconButton isLarge variant="primary" aria-label={t`Play video`} onPress={() => state.setState('open')}>
              <IconPlayerPlayFilled aria-hidden="true" />
            </IconButton>
          )}
        </Cover>
      )}
      {state.state === 'broken' && <PlayError state={state} bytes={clip.bytes} />}
      <div className={styles.clipLine}>
        <ClipStatus clip={clip} state={state} />
        {state.canDownload && <DownloadButton clip={state} />}
      </div>
    </div>
  );
}

function Audio({ lesson, clip }: ClipProps): ReactElement {
  const { t } = useLingui();
  const state = useClip(lesson, clip);
  const label = t`Audio: ${lesson.title}`;
  return (
    <Card>
      <Stack gap="s">
        {state.state === 'open' && (
          <Player lesson={lesson} clip={clip} label={label} onError={() => state.setState('broken')} />
        )}
        {state.state === 'broken' && <PlayError state={state} bytes={clip.bytes} />}
        {state.canPlay && (
          <ButtonRow>
            <Button icon={<IconPlayerPlay aria-hidden="true" />} onPress={() => state.setState('open')}>
              <Trans>Play audio</Trans>
            </Button>
          </ButtonRow>
        )}
        <div className={styles.clipLine}>
          <ClipStatus clip={clip} state={state} />
          {state.canDownload && <DownloadButton clip={state} />}
        </div>
      </Stack>
    </Card>
  );
}

/** The videos and audio of a lesson, at its top. A lesson without a video shows its cover. */
export function LessonMedia({ lesson, tone }: { lesson: Lesson; tone: Tone | undefined }): ReactElement {
  const videos = lesson.media.filter(({ kind }) => kind === 'video');
  const audio = lesson.media.filter(({ kind }) => kind === 'audio');
  return (
    <>
      {videos.length === 0 && <Cover seed={lesson.id} tone={tone} src={coverOf(lesson)} shape="wide" />}
      {videos.map((clip) => (
        <Video key={clip.sha256} lesson={lesson} clip={clip} tone={tone} />
      ))}
      {audio.map((clip) => (
        <div key={clip.sha256} className={styles.screenOnly}>
          <Audio lesson={lesson} clip={clip} />
        </div>
      ))}
    </>
  );
}
