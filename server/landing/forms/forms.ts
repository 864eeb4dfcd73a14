import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { findPublishedPage } from '../../features/flows/published.ts';
import { loadTexts } from '../../http/texts.ts';
import { escapeHtml } from '../pages/print-html.ts';
import type { Page } from '../pages/rendered-page.ts';
import type { LandingPages } from '../pages/routes.ts';
import { withFormState } from './form-state.ts';
import { formTexts } from './form-texts.ts';
import { findForm, receiveForm, type FormBlock, type FormReply } from './receive.ts';
import { registerPhoneValidation } from './validate-phone.ts';

export interface FormOptions {
  deps: Deps;
  public_url: () => string;
  pages: LandingPages;
}

type NamedRequest = FastifyRequest<{ Params: { name: string }; Querystring: { form?: unknown } }>;
type Refused = Extract<FormReply, { result: 'refused' }>;

const wantsJson = ({ headers }: FastifyRequest): boolean => headers.accept === 'application/json';
const nameOf = ({ params }: NamedRequest): string => params.name.toLowerCase();
const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string';

/** Returns the messages at the fields, in the language of the page. */
function messagesOf({ errors, page }: Refused): Record<string, string> {
  const { lang } = page.version;
  const texts = loadTexts()[lang].errors;
  const messages = Object.entries(errors).map(([field, code]) => [field, texts[code]]);
  return { ...Object.fromEntries(messages), ...(errors.consent && { consent: formTexts[lang].consent }) };
}

const thanksOf = ({ page, block }: { page: Page; block: FormBlock }): string =>
  block.thanks || formTexts[page.version.lang].sent;

function sendRefused(pages: LandingPages, request: NamedRequest, reply: FastifyReply, refused: Refused): unknown {
  const { page, block, status, retry_after_s, message } = refused;
  if (retry_after_s !== null) void reply.header('Retry-After', String(retry_after_s));
  void reply.code(status);
  const text = formTexts[page.version.lang][message];
  if (wantsJson(request)) return reply.send({ ok: false, message: text, fields: messagesOf(refused) });
  const { blocks } = page.version;
  const currentForm = findForm(blocks, block.id) ?? findForm(blocks, undefined);
  // The current version of the page may require a different consent than the version that the visitor saw.
  const hasAgreed = message !== 'changed' && currentForm?.consent === block.consent;
  const entered = Object.entries(request.body ?? {}).filter(isText);
  const values = Object.fromEntries(entered.filter(([name]) => hasAgreed || name !== 'consent'));
  const state = { form_id: currentForm?.id ?? '', message: text, values, errors: messagesOf(refused) };
  return pages.sendChanged(reply, page, nameOf(request), (tree) => withFormState(tree, state));
}

/**
 * Returns the path of the page that is shown after a form was sent. It contains the id of the form, unless the form is
 * the first one of the page.
 */
function thanksPath(name: string, { page, block }: { page: Page; block: FormBlock }): string {
  const isFirst = findForm(page.version.blocks, undefined)?.id === block.id;
  return `/l/${name}/thanks${isFirst ? '' : `?form=${block.id}`}`;
}

async function sendThanks({ deps, pages }: FormOptions, request: NamedRequest, reply: FastifyReply): Promise<unknown> {
  const page = await findPublishedPage(deps.db, deps.scope, nameOf(request));
  if (page?.state !== 'published') return pages.sendMissing(request, reply, page ? 'gone' : 'missing');
  const { form } = request.query;
  const block = findForm(page.version.blocks, typeof form === 'string' ? form : undefined);
  if (!block) return reply.redirect(`/l/${nameOf(request)}`, 303);
  const texts = formTexts[page.version.lang];
  const text = thanksOf({ page, block }).split('\n').map(escapeHtml).join('<br>');
  const back = `<p><a href="/l/${escapeHtml(nameOf(request))}">${escapeHtml(texts.back)}</a></p>`;
  const body = `<h1>${escapeHtml(texts.thank_you)}</h1><p role="status">${text}</p>${back}`;
  return pages.sendText(reply, page.version.lang, texts.thank_you, body);
}

/**
 * Adds the routes that receive forms, thank the visitor for a form, and check phone numbers for the visitor's script.
 */
export function registerForms(app: FastifyInstance, options: FormOptions): void {
  const { deps, public_url, pages } = options;
  const noStore = async (_request: FastifyRequest, reply: FastifyReply) => {
    void reply.headers({ 'Cache-Control': 'no-store', Vary: 'Accept' });
  };
  app.post('/l/:name/form', { onRequest: noStore }, async (request: NamedRequest, reply) => {
    const form = { unique_name: nameOf(request), ip: request.ip, body: request.body };
    const received = await receiveForm(deps, public_url(), form);
    if (received.result === 'refused') return sendRefused(pages, request, reply, received);
    const isScript = wantsJson(request);
    if (received.result !== 'sent') {
      if (isScript) return reply.code(received.result === 'gone' ? 410 : 404).send({ ok: false, gone: true });
      return pages.sendMissing(request, reply, received.result);
    }
    const { version } = received.page;
    if (isScript) return { ok: true, title: formTexts[version.lang].thank_you, message: thanksOf(received) };
    return reply.redirect(thanksPath(nameOf(request), received), 303);
  });
  // The response to a refused form has this address. If the visitor opens it from the browser's history, the browser
  // requests it with GET.
  app.get('/l/:name/form', { onRequest: noStore }, (request: NamedRequest, reply) =>
    reply.redirect(`/l/${nameOf(request)}`, 303),
  );
  app.get('/l/:name/thanks', { onRequest: noStore }, (request: NamedRequest, reply) =>
    sendThanks(options, request, reply),
  );
  registerPhoneValidation(app, deps);
}
