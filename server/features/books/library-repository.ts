import { sql } from 'kysely';
import type { BookShelf } from '../../../contract/entities/book-shelf.ts';
import type { Tx } from '../../db/tables.ts';
import { inRevRange } from '../../db/rev-range.ts';
import type { RowChange, RowsContext } from '../../handlers.ts';

export interface Reader {
  tx: Tx;
  scope: string;
  user_id: string;
}

const readerOf = ({ tx, caller }: RowsContext): Reader => ({ tx, scope: caller.scope, user_id: caller.user_id });

const shelfOf = ({ tx, scope, user_id }: Reader) =>
  tx.selectFrom('library_items').where('scope', '=', scope).where('user_id', '=', user_id);

const columns = ['book_id as id', 'rev', 'bought_at', 'places', 'marks'] as const;

export async function readChangedLibraryItems(
  context: RowsContext,
  after: number,
  upTo: number,
  limit: number,
): Promise<RowChange<'book_shelf'>[]> {
  const rows = await shelfOf(readerOf(context))
    .select(columns)
    .$call(inRevRange('rev', 'book_id', { after, upTo, limit }))
    .execute();
  return rows.map((row) => ({ op: 'put', id: row.id, rev: row.rev, row }));
}

export function readLibraryPage(context: RowsContext, after: string | null, limit: number): Promise<BookShelf[]> {
  const query = shelfOf(readerOf(context)).select(columns).orderBy('book_id').limit(limit);
  return (after === null ? query : query.where('book_id', '>', after)).execute();
}

export async function countLibraryItems(context: RowsContext): Promise<number> {
  const query = shelfOf(readerOf(context)).select(sql<number>`count(*)::int`.as('count'));
  return (await query.executeTakeFirstOrThrow()).count;
}

export async function libraryItemById(context: RowsContext, id: string): Promise<BookShelf | null> {
  return (await shelfOf(readerOf(context)).select(columns).where('book_id', '=', id).executeTakeFirst()) ?? null;
}

/**
 * Locks and returns the library item of a reader for a book, creating it if it is missing. The lock serialises writes
 * from two devices, or from a device and a payment.
 */
export async function lockLibraryItem(reader: Reader, book_id: string, at: string): Promise<BookShelf> {
  const { tx, scope, user_id } = reader;
  const times = { created_at: at, updated_at: at };
  await tx
    .insertInto('library_items')
    .values({ scope, user_id, book_id, rev: 0, bought_at: null, places: '[]', marks: '[]', ...times })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return shelfOf(reader).select(columns).where('book_id', '=', book_id).forUpdate().executeTakeFirstOrThrow();
}

/** Locks and returns the library item of a bought book; undefined if the reader has not bought the book. */
export function lockBoughtBook(reader: Reader, book_id: string): Promise<BookShelf | undefined> {
  const bought = shelfOf(reader).select(columns).where('book_id', '=', book_id).where('bought_at', 'is not', null);
  return bought.forUpdate().executeTakeFirst();
}

export async function saveLibraryItem(
  { tx, scope, user_id }: Reader,
  shelf: BookShelf,
  updated_at: string,
): Promise<void> {
  const { id, rev, bought_at } = shelf;
  const [places, marks] = [JSON.stringify(shelf.places), JSON.stringify(shelf.marks)];
  await tx
    .updateTable('library_items')
    .set({ rev, bought_at, places, marks, updated_at })
    .where('scope', '=', scope)
    .where('user_id', '=', user_id)
    .where('book_id', '=', id)
    .execute();
}
