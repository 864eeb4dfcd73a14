import { uuidv7 } from 'uuidv7';
import type { Tx } from '../db/tables.ts';
import type { CategoryDraft, Content, LessonDraft } from './read.ts';

export interface ImportCounts {
  added: number;
  updated: number;
  unchanged: number;
  /** Paths in the database that the folder no longer has. */
  removed: string[];
  pruned: number;
}

export interface ImportOptions {
  scope: string;
  now: string;
  prune: boolean;
  /** Raises the counter at the first real change. */
  nextRev: () => Promise<number>;
}

type Result = { id: string; changed: 'added' | 'updated' | 'unchanged' };

/** What stands in the database of one path, deleted rows included: a file that comes back keeps its id. */
async function known(tx: Tx, table: 'categories' | 'lessons', scope: string, path: string) {
  return tx
    .selectFrom(table)
    .select(['id', 'source_hash', 'deleted_at'])
    .where('scope', '=', scope)
    .where('path', '=', path)
    .executeTakeFirst();
}

async function writeCategory(tx: Tx, draft: CategoryDraft, options: ImportOptions): Promise<Result> {
  const { scope, now } = options;
  const before = await known(tx, 'categories', scope, draft.path);
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

async function writeImages(tx: Tx, draft: LessonDraft, { scope, now }: ImportOptions): Promise<void> {
  for (const image of draft.images) {
    await tx
      .insertInto('media_files')
      .values({ ...image, scope, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

async function writeLesson(tx: Tx, draft: LessonDraft, category_id: string, options: ImportOptions): Promise<Result> {
  const { scope, now } = options;
  const before = await known(tx, 'lessons', scope, draft.path);
  if (before && before.source_hash === draft.source_hash && before.deleted_at === null)
    return { id: before.id, changed: 'unchanged' };
  await writeImages(tx, draft, options);
  const { path, title, language, order, minutes, free, body, source_hash } = draft;
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

async function removedPaths(
  tx: Tx,
  table: 'categories' | 'lessons',
  scope: string,
  here: ReadonlySet<string>,
): Promise<string[]> {
  const rows = await tx
    .selectFrom(table)
    .select('path')
    .where('scope', '=', scope)
    .where('deleted_at', 'is', null)
    .orderBy('path')
    .execute();
  return rows.map(({ path }) => path).filter((path) => !here.has(path));
}

async function prune(
  tx: Tx,
  table: 'categories' | 'lessons',
  paths: readonly string[],
  options: ImportOptions,
): Promise<void> {
  if (paths.length === 0) return;
  const rev = await options.nextRev();
  await tx
    .updateTable(table)
    .set({ deleted_at: options.now, rev, updated_at: options.now })
    .where('scope', '=', options.scope)
    .where('path', 'in', [...paths])
    .execute();
}

/**
 * Brings the database in step with the folder: new and changed files by their path, the same ones left alone. What the
 * folder no longer has is reported, and deleted only with `prune`. One transaction, by its caller.
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
  // A file that is there and could not be read is not removed.
  const bad = content.problems.map(({ file }) => file);
  const lessons = await removedPaths(
    tx,
    'lessons',
    options.scope,
    new Set([...content.lessons.map(({ path }) => path), ...bad]),
  );
  const folders = new Set([
    ...content.categories.map(({ path }) => path),
    ...bad.map((file) => file.replace(/\/category\.md$/, '')),
  ]);
  const categories = await removedPaths(tx, 'categories', options.scope, folders);
  counts.removed = [...categories, ...lessons];
  if (!options.prune) return counts;
  await prune(tx, 'lessons', lessons, options);
  await prune(tx, 'categories', categories, options);
  return { ...counts, pruned: counts.removed.length };
}
