import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface FakeSession {
  id: string;
  url: string | null;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid';
  amount_total: number;
  currency: string;
  client_reference_id: string;
  /** Metadata that the payment of this session gets. */
  metadata: Record<string, string>;
  payment_intent: FakePayment | null;
  saves_method: boolean;
}

interface FakePayment {
  id: string;
  /** Time of creation in seconds since 1970. */
  created: number;
  status: string;
  amount: number;
  currency: string;
  customer: string | null;
  metadata: Record<string, string>;
  payment_method: unknown;
  latest_charge: { refunded: boolean };
}

type NewPayment = Pick<FakePayment, 'amount' | 'currency' | 'customer' | 'metadata' | 'status'>;

interface Reply {
  status: number;
  body: unknown;
}

const card = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034 };
/** Returns the metadata of a form: the fields whose names start with `prefix`. */
function metadataIn(form: Record<string, string>, prefix = ''): Record<string, string> {
  const start = prefix === '' ? 'metadata[' : `${prefix}[metadata][`;
  const fields = Object.entries(form).filter(([name]) => name.startsWith(start));
  return Object.fromEntries(fields.map(([name, value]) => [name.slice(start.length, -1), value]));
}

const errorReply = (status: number, error: object): Reply => ({ status, body: { error } });

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

/**
 * Imitates Stripe, as documented, on a local port: headers with the version and the key, form encoding, and idempotency
 * keys. The first response to a key is stored, even if it is an error.
 */
export class FakeStripe {
  readonly sessions = new Map<string, FakeSession>();
  readonly payments = new Map<string, FakePayment>();
  /** Every form that was received, with the path of the request. */
  readonly forms: { path: string; key: string; form: Record<string, string> }[] = [];
  /** The query of the last search for payments. */
  search: Record<string, string> = {};
  /** The time in ms at which payments are made. */
  now = Date.parse('2026-03-02T08:00:00.000Z');
  /**
   * How the next requests fail. `down`: the server closes the connection. `silent`: the server does not respond.
   * `lost`: the request takes effect, but the server closes the connection instead of responding.
   */
  failure: 'none' | 'down' | 'silent' | 'lost' | 'error after effect' = 'none';
  readonly #stored = new Map<string, { form: string; reply: Reply }>();
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  url = '';
  #count = 0;

  /** Listens on a free port. Returns the URL. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this.url;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Simulates a payer who pays on the page of a session. */
  pay(session_id: string, status: 'succeeded' | 'processing' = 'succeeded'): FakePayment {
    const session = this.sessions.get(session_id)!;
    const { amount_total: amount, currency, metadata } = session;
    const customer = session.saves_method ? 'cus_1' : null;
    const payment = this.#addPayment({ amount, currency, customer, metadata, status });
    Object.assign(session, { status: 'complete', payment_intent: payment });
    session.payment_status = status === 'succeeded' ? 'paid' : 'unpaid';
    return payment;
  }

