import type { BookShelf } from '../../../contract/entities/book-shelf.ts';
import { Refused } from '../../../contract/errors.ts';
import { withBookmark, withPosition, withoutBookmark } from '../../../contract/writes/book.ts';
import type { HandlerContext, WriteHandler, WriteOutcome } from '../../handlers.ts';
import { bookById } from './repository.ts';
import { lockLibraryItem, saveLibraryItem } from './library-repository.ts';
import { jsonEqual } from '../../../contract/json-equal.ts';

/**
 * Changes the caller's library item. A change without effect writes nothing. Throws `not_found` for an unknown book.
 */
async function step(
  context: HandlerContext,
  id: string,
  change: (shelf: BookShelf) => BookShelf,
): Promise<WriteOutcome> {
  if (!(await bookById(context, id))) throw new Refused('not_found');
  const { tx, scope, caller, received_at } = context;
  const reader = { tx, scope, user_id: caller.user_id };
  const before = await lockLibraryItem(reader, id, received_at);
  const after = change(before);
  if (jsonEqual(after, before) && before.rev > 0) return { row: before, rev: before.rev };
  const rev = await context.nextRev();
  await saveLibraryItem(reader, { ...after, rev }, received_at);
  context.poke([caller.user_id]);
  return { row: { ...after, rev }, rev };
}

export const setReadingPositionHandler: WriteHandler<'book.place'> = (
  context,
  { id, args, device_id, corrected_at: at },
) => step(context, id, (shelf) => withPosition(shelf, id, { ...args, device_id, at }));

export const addBookmarkHandler: WriteHandler<'book.mark'> = (context, { id, args, corrected_at: at }) =>
  step(context, id, (shelf) => withBookmark(shelf, id, { id: args.mark_id, place: args.place, text: args.text, at }));

export const removeBookmarkHandler: WriteHandler<'book.unmark'> = (context, { id, args }) =>
  step(context, id, (shelf) => withoutBookmark(shelf, id, args.mark_id));
