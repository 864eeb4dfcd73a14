import type { MediaItem } from '../../../contract/entities/lesson.ts';

/**
 * Why a download failed. `not_there`: the server does not have the file; `no_right`: the user may not read it;
 * `removed`: the browser evicted the file after the download.
 */
export type DownloadError = 'no_room' | 'checksum' | 'not_there' | 'no_right' | 'removed';

/**
 * A downloaded or queued file. If this row and the cache disagree about what is stored, the cache is right: see
 * checkDownloads.
 */
export interface Download {
  sha256: string;
  lesson_id: string;
  /** The lesson's title, which labels the file even if the lesson no longer exists. */
  title: string;
  kind: MediaItem['kind'];
  mime: string;
  bytes: number;
  /** Bytes stored so far. */
  got: number;
  state: 'queued' | 'downloading' | 'paused' | 'downloaded' | 'failed';
  fault: DownloadError | null;
  /** Whether the user requested the file; otherwise it is downloaded automatically. */
  is_asked: boolean;
  /** Device time of the request, ms; determines the order of the queue. */
  at: number;
}
