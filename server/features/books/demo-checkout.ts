import type { FastifyInstance } from 'fastify';
import sanitizeHtml from 'sanitize-html';
import { inScope } from '../../context.ts';
import type { Deps } from '../../deps.ts';
import { sendRefusal } from '../../http/plugins/errors.ts';
import { orderOf, settleOrder, type PaymentProvider } from './payments.ts';

/** Path of the page that simulates a payment provider. */
const DEMO_CHECKOUT = '/demo/checkout';

/** The payment provider of the demo, which charges nothing. */
export const demoProvider = (public_url: () => string): PaymentProvider => ({
  name: 'demo',
  start: ({ ref }) => Promise.resolve(`${public_url()}${DEMO_CHECKOUT}/${ref}`),
});

const style = `body { font: 16px/1.5 system-ui, sans-serif; max-width: 28rem; margin: 2rem auto; padding: 0 1rem }
  button { font: inherit; width: 100%; padding: .7rem; border: 0; border-radius: .6rem; background: #0b6b61; color: #fff }
  a { color: #0b6b61 }`;

const plain = (text: string) => sanitizeHtml(text, { allowedTags: [], allowedAttributes: {} });

const page = (title: string, price_cents: number, back: string, isPaid: boolean) => `<!doctype html><html lang="en">
<head><meta charset="utf-8"><title>Checkout (demo)</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${DEMO_CHECKOUT}/style.css"></head>
<body><main><h1>This page plays a payment provider</h1><p>${plain(title)}: $${(price_cents / 100).toFixed(2)}</p>
${isPaid ? '<p>This is paid, and the book is yours.</p>' : '<form method="post"><button>Pay</button></form>'}
<p><a href="${back}">Back to the book</a></p></main></body></html>`;

/** Adds the checkout page of the demo. Paying settles the order immediately, before the payer is redirected. */
export function addDemoCheckout(app: FastifyInstance, deps: Deps): void {
  const { scope } = deps;
  app.get(`${DEMO_CHECKOUT}/style.css`, async (_request, reply) => reply.type('text/css; charset=utf-8').send(style));
  app.get<{ Params: { ref: string } }>(`${DEMO_CHECKOUT}/:ref`, async ({ params }, reply) => {
    const order = await inScope(deps, scope, (context) => orderOf(context, params.ref));
    if (!order) return sendRefusal(reply, { code: 'not_found' });
    const { title, price_cents, book_id, owned } = order;
    void reply.type('text/html; charset=utf-8').header('Cache-Control', 'no-store');
    return reply.send(page(title, price_cents, `/books/${book_id}`, owned === true));
  });
  app.post<{ Params: { ref: string } }>(`${DEMO_CHECKOUT}/:ref`, async ({ params }, reply) => {
    const book_id = await inScope(deps, scope, async (context) => {
      const order = await orderOf(context, params.ref);
      // A paid order is not charged again, nor is another order for the same book.
      const isTaken = order?.owned === true || (order && (await settleOrder(context, params.ref)) !== 'unknown');
      return order && isTaken ? order.book_id : null;
    });
    return book_id === null ? sendRefusal(reply, { code: 'not_found' }) : reply.redirect(`/books/${book_id}`, 303);
  });
}
