import { uuidv7 } from 'uuidv7';
import type { Tx } from '../db/tables.ts';
import { coverItem, type BookDraft } from './books.ts';
import {
  findExisting,
  deleteRowsOfRemovedFiles,
  removedPaths,
  type ImportCounts,
  type ImportOptions,
} from './existing.ts';
import { writeBookFile, writeImages } from './write-media.ts';

async function writeBook(tx: Tx, draft: BookDraft, options: ImportOptions): Promise<'added' | 'updated' | 'unchanged'> {
  const { scope, now } = options;
  const before = await findExisting(tx, 'books', scope, draft.path);
  if (before && before.source_hash === draft.source_hash && before.deleted_at === null) return 'unchanged';
  const { file, cover, ...fields } = draft;
  await writeBookFile(tx, file, options);
  await writeImages(tx, cover ? [cover] : [], options);
  const values = {
    ...fields,
    file_sha256: file.sha256,
    file_bytes: file.data.length,
    media: JSON.stringify(cover ? [coverItem(cover)] : []),
    rev: await options.nextRev(),
    updated_at: now,
    deleted_at: null,
    deleted_by: null,
  };
  if (before) {
    await tx.updateTable('books').set(values).where('scope', '=', scope).where('id', '=', before.id).execute();
    return 'updated';
  }
  await tx
    .insertInto('books')
    .values({ ...values, id: uuidv7(), scope, field_revs: '{}', created_at: now })
    .execute();
  return 'added';
}

/**
 * Updates the books in the database to match the folder. If the folder contains no book files at all, readable or not,
 * the books in the database are not changed.
 */
export async function writeBooks(
  tx: Tx,
  { books, bad }: { books: readonly BookDraft[]; bad: readonly string[] },
  options: ImportOptions,
  counts: ImportCounts,
): Promise<void> {
  for (const book of books) counts[await writeBook(tx, book, options)] += 1;
  const unreadable = bad.filter((file) => file.startsWith('books/'));
  // The unreadable file may be the Markdown file next to a book. In this case, the book file itself still exists.
  const names = unreadable.flatMap((file) => [file, file.replace(/\.md$/, '.epub'), file.replace(/\.md$/, '.pdf')]);
  const present = new Set([...books.map(({ path }) => path), ...names]);
  if (present.size === 0) return;
  const removed = await removedPaths(tx, 'books', options.scope, present);
  counts.removed.push(...removed);
  if (!options.prune) return;
  await deleteRowsOfRemovedFiles(tx, 'books', removed, options);
  counts.pruned += removed.length;
}
