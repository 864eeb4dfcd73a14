import { dirname, join } from 'node:path';
import type { MediaItem } from '../../contract/entities/lesson.ts';
import type { Parsed } from './front-matter.ts';
import { imagesOf } from './html.ts';
import { readImage, type ImageFile } from './images.ts';
import type { Problem } from './import-issue.ts';

export interface Pictures {
  /** By the name that the text uses. */
  found: Map<string, ImageFile>;
  media: MediaItem[];
  problems: Problem[];
}

/** Reads the cover of a file and the pictures of its text; they lie beside it. `what` is the file in a problem's words. */
export async function readPictures(
  dir: string,
  file: string,
  { head, body, body_line }: Parsed<{ cover?: string | undefined }>,
  what: string,
): Promise<Pictures> {
  const found = new Map<string, ImageFile>();
  const media: MediaItem[] = [];
  const problems: Problem[] = [];
  const take = async (href: string, alt: string, kind: MediaItem['kind'], line: number): Promise<void> => {
    try {
      if (/^[a-z]+:|^\/|\.\./i.test(href)) throw new Error(`must lie beside the ${what}`);
      const image = found.get(href) ?? (await readImage(join(dir, dirname(file), href)));
      found.set(href, image);
      media.push({ kind, sha256: image.sha256, bytes: image.bytes, width: image.width, height: image.height, alt });
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'cannot be read';
      problems.push({ file, line, text: `picture ${href} ${reason}` });
    }
  };
  if (head.cover) await take(head.cover, '', 'cover', 1);
  for (const { href, alt, line } of imagesOf(body)) await take(href, alt, 'image', body_line + line - 1);
  return { found, media, problems };
}
