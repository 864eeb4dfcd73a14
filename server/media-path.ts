import type { MediaItem } from '../contract/entities/lesson.ts';

/** URL path of the cover; null without one. */
export function imageOf(media: readonly MediaItem[]): string | null {
  const cover = media.find(({ kind }) => kind === 'cover');
  return cover ? `/media/${cover.sha256}` : null;
}
