import { randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import type { Book } from '../../../contract/entities/book.ts';
import type { HandlerContext } from '../../handlers.ts';
import { lockShelf, saveShelf } from './shelf-repository.ts';

export interface Order {
  /** Unguessable reference known to the provider. */
  ref: string;
  price_cents: number;
  title: string;
  /** Where the payer returns to. */
  return_url: string;
}

/**
 * A payment provider. It reports a payment by calling settleOrder itself, never through the payer, and asks orderOf
 * before charging. An order may be started again, from another tab or at another price: it is the same order.
 */
export interface PaymentProvider {
  name: string;
  /** Returns the URL of the provider's page for this order. */
  start(order: Order): Promise<string>;
}

type Scoped = Pick<HandlerContext, 'tx' | 'scope'>;

/** Returns the person's open order for a book; two simultaneous devices are serialised. */
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

/** Creates the order once and returns the payment URL. */
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

/** Returns an order for its provider. An order with `owned` must not be charged: the payer already has the book. */
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
 * Settles a paid order. Idempotent; the book belongs to the payer without waiting for their return. `surplus`: another
 * order already paid for the book, and the provider refunds this one.
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
