import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Lang } from '../../contract/fields.ts';
import { inScope } from '../context.ts';
import type { Deps } from '../deps.ts';
import {
  DEMO_CHECKOUT,
  demoPaymentById,
  isPageExpired,
  changeDemoPayment,
  type DemoPayment,
  type DemoWebhooks,
} from '../features/payments/demo-provider.ts';
import { formatDollars } from '../features/payments/dollars.ts';
import { languageOf } from '../http/language.ts';
import { addJob } from '../jobs/queue.ts';
import { checkoutTexts } from './checkout-texts.ts';
import { htmlPageOf } from './page.ts';
import { escapeHtml } from './pages/print-html.ts';

const REPORTED_AFTER_MS = 30_000;

interface Payment {
  Params: { id: string };
  Querystring: { declined?: string };
  Body: { action?: unknown } | null;
}

function bodyOf(payment: DemoPayment, language: Lang, { backUrl, now, isDeclined }: PageOptions): string {
  const texts = checkoutTexts[language];
  const button = (action: 'pay' | 'twice' | 'later' | 'decline') =>
    `<button name="action" value="${action}">${texts[action]}</button>`;
  const form = `<form method="post">${button('pay')}${button('twice')}${button('later')}${button('decline')}</form>`;
  const notes = { paid: texts.paid, refunded: texts.paid, processing: texts.processing };
  const isOpen = payment.state === 'open' && !isPageExpired(payment, now);
  const note = (notes as Partial<Record<string, string>>)[payment.state] ?? texts.closed;
  return `<h1>${texts.heading}</h1><p>${texts.intro}</p>
<p>${escapeHtml(payment.title)}</p><p class="amount">${formatDollars(payment.amount_cents, language)}</p>
${isOpen && isDeclined ? `<p role="alert">${texts.declined}</p>` : ''}
${isOpen ? form : `<p role="status">${note}</p>`}
<p><a href="${escapeHtml(backUrl)}">${texts.back}</a></p>`;
}

interface PageOptions {
  backUrl: string;
  now: Date;
  isDeclined: boolean;
}

/** Marks a payment as being processed. The provider reports it as paid some time later. */
async function payLater(deps: Deps, id: string): Promise<void> {
  if (!(await changeDemoPayment(deps, id, ['open'], 'processing'))) return;
  await inScope(deps, deps.scope, ({ tx, scope, received_at: at }) => {
    const run_at = new Date(Date.parse(at) + REPORTED_AFTER_MS).toISOString();
    return addJob(tx, { scope, at, run_at }, 'demo_payment', { id });
  });
}

async function applyAction(
  webhooks: DemoWebhooks,
  payment: DemoPayment,
  action: unknown,
): Promise<'back' | 'declined'> {
  const { deps } = webhooks;
  const { id } = payment;
  if (action === 'decline') {
    if (payment.state === 'open') await webhooks.report(payment, 'payment_intent.payment_failed');
    return 'declined';
  }
  if (action === 'later') await payLater(deps, id);
  else if (payment.state === 'paid' || (await changeDemoPayment(deps, id, ['open'], 'paid')))
    await webhooks.report(payment, 'checkout.session.completed', action === 'twice' ? 2 : 1);
  return 'back';
}

/**
 * Adds the payment page of the demo. Like a real provider, it reports a payment to the app only through a signed
 * webhook, because the redirect back to the app does not prove a payment.
 */
export function registerDemoCheckout(app: FastifyInstance, webhooks: DemoWebhooks, public_url: () => string): void {
  const { deps } = webhooks;
  const findPayment = ({ params }: FastifyRequest<Payment>) => demoPaymentById(deps, params.id);
  app.get<Payment>(`${DEMO_CHECKOUT}/:id`, async (request, reply) => {
    const payment = await findPayment(request);
    if (!payment) return reply.callNotFound();
    const language = languageOf(request);
    const backUrl = `${public_url()}${payment.return_path}`;
    const isDeclined = request.query.declined !== undefined;
    void reply.type('text/html; charset=utf-8').headers({ 'Cache-Control': 'no-store', Vary: 'Accept-Language' });
    const html = bodyOf(payment, language, { backUrl, isDeclined, now: deps.clock() });
    return reply.send(htmlPageOf(language, checkoutTexts[language].heading, html));
  });
  app.post<Payment>(`${DEMO_CHECKOUT}/:id`, async (request, reply) => {
    const payment = await findPayment(request);
    if (!payment) return reply.callNotFound();
    const own = `${DEMO_CHECKOUT}/${payment.id}`;
    if (payment.state === 'open' && isPageExpired(payment, deps.clock())) return reply.redirect(own, 303);
    const next = await applyAction(webhooks, payment, request.body?.action ?? 'pay');
    return reply.redirect(next === 'back' ? `${public_url()}${payment.return_path}` : `${own}?declined`, 303);
  });
}
