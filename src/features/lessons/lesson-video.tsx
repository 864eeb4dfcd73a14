import { Trans, useLingui } from '@lingui/react/macro';
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useState } from 'react';
import type { Lesson, MediaItem } from '../../../contract/entities/lesson.ts';
import { LessonFilesStatus } from '../../components/media/download-labels.tsx';
import { useWriteError } from '../../forms/use-write-error.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useWakeLock } from '../../hooks/use-wake-lock.ts';
import { useSyncState } from '../../hooks/sync-context.tsx';
import { lessonFiles, savedDownloads } from '../../db/storage/lesson-files.ts';
import { mediaPath } from '../../db/queries/lessons.ts';
import { formatBytes } from '../../lib/intl-formats.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonRow, Card, Stack } from '../../ui/card.tsx';
import { LessonHtml } from './lesson-html.tsx';
import { queueDownloads } from './downloads.ts';
import styles from './lessons.module.css';

const isAudioOrVideo = ({ kind }: MediaItem): boolean => kind === 'video' || kind === 'audio';

const captionsOf = ({ media }: Lesson): MediaItem | undefined => media.find(({ kind }) => kind === 'captions');

interface PlayerProps {
  lesson: Lesson;
  clip: MediaItem;
  label: string;
  onError: () => void;
}

/** The player of a video or audio, rendered once the user asks for it. */
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
      <audio className={styles.player} controls autoPlay aria-label={label} src={src} onError={onError}>
        <track kind="captions" {...track} />
      </audio>
    );
  }
  return (
    <video
      className={styles.player}
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

function LessonVideo({ lesson, clip }: { lesson: Lesson; clip: MediaItem }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const failure = useWriteError();
  const rows = useLiveQuery(async () => savedDownloads(store.db), [store.db]);
  const connection = useSyncState()?.status.connection;
  const [state, setState] = useState<'closed' | 'open' | 'broken'>('closed');
  const captions = captionsOf(lesson);
  const media = captions ? [clip, captions] : [clip];
  const files = lessonFiles({ id: lesson.id, media }, rows ?? []);
  const isDownloaded = files.state === 'downloaded';
  const isOnline = navigator.onLine && connection !== 'offline';
  const label = clip.kind === 'video' ? t`Video: ${lesson.title}` : t`Audio: ${lesson.title}`;
  const size = formatBytes(clip.bytes);
  const lines = clip.kind === 'video' ? clip.height : null;
  const isDownloading = files.state === 'queued' || files.state === 'downloading';
  return (
    <Card>
      <Stack gap="s">
        {state === 'open' && <Player lesson={lesson} clip={clip} label={label} onError={() => setState('broken')} />}
        {state === 'broken' && (
          <p role="alert">
            {isOnline || isDownloaded ? (
              <Trans>This cannot be played right now.</Trans>
            ) : (
              <Trans>Online only, {size}.</Trans>
            )}
          </p>
        )}
        {rows && (
          <ButtonRow>
            {state !== 'open' && (isDownloaded || isOnline) && (
              <Button icon={<IconPlayerPlay aria-hidden="true" />} onPress={() => setState('open')}>
                {clip.kind === 'video' ? <Trans>Play video</Trans> : <Trans>Play audio</Trans>}
              </Button>
            )}
            {!isDownloaded && !isDownloading && (
              <Button variant="soft" onPress={() => void queueDownloads(store, [lesson]).catch(failure)}>
                {isOnline ? <Trans>Keep on this device</Trans> : <Trans>Download when possible</Trans>}
              </Button>
            )}
          </ButtonRow>
        )}
        {/* While the media plays, the note that it is available only online is not needed. */}
        {(state !== 'open' || isDownloaded || isDownloading) && (
          <small>
            {lines === null ? (
              <LessonFilesStatus files={files} />
            ) : (
              <Trans>
                {lines}p, <LessonFilesStatus files={files} />
              </Trans>
            )}
          </small>
        )}
      </Stack>
    </Card>
  );
}

/** The video and audio of a lesson with their transcript. */
export function LessonVideos({ lesson }: { lesson: Lesson }): ReactElement | null {
  const clips = lesson.media.filter(isAudioOrVideo);
  if (clips.length === 0 && !lesson.transcript) return null;
  return (
    <>
      {clips.map((clip) => (
        <div key={clip.sha256} className={styles.screenOnly}>
          <LessonVideo lesson={lesson} clip={clip} />
        </div>
      ))}
      {lesson.transcript && (
        <details className={styles.transcript}>
          <summary>
            <Trans>Transcript</Trans>
          </summary>
          <LessonHtml html={lesson.transcript} lang={lesson.language} />
        </details>
      )}
    </>
  );
}
