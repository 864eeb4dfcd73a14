import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, posix, sep } from 'node:path';
import type { MediaItem } from '../../contract/entities/lesson.ts';
import { CategoryHead, LessonHead, readHead } from './front-matter.ts';
import { imagesOf, toHtml } from './html.ts';
import { readImage, type ImageFile } from './images.ts';
import type { Problem } from './problem.ts';

export interface CategoryDraft extends CategoryHead {
  path: string;
  slug: string;
  description: string;
  source_hash: string;
}

export interface LessonDraft extends LessonHead {
  path: string;
  body: string;
  media: MediaItem[];
  images: ImageFile[];
  source_hash: string;
}

/** A content folder as read: what is good, and every problem of what is not. */
export interface Content {
  categories: CategoryDraft[];
  lessons: LessonDraft[];
  problems: Problem[];
}

const hashOf = (...parts: (string | Uint8Array)[]) =>
  parts.reduce((hash, part) => hash.update(part).update('\0'), createHash('sha256')).digest('hex');

async function markdownFiles(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md') && entry.name.toLowerCase() !== 'readme.md')
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length).split(sep).filter(Boolean).join('/'))
    .toSorted();
}

/** Text of a file, or why it is none. Postgres text holds no NUL. */
async function sourceOf(dir: string, file: string): Promise<{ source: string } | Problem> {
  const bytes = await readFile(join(dir, file));
  try {
    const source = new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll('\r\n', '\n');
    return source.includes('\0') ? { file, line: 1, text: 'holds a NUL character' } : { source };
  } catch {
    return { file, line: 1, text: 'is not UTF-8 text' };
  }
}

function readCategory(file: string, source: string): { category?: CategoryDraft; problems: Problem[] } {
  const { parsed, problems } = readHead(file, source, CategoryHead);
  if (!parsed) return { problems };
  const path = posix.dirname(file);
  return {
    category: {
      ...parsed.head,
      path,
      slug: posix.basename(path),
      description: parsed.body.trim(),
      source_hash: hashOf(source),
    },
    problems,
  };
}

async function readLesson(
  dir: string,
  file: string,
  source: string,
): Promise<{ lesson?: LessonDraft; problems: Problem[] }> {
  const { parsed, problems } = readHead(file, source, LessonHead);
  if (!parsed) return { problems };
  if (parsed.body.trim() === '') return { problems: [{ file, line: parsed.body_line, text: 'has no text' }] };
  const found = new Map<string, ImageFile>();
  const media: MediaItem[] = [];
  const take = async (href: string, alt: string, kind: MediaItem['kind'], line: number): Promise<void> => {
    try {
      if (/^[a-z]+:|^\/|\.\./i.test(href)) throw new Error('must lie beside the lesson');
      const image = found.get(href) ?? (await readImage(join(dir, dirname(file), href)));
      found.set(href, image);
      media.push({ kind, sha256: image.sha256, bytes: image.bytes, width: image.width, height: image.height, alt });
    } catch (error) {
      problems.push({
        file,
        line,
        text: `picture ${href} ${error instanceof Error ? error.message : 'cannot be read'}`,
      });
    }
  };
  if (parsed.head.cover) await take(parsed.head.cover, '', 'cover', 1);
  for (const { href, alt, line } of imagesOf(parsed.body)) await take(href, alt, 'image', parsed.body_line + line - 1);
  if (problems.length > 0) return { problems };
  const images = [...found.values()];
  const source_hash = hashOf(source, ...images.map((image) => image.sha256));
  return {
    lesson: { ...parsed.head, path: file, body: toHtml(parsed.body, found), media, images, source_hash },
    problems,
  };
}

/** Reads a whole folder: a `category.md` and lessons (`*.md`) a folder, pictures beside them. Writes nothing. */
export async function readContent(dir: string): Promise<Content> {
  const content: Content = { categories: [], lessons: [], problems: [] };
  const files = await markdownFiles(dir).catch(() => null);
  if (!files) return { ...content, problems: [{ file: dir, line: 1, text: 'is no folder that can be read' }] };
  if (files.length === 0) return { ...content, problems: [{ file: dir, line: 1, text: 'holds no Markdown file' }] };
  for (const file of files) {
    const read = await sourceOf(dir, file);
    if (!('source' in read)) {
      content.problems.push(read);
    } else if (posix.basename(file) === 'category.md') {
      const { category, problems } = readCategory(file, read.source);
      if (category) content.categories.push(category);
      content.problems.push(...problems);
    } else {
      const { lesson, problems } = await readLesson(dir, file, read.source);
      if (lesson) content.lessons.push(lesson);
      content.problems.push(...problems);
    }
  }
  return withKnownCategories(content);
}

/** A lesson's category must be a folder with a category.md that could be read. */
function withKnownCategories(content: Content): Content {
  const slugs = new Set(content.categories.map((category) => category.slug));
  const strays = content.lessons.filter((lesson) => !slugs.has(lesson.category));
  const problems = strays.map(({ path, category }) => ({
    file: path,
    line: 1,
    text: `category: there is no readable ${category}/category.md`,
  }));
  return {
    ...content,
    lessons: content.lessons.filter((lesson) => slugs.has(lesson.category)),
    problems: [...content.problems, ...problems],
  };
}
