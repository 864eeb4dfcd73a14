import { dirname, join } from 'node:path';
import type { MediaItem } from '../../contract/entities/lesson.ts';
import type { ParsedFrontMatter } from './front-matter.ts';
import { imagesInMarkdown } from './html.ts';
import { readImage, type ImageFile } from './images.ts';
import type { ImportIssue } from './import-issue.ts';

export interface ImageSet {
  /** The images by path, as written in the text. */
  found: Map<string, ImageFile>;
  media: MediaItem[];
  problems: ImportIssue[];
}

/**
 * Reads the cover and the images used in the text of a file, all from the folder of that file. `what` is the kind of
 * file, for use in messages.
 */
export async function readImageSet(
  dir: string,
  file: string,
  { head, body, body_line }: ParsedFrontMatter<{ cover?: string | undefined }>,
  what: string,
): Promise<ImageSet> {
  const found = new Map<string, ImageFile>();
  const media: MediaItem[] = [];
  const problems: ImportIssue[] = [];
  const addImage = async (href: string, alt: string, kind: MediaItem['kind'], line: number): Promise<void> => {
    try {
      if (/^[a-z]+:|^\/|\.\./i.test(href)) throw new Error(`must be in the same folder as the ${what}`);
      const image = found.get(href) ?? (await readImage(join(dir, dirname(file), href)));
      found.set(href, image);
      media.push({ kind, sha256: image.sha256, bytes: image.bytes, width: image.width, height: image.height, alt });
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'cannot be read';
      problems.push({ file, line, text: `image ${href} ${reason}` });
    }
  };
  if (head.cover) await addImage(head.cover, '', 'cover', 1);
  for (const { href, alt, line } of imagesInMarkdown(body)) await addImage(href, alt, 'image', body_line + line - 1);
  return { found, media, problems };
}
