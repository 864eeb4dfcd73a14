import { readdir, readFile } from 'node:fs/promises';
import { join, posix, sep } from 'node:path';
import type { MediaItem } from '../../contract/entities/lesson.ts';
import { isBook, noteOf, readBook, type BookDraft } from './books.ts';
import { readClips, type ClipFile } from './videos.ts';
import { isYaml, readEvent, type EventDraft } from './events.ts';
import { CategoryHead, LessonHead, readHead } from './front-matter.ts';
import { hashOf } from './hash.ts';
import { toHtml } from './html.ts';
import type { ImageFile } from './images.ts';
import { readNews, type NewsDraft } from './news.ts';
import { readPictures } from './image-set.ts';
import type { Problem } from './import-issue.ts';

export interface CategoryDraft extends CategoryHead {
  path: string;
  slug: string;
  description: string;
  source_hash: string;
}

export interface LessonDraft extends Omit<LessonHead, 'transcript'> {
  path: string;
  body: string;
  media: MediaItem[];
  images: ImageFile[];
  clips: ClipFile[];
  transcript: string;
  source_hash: string;
}

/** A content folder as read: what is good, and every problem of what is not. */
export interface Content {
  categories: CategoryDraft[];
  lessons: LessonDraft[];
  news: NewsDraft[];
  events: EventDraft[];
  books: BookDraft[];
  problems: Problem[];
}

const isContent = (file: string) =>
  file.endsWith('.md') || (file.startsWith('events/') && isYaml(file)) || (file.startsWith('books/') && isBook(file));

async function contentFiles(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.toLowerCase() !== 'readme.md')
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length).split(sep).filter(Boolean).join('/'))
    .filter(isContent)
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
  const { found, media, problems: faults } = await readPictures(dir, file, parsed, 'lesson');
  const { clips, transcript, ...spoken } = await readClips(dir, file, parsed.head, source);
  if (faults.length + spoken.problems.length > 0) return { problems: [...faults, ...spoken.problems] };
  const images = [...found.values()];
  // A lesson without a transcript has the hash that it had before there were any.
  const parts = [...images, ...clips].map(({ sha256 }) => sha256);
  const source_hash = hashOf(source, ...parts, ...(transcript === '' ? [] : [transcript]));
  const body = toHtml(parsed.body, found);
  const kept = { media: [...media, ...spoken.media], images, clips, transcript, source_hash };
  return { lesson: { ...parsed.head, path: file, body, ...kept }, problems };
}

/** A folder of that name at the top holds news, events or books, unless it is a category of lessons. */
function kindOf(file: string, files: readonly string[]): 'category' | 'lesson' | 'news' | 'events' | 'books' {
  if (posix.basename(file) === 'category.md') return 'category';
  const [top = ''] = file.split('/');
  const isOurs = (top === 'news' || top === 'events' || top === 'books') && !files.includes(`${top}/category.md`);
  return isOurs ? top : 'lesson';
}

/** Adds a book with the text beside it, which is read with its book. */
async function readBookInto(content: Content, dir: string, file: string, files: string[]): Promise<Problem[]> {
  if (!isBook(file)) {
    const isOfOne = files.some((other) => isBook(other) && noteOf(other) === file);
    return isOfOne ? [] : [{ file, line: 1, text: 'belongs to no book: there is no EPUB or PDF of that name' }];
  }
  const note = files.includes(noteOf(file)) ? await sourceOf(dir, noteOf(file)) : null;
  if (note && !('source' in note)) return [note];
  const { book, problems } = await readBook(dir, file, note?.source ?? null);
  if (book) content.books.push(book);
  return problems;
}

/** Adds what a file holds. */
async function readInto(
  content: Content,
  place: { dir: string; file: string; kind: Exclude<ReturnType<typeof kindOf>, 'books'>; today: Date | null },
  source: string,
): Promise<Problem[]> {
  const { dir, file, kind, today } = place;
  if (kind === 'category') {
    const { category, problems } = readCategory(file, source);
    if (category) content.categories.push(category);
    return problems;
  }
  if (kind === 'news') {
    const { item, problems } = await readNews(dir, file, source, today);
    if (item) content.news.push(item);
    return problems;
  }
  if (kind === 'events') {
    const { event, problems } = await readEvent(dir, file, source, today);
    if (event) content.events.push(event);
    return problems;
  }
  const { lesson, problems } = await readLesson(dir, file, source);
  if (lesson) content.lessons.push(lesson);
  return problems;
}

/**
 * Reads a whole folder: a `category.md` and lessons (`*.md`) a folder, news in `news`, events in `events`, pictures
 * beside them, books in `books`. Writes nothing. `today` allows times that count from it, as the demo has them.
 */
export async function readContent(dir: string, today: Date | null = null): Promise<Content> {
  const content: Content = { categories: [], lessons: [], news: [], events: [], books: [], problems: [] };
  const files = await contentFiles(dir).catch(() => null);
  if (!files) return { ...content, problems: [{ file: dir, line: 1, text: 'is no folder that can be read' }] };
  if (files.length === 0) return { ...content, problems: [{ file: dir, line: 1, text: 'holds no Markdown file' }] };
  for (const file of files) {
    const kind = kindOf(file, files);
    if (kind === 'books') {
      content.problems.push(...(await readBookInto(content, dir, file, files)));
      continue;
    }
    const read = await sourceOf(dir, file);
    if ('source' in read) content.problems.push(...(await readInto(content, { dir, file, kind, today }, read.source)));
    else content.problems.push(read);
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
