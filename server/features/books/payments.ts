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

/**
 * Somebody who takes money. He says that it was paid by a call of his own to settleOrder, never by the payer's, and
 * asks orderOf before he takes it. An order may be started again, by another tab or at another price: it is the same.
 */
export interface PaymentProvider {
  name: string;
  /** The address of his page for this order. */
  start(order: Order): Promise<string>;
}

type Scoped = Pick<HandlerContext, 'tx' | 'scope'>;

/** The order that this person has open for a book; two devices that ask at once come one after the other. */
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

/** Notes the wish, once, and gives the address where it is paid. */
export async function openOrder(
  context: HandlerContext,
  book: Pick<Book, 'id' | 'title' | 'price_cents'>,
  { provider, return_url }: { provider: PaymentProvider; return_url: string },
): Promise<string> {
  const { tx, scope, caller, received_at } = context;
  const { id: book_id, title, price_cents } = book;
  const known = await openRef(context, book_id);
  const ref = known ?? randomBytes(24).toString('base64url');
  if (known === undefined) {
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

/** An order as its provider asks for it. Nothing is to be taken for one that is `owned`: the book is the payer's. */
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
 * The provider says that an order is paid. As often as he says it, the book is the payer's once; nothing waits for the
 * payer's return. `surplus`: the book was paid by another order already, and the provider gives this money back.
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
