import type { MediaItem } from '../contract/entities/lesson.ts';

/** Returns the URL path of the cover; null if there is none. */
export function coverUrlOf(media: readonly MediaItem[]): string | null {
  const cover = media.find(({ kind }) => kind === 'cover');
  return cover ? `/media/${cover.sha256}` : null;
}
