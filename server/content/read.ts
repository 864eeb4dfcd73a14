import { readdir, readFile } from 'node:fs/promises';
import { join, posix, sep } from 'node:path';
import type { MediaItem } from '../../contract/entities/lesson.ts';
import { isBook, metadataPath, readBook, type BookDraft } from './books.ts';
import { readMedia, type MediaFile } from './media-files.ts';
import { isYaml, readEvent, type EventDraft } from './events.ts';
import { CategoryFrontMatter, LessonFrontMatter, parseFrontMatter } from './front-matter.ts';
import { hashParts } from './hash.ts';
import { toHtml } from './html.ts';
import type { ImageFile } from './images.ts';
import { readNews, type NewsDraft } from './news.ts';
import { PROMO_FILE, readPackage, readPromoCodes, type PackageDraft, type PromoDraft } from './packages.ts';
import { readImageSet } from './image-set.ts';
import type { ImportIssue } from './import-issue.ts';

export interface CategoryDraft extends CategoryFrontMatter {
  path: string;
  slug: string;
  description: string;
  source_hash: string;
}

export interface LessonDraft extends Omit<LessonFrontMatter, 'transcript'> {
  path: string;
  body: string;
  media: MediaItem[];
  images: ImageFile[];
  mediaFiles: MediaFile[];
  transcript: string;
  source_hash: string;
}

/** The content of a folder: everything that could be read, and all issues that were found. */
export interface Content {
  categories: CategoryDraft[];
  lessons: LessonDraft[];
  news: NewsDraft[];
  events: EventDraft[];
  books: BookDraft[];
  packages: PackageDraft[];
  promoCodes: PromoDraft[];
  problems: ImportIssue[];
}

const isContent = (file: string) =>
  file.endsWith('.md') ||
  (/^(events|packages)\//.test(file) && isYaml(file)) ||
  (file.startsWith('books/') && isBook(file)) ||
  file === PROMO_FILE;

async function contentFiles(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.toLowerCase() !== 'readme.md')
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length).split(sep).filter(Boolean).join('/'))
    .filter(isContent)
    .toSorted();
}

/**
 * Returns the text of a file, or the reason why it cannot be used. A NUL character is rejected because PostgreSQL
 * cannot store it in text.
 */
async function readText(dir: string, file: string): Promise<{ source: string } | ImportIssue> {
  const bytes = await readFile(join(dir, file));
  try {
    const source = new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll('\r\n', '\n');
    return source.includes('\0') ? { file, line: 1, text: 'contains a NUL character' } : { source };
  } catch {
    return { file, line: 1, text: 'is not UTF-8 text' };
  }
}

function readCategory(file: string, source: string): { category?: CategoryDraft; problems: ImportIssue[] } {
  const { parsed, problems } = parseFrontMatter(file, source, CategoryFrontMatter);
  if (!parsed) return { problems };
  const path = posix.dirname(file);
  return {
    category: {
      ...parsed.head,
      path,
      slug: posix.basename(path),
      description: parsed.body.trim(),
      source_hash: hashParts(source),
    },
    problems,
  };
}

async function readLesson(
  dir: string,
  file: string,
  source: string,
): Promise<{ lesson?: LessonDraft; problems: ImportIssue[] }> {
  const { parsed, problems } = parseFrontMatter(file, source, LessonFrontMatter);
  if (!parsed) return { problems };
  if (parsed.body.trim() === '') return { problems: [{ file, line: parsed.body_line, text: 'has no text' }] };
  const { found, media, problems: imageIssues } = await readImageSet(dir, file, parsed, 'lesson');
  const { files: mediaFiles, transcript, ...read } = await readMedia(dir, file, parsed.head, source);
  if (imageIssues.length + read.problems.length > 0) return { problems: [...imageIssues, ...read.problems] };
  const images = [...found.values()];
  // Without a transcript, the hash must not include an empty transcript: the hashes of lessons that were imported
  // before transcripts were supported must not change.
  const parts = [...images, ...mediaFiles].map(({ sha256 }) => sha256);
  const source_hash = hashParts(source, ...parts, ...(transcript === '' ? [] : [transcript]));
  const body = toHtml(parsed.body, found);
  const derived = { media: [...media, ...read.media], images, mediaFiles, transcript, source_hash };
  return { lesson: { ...parsed.head, path: file, body, ...derived }, problems };
}