  #addPayment(fields: NewPayment): FakePayment {
    const id = `pi_${(this.#count += 1)}`;
    const payment_method = { id: 'pm_1', card };
    const created = Math.floor(this.now / 1000);
    const payment = { id, created, ...fields, payment_method, latest_charge: { refunded: false } };
    this.payments.set(id, payment);
    return payment;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { failure } = this;
    const text = await textOf(request);
    if (failure === 'down') return void request.socket.destroy();
    if (failure === 'silent') return;
    const reply = this.#checked(request, text);
    if (failure === 'lost') return void request.socket.destroy();
    response.writeHead(reply.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(reply.body));
  }

  #checked({ method = '', url = '', headers }: IncomingMessage, text: string): Reply {
    const key = headers['idempotency-key'];
    if (headers.authorization !== 'Bearer sk_test_1') return errorReply(401, { type: 'invalid_request_error' });
    if (!/^\d{4}-\d\d-\d\d\.[a-z]+$/.test(String(headers['stripe-version'])))
      return errorReply(400, { code: 'no_version' });
    const { pathname, searchParams } = new URL(url, 'http://stripe');
    if (method === 'GET') return this.#read(pathname, searchParams);
    if (headers['content-type'] !== 'application/x-www-form-urlencoded') return errorReply(400, { code: 'no_form' });
    if (typeof key !== 'string') return errorReply(400, { code: 'no_key' });
    const stored = this.#stored.get(key);
    if (stored) return stored.form === text ? stored.reply : errorReply(400, { type: 'idempotency_error' });
    const form = Object.fromEntries(new URLSearchParams(text));
    this.forms.push({ path: pathname, key, form });
    const written = this.#write(pathname, form);
    const reply = this.failure === 'error after effect' ? errorReply(500, { type: 'api_error' }) : written;
    this.#stored.set(key, { form: text, reply });
    return reply;
  }

  #write(path: string, form: Record<string, string>): Reply {
    if (path === '/v1/checkout/sessions') return this.#createSession(form);
    if (path === '/v1/payment_intents') return this.#charge(form);
    if (path === '/v1/refunds') return this.#refund(form['payment_intent'] ?? '');
    const session = this.sessions.get(/^\/v1\/checkout\/sessions\/(\w+)\/expire$/.exec(path)?.[1] ?? '');
    if (!session) return errorReply(404, { code: 'resource_missing' });
    if (session.status !== 'open') return errorReply(400, { code: 'resource_not_open' });
    session.status = 'expired';
    return { status: 200, body: session };
  }

  #createSession(form: Record<string, string>): Reply {
    const id = `cs_${(this.#count += 1)}`;
    const session: FakeSession = {
      id,
      url: `https://checkout.stripe.example/${id}`,
      status: 'open',
      payment_status: 'unpaid',
      amount_total: Number(form['line_items[0][price_data][unit_amount]']),
      currency: form['line_items[0][price_data][currency]'] ?? '',
      client_reference_id: form['client_reference_id'] ?? '',
      metadata: metadataIn(form, 'payment_intent_data'),
      payment_intent: null,
      saves_method: form['payment_intent_data[setup_future_usage]'] === 'off_session',
    };
    this.sessions.set(id, session);
    return { status: 200, body: session };
  }

  #charge(form: Record<string, string>): Reply {
    const method = form['payment_method'] ?? '';
    const [isDeclined, isChallenged] = [method === 'pm_declined', method === 'pm_challenged'];
    const status = isDeclined || isChallenged ? 'requires_payment_method' : 'succeeded';
    const payment = this.#addPayment({
      amount: Number(form['amount']),
      currency: form['currency'] ?? '',
      customer: form['customer'] ?? null,
      metadata: metadataIn(form),
      status,
    });
    if (status === 'succeeded') return { status: 200, body: payment };
    const code = isChallenged ? 'authentication_required' : 'card_declined';
    return errorReply(402, { type: 'card_error', code, payment_intent: payment });
  }

  #refund(id: string): Reply {
    const payment = this.payments.get(id);
    if (!payment) return errorReply(404, { code: 'resource_missing' });
    if (payment.latest_charge.refunded) return errorReply(400, { code: 'charge_already_refunded' });
    payment.latest_charge.refunded = true;
    return { status: 200, body: { id: 're_1', status: 'succeeded' } };
  }

  /** Returns a page of payments, latest first. */
  #list({ customer, limit, starting_after, ...query }: Record<string, string>) {
    const [from, until] = [Number(query['created[gte]'] ?? 0), Number(query['created[lt]'] ?? Infinity)];
    const matching = [...this.payments.values()]
      .reverse()
      .filter(({ created }) => created >= from && created < until)
      .filter((payment) => customer === undefined || payment.customer === customer);
    const start = matching.findIndex(({ id }) => id === starting_after) + 1;
    const end = start + Number(limit ?? 10);
    return { data: matching.slice(start, end), has_more: end < matching.length };
  }

  #read(path: string, query: URLSearchParams): Reply {
    if (path === '/v1/payment_intents') {
      this.search = Object.fromEntries(query);
      return { status: 200, body: this.#list(this.search) };
    }
    const id = path.split('/').at(-1) ?? '';
    const found = this.sessions.get(id) ?? this.payments.get(id);
    return found ? { status: 200, body: found } : errorReply(404, { code: 'resource_missing' });
  }
}
