import type { MediaItem } from '../../contract/entities/lesson.ts';
import { Lang, text } from '../../contract/fields.ts';
import { z } from '../../contract/zod.ts';
import { hashParts } from './hash.ts';
import { lineOf, parseFrontMatter } from './front-matter.ts';
import { toHtml } from './html.ts';
import type { ImageFile } from './images.ts';
import { parseDatetime, quoteTimes } from './datetimes.ts';
import { readImageSet } from './image-set.ts';
import type { ImportIssue } from './import-issue.ts';

const NewsHead = z.strictObject({
  title: text(1, 200),
  lead: text(1, 300),
  language: Lang,
  published_at: z.string({ error: 'must be a date and time such as 2026-05-03 18:30' }),
  important: z._default(z.boolean(), false),
  cover: z.optional(text(1, 200)),
});

export interface NewsDraft {
  path: string;
  title: string;
  lead: string;
  language: Lang;
  published_at: string;
  is_important: boolean;
  body: string;
  media: MediaItem[];
  images: ImageFile[];
  source_hash: string;
}

/** Reads one news item. Times without an offset are UTC. Relative times such as "-2d 09:00" are relative to `today`. */
export async function readNews(
  dir: string,
  file: string,
  source: string,
  today: Date | null,
): Promise<{ item?: NewsDraft; problems: ImportIssue[] }> {
  const { parsed, problems } = parseFrontMatter(file, quoteTimes(source), NewsHead);
  if (!parsed) return { problems };
  if (parsed.body.trim() === '') return { problems: [{ file, line: parsed.body_line, text: 'has no text' }] };
  const pictures = await readImageSet(dir, file, parsed, 'news');
  const { title, lead, language, important } = parsed.head;
  let published_at = '';
  try {
    published_at = parseDatetime(parsed.head.published_at, { zone: 'UTC', today });
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'is not allowed here';
    problems.push({ file, line: lineOf(source, 'published_at'), text: `published_at: ${reason}` });
  }
  if (problems.length + pictures.problems.length > 0) return { problems: [...problems, ...pictures.problems] };
  const images = [...pictures.found.values()];
  const source_hash = hashParts(source, ...images.map((image) => image.sha256));
  const body = toHtml(parsed.body, pictures.found);
  const fields = { title, lead, language, published_at, is_important: important, media: pictures.media };
  return { item: { ...fields, path: file, body, images, source_hash }, problems };
}