/** Folders that contain one kind of content. */
const folders = ['news', 'events', 'books', 'packages'] as const;

/**
 * Returns the kind of a file. In the top-level folders `news`, `events`, `books` and `packages`, this is the kind after
 * which the folder is named, unless the folder contains a category.md and is therefore a lesson category.
 */
function fileKind(file: string, files: readonly string[]): 'category' | 'lesson' | 'promo' | (typeof folders)[number] {
  if (posix.basename(file) === 'category.md') return 'category';
  if (file === PROMO_FILE) return 'promo';
  const [top = ''] = file.split('/');
  const folder = folders.find((name) => name === top);
  return folder && !files.includes(`${top}/category.md`) ? folder : 'lesson';
}

/** Reads a book together with the Markdown file next to it, and adds it to the content. Returns the issues. */
async function readBookInto(content: Content, dir: string, file: string, files: string[]): Promise<ImportIssue[]> {
  if (!isBook(file)) {
    const belongsToBook = files.some((other) => isBook(other) && metadataPath(other) === file);
    return belongsToBook
      ? []
      : [{ file, line: 1, text: 'belongs to no book: there is no EPUB or PDF of the same name' }];
  }
  const note = files.includes(metadataPath(file)) ? await readText(dir, metadataPath(file)) : null;
  if (note && !('source' in note)) return [note];
  const { book, problems } = await readBook(dir, file, note?.source ?? null);
  if (book) content.books.push(book);
  return problems;
}

/** Reads a file and adds it to the content. Returns the issues. */
async function readInto(
  content: Content,
  location: { dir: string; file: string; kind: Exclude<ReturnType<typeof fileKind>, 'books'>; today: Date | null },
  source: string,
): Promise<ImportIssue[]> {
  const { dir, file, kind, today } = location;
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
  if (kind === 'packages') {
    const { package: draft, problems } = readPackage(file, source);
    if (draft) content.packages.push(draft);
    return problems;
  }
  if (kind === 'promo') {
    const { promoCodes, problems } = readPromoCodes(file, source);
    content.promoCodes.push(...promoCodes);
    return problems;
  }
  const { lesson, problems } = await readLesson(dir, file, source);
  if (lesson) content.lessons.push(lesson);
  return problems;
}

/**
 * Reads a content folder without writing anything. Each lesson category is a subfolder with a `category.md` and lessons
 * (`*.md`); news is in `news`, events in `events`, books in `books` and packages in `packages`; promo codes are in
 * `promo-codes.csv`. Images are next to the files that use them.
 * Relative times, which are allowed only in demo content, are relative to `today`.
 */
export async function readContent(dir: string, today: Date | null = null): Promise<Content> {
  const shared = { news: [], events: [], books: [], packages: [], promoCodes: [] };
  const content: Content = { categories: [], lessons: [], ...shared, problems: [] };
  const files = await contentFiles(dir).catch(() => null);
  if (!files) return { ...content, problems: [{ file: dir, line: 1, text: 'is not a readable folder' }] };
  if (files.length === 0) return { ...content, problems: [{ file: dir, line: 1, text: 'contains no Markdown file' }] };
  for (const file of files) {
    const kind = fileKind(file, files);
    if (kind === 'books') {
      content.problems.push(...(await readBookInto(content, dir, file, files)));
      continue;
    }
    const read = await readText(dir, file);
    if ('source' in read) content.problems.push(...(await readInto(content, { dir, file, kind, today }, read.source)));
    else content.problems.push(read);
  }
  return withoutUncategorised(content);
}

/** Removes lessons whose category has no readable category.md, and adds an issue for each. */
function withoutUncategorised(content: Content): Content {
  const slugs = new Set(content.categories.map((category) => category.slug));
  const uncategorised = content.lessons.filter((lesson) => !slugs.has(lesson.category));
  const problems = uncategorised.map(({ path, category }) => ({
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
