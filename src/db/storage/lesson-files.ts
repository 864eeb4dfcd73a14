import type { Lesson } from '../../../contract/entities/lesson.ts';
import type { PhoneDb } from '../schema/db.ts';
import type { Download, DownloadError } from './download-row.ts';

// This module only reads which files of a lesson are stored. Functions that change downloads are in downloads.ts, which
// the first screens do not load.

/** Images up to this size are downloaded automatically; other files only on request. */
export const SMALL_IMAGE_BYTES = 200_000;

/** Returns the files of a lesson that are downloaded on request only: videos, audio, captions, large images. */
export function onDemandFiles({ media }: Pick<Lesson, 'media'>): Lesson['media'] {
  const isPicture = (kind: string) => kind === 'cover' || kind === 'image';
  const onDemand = media.filter(({ kind, bytes }) => !isPicture(kind) || bytes > SMALL_IMAGE_BYTES);
  return onDemand.filter(({ sha256 }, index) => onDemand.findIndex((other) => other.sha256 === sha256) === index);
}

export type LessonState =
  | 'not_downloaded'
  | 'queued'
  | 'downloading'
  | 'paused'
  | 'downloaded'
  | 'outdated'
  | 'failed'
  | 'unavailable';

/** Download state of a lesson. */
export interface LessonFiles {
  state: LessonState;
  bytes: number;
  /** Bytes stored so far. */
  got: number;
  error: DownloadError | null;
}

/**
 * States of unfinished downloads. The first state in this list that any of the lesson's files has is the state of the
 * lesson.
 */
const busyStates = ['downloading', 'queued', 'paused'] as const;

export function lessonFiles(lesson: Pick<Lesson, 'id' | 'media'>, rows: readonly Download[]): LessonFiles {
  const files = onDemandFiles(lesson);
  const lessonRows = files.map(({ sha256 }) => rows.find((row) => row.sha256 === sha256));
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const got = lessonRows.reduce((sum, row) => sum + (row?.got ?? 0), 0);
  const error = lessonRows.find((row) => row?.state === 'failed')?.fault ?? null;
  const withState = (state: LessonState): LessonFiles => ({ state, bytes, got, error });
  const busyState = busyStates.find((state) => lessonRows.some((row) => row?.state === state));
  if (busyState) return withState(busyState);
  if (error !== null) return withState(error === 'not_there' || error === 'no_right' ? 'unavailable' : 'failed');
  if (lessonRows.every((row) => row?.state === 'downloaded')) return withState('downloaded');
  const isReplaced = (row: Download) =>
    row.lesson_id === lesson.id && !files.some(({ sha256 }) => sha256 === row.sha256);
  return withState(rows.some((row) => isReplaced(row) && row.state === 'downloaded') ? 'outdated' : 'not_downloaded');
}

const LIMIT = 2_000;

/** Returns all stored and queued files, largest first. */
export async function savedDownloads(db: PhoneDb): Promise<Download[]> {
  return (await db.downloads.limit(LIMIT).toArray()).toSorted((a, b) => b.bytes - a.bytes || a.at - b.at);
}

/** Returns how many bytes of these lessons' files are not stored yet. */
export function missingBytes(lessons: readonly Pick<Lesson, 'media'>[], rows: readonly Download[]): number {
  const files = new Map(lessons.flatMap(onDemandFiles).map((file) => [file.sha256, file.bytes]));
  for (const row of rows) {
    const bytes = files.get(row.sha256);
    if (bytes !== undefined) files.set(row.sha256, bytes - row.got);
  }
  return [...files.values()].reduce((sum, bytes) => sum + bytes, 0);
}
