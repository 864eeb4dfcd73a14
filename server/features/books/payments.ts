import { randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import type { Book } from '../../../contract/entities/book.ts';
import type { HandlerContext } from '../../handlers.ts';
import { lockShelf, saveShelf } from './shelf-repository.ts';

export interface Order {
  /** What the provider is told to call it; nobody guesses it. */
  ref: string;
  price_cents: number;
  title: string;
  /** Where the payer comes back to. */
  return_url: string;
}

/** Somebody who takes money. He says that it was paid by a call of his own to settleOrder, never by the payer's. */
export interface PaymentProvider {
  name: string;
  /** The address of his page for this order. */
  start(order: Order): Promise<string>;
}

type Scoped = Pick<HandlerContext, 'tx' | 'scope'>;

/** Notes the wish and gives the address where it is paid. */
export async function openOrder(
  { tx, scope, caller, received_at }: HandlerContext,
  book: Pick<Book, 'id' | 'title' | 'price_cents'>,
  { provider, return_url }: { provider: PaymentProvider; return_url: string },
): Promise<string> {
  const ref = randomBytes(24).toString('base64url');
  const { id: book_id, title, price_cents } = book;
  const order = { scope, id: uuidv7(), ref, user_id: caller.user_id, book_id, price_cents, provider: provider.name };
  await tx
    .insertInto('book_orders')
    .values({ ...order, created_at: received_at, paid_at: null })
    .execute();
  return provider.start({ ref, price_cents, title, return_url });
}

export function orderOf({ tx, scope }: Scoped, ref: string) {
  return tx
    .selectFrom('book_orders as o')
    .innerJoin('books as b', (join) => join.onRef('b.scope', '=', 'o.scope').onRef('b.id', '=', 'o.book_id'))
    .select(['o.ref', 'o.book_id', 'o.user_id', 'o.price_cents', 'o.paid_at', 'b.title'])
    .where('o.scope', '=', scope)
    .where('o.ref', '=', ref)
    .executeTakeFirst();
}

/**
 * The provider says that an order is paid. As often as he says it, the book is the payer's once; nothing waits for the
 * payer's return. False for an order that is not there.
 */
export async function settleOrder(context: Omit<HandlerContext, 'caller'>, ref: string): Promise<boolean> {
  const { tx, scope, received_at: at } = context;
  const order = await tx
    .selectFrom('book_orders')
    .select(['user_id', 'book_id', 'paid_at'])
    .where('scope', '=', scope)
    .where('ref', '=', ref)
    .forUpdate()
    .executeTakeFirst();
  if (!order) return false;
  if (order.paid_at !== null) return true;
  const reader = { tx, scope, user_id: order.user_id };
  const shelf = await lockShelf(reader, order.book_id, at);
  await tx.updateTable('book_orders').set({ paid_at: at }).where('scope', '=', scope).where('ref', '=', ref).execute();
  if (shelf.bought_at !== null) return true;
  await saveShelf(reader, { ...shelf, bought_at: at, rev: await context.nextRev() }, at);
  context.poke([order.user_id]);
  return true;
}
