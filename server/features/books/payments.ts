import { randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import type { Book } from '../../../contract/entities/book.ts';
import type { HandlerContext } from '../../handlers.ts';
import { lockShelf, saveShelf } from './shelf-repository.ts';

export interface Order {
  /** An unguessable reference, which the provider knows. */
  ref: string;
  price_cents: number;
  title: string;
  /** URL to which the payer returns. */
  return_url: string;
}

/**
 * A payment provider. It reports a payment by calling settleOrder directly, never by way of the payer, and calls
 * orderOf before it charges. The same order may be started several times, for example from another tab or at a new
 * price.
 */
export interface PaymentProvider {
  name: string;
  /** Returns the URL of the provider's page for this order. */
  start(order: Order): Promise<string>;
}

type Scoped = Pick<HandlerContext, 'tx' | 'scope'>;

/** Returns the reference of the caller's unpaid order for a book. Requests from two devices at once are serialised. */
async function openRef({ tx, scope, caller }: HandlerContext, book_id: string): Promise<string | undefined> {
  const { user_id } = caller;
  const me = tx.selectFrom('users').select('id').where('scope', '=', scope).where('id', '=', user_id);
  await me.forUpdate().executeTakeFirst();
  const open = await tx
    .selectFrom('book_orders')
    .select('ref')
    .where('scope', '=', scope)
    .where('user_id', '=', user_id)
    .where('book_id', '=', book_id)
    .where('paid_at', 'is', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  return open?.ref;
}

/** Creates the order, or reuses the open one, and returns the payment URL. */
export async function openOrder(
  context: HandlerContext,
  book: Pick<Book, 'id' | 'title' | 'price_cents'>,
  { provider, return_url }: { provider: PaymentProvider; return_url: string },
): Promise<string> {
  const { tx, scope, caller, received_at } = context;
  const { id: book_id, title, price_cents } = book;
  const existingRef = await openRef(context, book_id);
  const ref = existingRef ?? randomBytes(24).toString('base64url');
  if (existingRef === undefined) {
    const order = { scope, id: uuidv7(), ref, user_id: caller.user_id, book_id, price_cents, provider: provider.name };
    await tx
      .insertInto('book_orders')
      .values({ ...order, created_at: received_at, paid_at: null })
      .execute();
  } else {
    const now = { price_cents, provider: provider.name };
    await tx.updateTable('book_orders').set(now).where('scope', '=', scope).where('ref', '=', ref).execute();
  }
  return provider.start({ ref, price_cents, title, return_url });
}

/**
 * Returns an order for its payment provider. If `owned` is true, the order must not be charged, because the payer
 * already has the book.
 */
export function orderOf({ tx, scope }: Scoped, ref: string) {
  return tx
    .selectFrom('book_orders as o')
    .innerJoin('books as b', (join) => join.onRef('b.scope', '=', 'o.scope').onRef('b.id', '=', 'o.book_id'))
    .leftJoin('library_items as s', (join) =>
      join.onRef('s.scope', '=', 'o.scope').onRef('s.user_id', '=', 'o.user_id').onRef('s.book_id', '=', 'o.book_id'),
    )
    .select(['o.ref', 'o.book_id', 'o.price_cents', 'b.title'])
    .select(({ eb }) => eb('s.bought_at', 'is not', null).as('owned'))
    .where('o.scope', '=', scope)
    .where('o.ref', '=', ref)
    .executeTakeFirst();
}

/**
 * Settles a paid order. Idempotent. The payer gets the book without having to return to our page. Returns `surplus` if
 * another order has already paid for the book; the provider must then refund this one.
 */
export async function settleOrder(
  context: Omit<HandlerContext, 'caller'>,
  ref: string,
): Promise<'paid' | 'surplus' | 'unknown'> {
  const { tx, scope, received_at: at } = context;
  const order = await tx
    .selectFrom('book_orders')
    .select(['user_id', 'book_id', 'paid_at'])
    .where('scope', '=', scope)
    .where('ref', '=', ref)
    .forUpdate()
    .executeTakeFirst();
  if (!order) return 'unknown';
  if (order.paid_at !== null) return 'paid';
  const reader = { tx, scope, user_id: order.user_id };
  const shelf = await lockShelf(reader, order.book_id, at);
  if (shelf.bought_at !== null) return 'surplus';
  await tx.updateTable('book_orders').set({ paid_at: at }).where('scope', '=', scope).where('ref', '=', ref).execute();
  await saveShelf(reader, { ...shelf, bought_at: at, rev: await context.nextRev() }, at);
  context.poke([order.user_id]);
  return 'paid';
}
