import type { MediaItem } from '../../../contract/entities/lesson.ts';

/** Why a file did not come. `removed`: it was here, and the browser took it away. */
export type DownloadError = 'no_room' | 'checksum' | 'not_there' | 'no_right' | 'removed';

/** A file that this phone has, or is to have. What is really here, the cache says: see checkDownloads. */
export interface Download {
  sha256: string;
  lesson_id: string;
  /** Of its lesson, so that it can be named when the lesson is gone. */
  title: string;
  kind: MediaItem['kind'];
  mime: string;
  bytes: number;
  /** Bytes that are here. */
  got: number;
  state: 'queued' | 'downloading' | 'paused' | 'downloaded' | 'failed';
  fault: DownloadError | null;
  /** By the person, and not by the phone itself. */
  is_asked: boolean;
  /** Phone's clock, ms, of the wish; the order of the queue. */
  at: number;
}
