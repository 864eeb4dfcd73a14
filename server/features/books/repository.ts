import { sql } from 'kysely';
import type { Book } from '../../../contract/entities/book.ts';
import { inRevRange } from '../../db/rev-range.ts';
import type { Db, Tx } from '../../db/tables.ts';
import type { MediaFile } from '../../files/open-media.ts';
import type { Caller, RowChange, RowsContext } from '../../handlers.ts';
import { rowChange } from '../../sync/row-change.ts';
import { isBookReadable } from './visible.ts';

const columns = [
  'b.id',
  'b.rev',
  'b.title',
  'b.author',
  'b.description',
  'b.language',
  'b.format',
  'b.file_sha256',
  'b.file_bytes',
  'b.pages',
  'b.price_cents',
  'b.is_new',
  'b.media',
] as const;

const booksOf = ({ tx, caller }: { tx: Tx | Db; caller: Pick<Caller, 'scope'> }) =>
  tx.selectFrom('books as b').where('b.scope', '=', caller.scope);

const notDeleted = (context: RowsContext) => booksOf(context).where('b.deleted_at', 'is', null);

type Stored = Omit<Book, 'file' | 'media'> & { file_sha256: string; file_bytes: number; media: unknown };

function asBook<Row extends Stored>({ file_sha256, file_bytes, ...row }: Row) {
  const media = row.media as Book['media'];
  return { ...row, media, file: { sha256: file_sha256, bytes: file_bytes } };
}

export async function readChangedBooks(
  context: RowsContext,
  after: number,
  upTo: number,
  limit: number,
): Promise<RowChange<'books'>[]> {
  const rows = await booksOf(context)
    .select([...columns, 'b.deleted_at'])
    .$call(inRevRange('b.rev', 'b.id', { after, upTo, limit }))
    .execute();
  return rows.map((row) => rowChange(asBook(row)));
}

export async function readBooksPage(context: RowsContext, after: string | null, limit: number): Promise<Book[]> {
  const query = notDeleted(context).select(columns).orderBy('b.id').limit(limit);
  return (await (after === null ? query : query.where('b.id', '>', after)).execute()).map(asBook);
}

export async function countBooks(context: RowsContext): Promise<number> {
  const query = notDeleted(context).select(sql<number>`count(*)::int`.as('count'));
  return (await query.executeTakeFirstOrThrow()).count;
}

export async function bookById(context: RowsContext, id: string): Promise<Book | null> {
  const row = await notDeleted(context).select(columns).where('b.id', '=', id).executeTakeFirst();
  return row ? asBook(row) : null;
}

export type OwnedBook = Book & { owned: boolean };

const withOwned = (context: RowsContext) =>
  notDeleted(context).select([...columns, isBookReadable(context.caller, 'b').as('owned')]);

export async function ownedBookById(context: RowsContext, id: string): Promise<OwnedBook | null> {
  const row = await withOwned(context).where('b.id', '=', id).executeTakeFirst();
  return row ? asBook(row) : null;
}

/** Lists books: first the books that are marked as new, then all other books, each newest first. */
export async function listBooks(context: RowsContext, limit: number): Promise<OwnedBook[]> {
  const query = withOwned(context).orderBy('b.is_new', 'desc').orderBy('b.created_at', 'desc').orderBy('b.id', 'desc');
  return (await query.limit(limit).execute()).map(asBook);
}

/**
 * Returns the file of a book that the caller may read; undefined if the book is missing or the caller may not read it.
 */
export async function readableFile(db: Db, caller: Caller, id: string): Promise<MediaFile | undefined> {
  const row = await booksOf({ tx: db, caller })
    .innerJoin('media_files as m', (join) =>
      join.onRef('m.scope', '=', 'b.scope').onRef('m.sha256', '=', 'b.file_sha256'),
    )
    .select(['m.sha256', 'm.mime', 'm.bytes', 'm.data', 'm.stored_in'])
    .where('b.deleted_at', 'is', null)
    .where('b.id', '=', id)
    .where(isBookReadable(caller, 'b'))
    .executeTakeFirst();
  return row && { ...row, object_sha256: row.sha256 };
}
