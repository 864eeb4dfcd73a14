import type { MediaItem } from '../contract/entities/lesson.ts';

/** Address of what stands for the whole: its cover. Null without one. */
export function imageOf(media: readonly MediaItem[]): string | null {
  const cover = media.find(({ kind }) => kind === 'cover');
  return cover ? `/media/${cover.sha256}` : null;
}
