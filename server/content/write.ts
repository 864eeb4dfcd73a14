import { uuidv7 } from 'uuidv7';
import type { Tx } from '../db/tables.ts';
import type { CategoryDraft, Content, LessonDraft } from './read.ts';
import { writeImages, writeMedia } from './write-media.ts';
import { writeBooks } from './write-books.ts';
import {
  findExisting,
  deleteRowsOfRemovedFiles,
  removedPaths,
  type ImportCounts,
  type ImportOptions,
} from './existing.ts';
import { writeNewsAndEvents } from './write-news.ts';
import { writePackages } from './write-packages.ts';

type Result = { id: string; changed: 'added' | 'updated' | 'unchanged' };

async function writeCategory(tx: Tx, draft: CategoryDraft, options: ImportOptions): Promise<Result> {
  const { scope, now } = options;
  const before = await findExisting(tx, 'categories', scope, draft.path);
  if (before && before.source_hash === draft.source_hash && before.deleted_at === null)
    return { id: before.id, changed: 'unchanged' };
  const { path, slug, title, description, language, color, order, source_hash } = draft;
  const values = {
    path,
    slug,
    title,
    description,
    language,
    color,
    position: order,
    source_hash,
    rev: await options.nextRev(),
    updated_at: now,
  };
  if (before) {
    await tx
      .updateTable('categories')
      .set({ ...values, deleted_at: null, deleted_by: null })
      .where('scope', '=', scope)
      .where('id', '=', before.id)
      .execute();
    return { id: before.id, changed: 'updated' };
  }
  const id = uuidv7();
  await tx
    .insertInto('categories')
    .values({ ...values, id, scope, field_revs: '{}', created_at: now, deleted_at: null, deleted_by: null })
    .execute();
  return { id, changed: 'added' };
}

async function writeLesson(tx: Tx, draft: LessonDraft, category_id: string, options: ImportOptions): Promise<Result> {
  const { scope, now } = options;
  const before = await findExisting(tx, 'lessons', scope, draft.path);
  if (before && before.source_hash === draft.source_hash && before.deleted_at === null)
    return { id: before.id, changed: 'unchanged' };
  await writeImages(tx, draft.images, options);
  await writeMedia(tx, draft.mediaFiles, options);
  const { path, title, language, order, minutes, free, body, transcript, source_hash } = draft;
  const media = JSON.stringify(draft.media);
  const values = {
    path,
    category_id,
    title,
    language,
    position: order,
    duration_min: minutes,
    free,
    body,
    transcript,
    media,
    source_hash,
    rev: await options.nextRev(),
    updated_at: now,
  };
  if (before) {
    await tx
      .updateTable('lessons')
      .set({ ...values, deleted_at: null, deleted_by: null })
      .where('scope', '=', scope)
      .where('id', '=', before.id)
      .execute();
    return { id: before.id, changed: 'updated' };
  }
  const id = uuidv7();
  await tx
    .insertInto('lessons')
    .values({ ...values, id, scope, field_revs: '{}', created_at: now, deleted_at: null, deleted_by: null })
    .execute();
  return { id, changed: 'added' };
}

/**
 * Updates the database to match the folder: writes new and changed files, which are identified by their path. Files
 * that are no longer in the folder are reported, but deleted only with `prune`. Runs in the transaction of the caller.
 */
export async function writeContent(tx: Tx, content: Content, options: ImportOptions): Promise<ImportCounts> {
  const counts: ImportCounts = { added: 0, updated: 0, unchanged: 0, removed: [], pruned: 0 };
  const ids = new Map<string, string>();
  for (const category of content.categories) {
    const { id, changed } = await writeCategory(tx, category, options);
    ids.set(category.slug, id);
    counts[changed] += 1;
  }
  for (const lesson of content.lessons) {
    const category_id = ids.get(lesson.category);
    if (category_id) counts[(await writeLesson(tx, lesson, category_id, options)).changed] += 1;
  }
  // A file that could not be read still exists, so its row must not be removed.
  const bad = content.problems.map(({ file }) => file);
  await pruneLessons(tx, content, { ...options, bad }, counts);
  await writeBooks(tx, { ...content, bad }, options, counts);
  await writeNewsAndEvents(tx, { ...content, bad }, options, counts);
  await writePackages(tx, { ...content, bad }, options, counts);
  return counts;
}

/**
 * Reports lessons and categories that are no longer in the folder, and deletes them with `prune`. Does nothing if the
 * folder contains neither.
 */
async function pruneLessons(
  tx: Tx,
  content: Content,
  options: ImportOptions & { bad: readonly string[] },
  counts: ImportCounts,
): Promise<void> {
  const { scope } = options;
  const bad = options.bad.filter((file) => !/^((news|events|books|packages)\/|promo-codes\.csv$)/.test(file));
  if (content.categories.length + content.lessons.length + bad.length === 0) return;
  const present = new Set([...content.lessons.map(({ path }) => path), ...bad]);
  const lessons = await removedPaths(tx, 'lessons', scope, present);
  const folders = new Set([
    ...content.categories.map(({ path }) => path),
    ...bad.map((file) => file.replace(/\/category\.md$/, '')),
  ]);
  const categories = await removedPaths(tx, 'categories', scope, folders);
  counts.removed.push(...categories, ...lessons);
  if (!options.prune) return;
  await deleteRowsOfRemovedFiles(tx, 'lessons', lessons, options);
  await deleteRowsOfRemovedFiles(tx, 'categories', categories, options);
  counts.pruned += categories.length + lessons.length;
}
