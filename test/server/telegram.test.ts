import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTelegram, type Telegram } from '../../server/telegram/bot.ts';
import { uuidv7 } from 'uuidv7';
import { jobHandlers } from '../../server/jobs/handlers.ts';
import { runDueJobs } from '../../server/jobs/runner.ts';
import { openTestServer, roles, type TestServer } from '../helpers/server.ts';

const TOKEN = '12345:a-token-of-a-bot-in-a-test';
const BOT = { id: 12345, is_bot: true, first_name: 'Haversack', username: 'haversack_test_bot' };

interface SentMessage {
  chat_id: number;
  text: string;
  reply_markup?: { keyboard?: { request_contact?: boolean }[][]; remove_keyboard?: boolean };
}

/** Telegram's error responses. */
class Refusal {
  readonly body: object;
  constructor(error_code: number, description: string) {
    this.body = { ok: false, error_code, description };
  }
}

/**
 * The part of the Telegram API that the bot uses. Delivers each update once, and passes each sent message to the reader
 * that has waited longest.
 */
class FakeTelegram {
  private readonly updates: object[] = [];
  private readonly readers: ((sent: SentMessage) => void)[] = [];
  private wake: () => void = () => {};
  private readonly http: Server;
  /** If set, the response to every message. */
  refusal: Refusal | null = null;

  constructor() {
    this.http = createServer((request, response) => {
      void this.answer(request.url ?? '', () => text(request)).then((result) => {
        const body = result instanceof Refusal ? result.body : { ok: true, result };
        response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
      });
    });
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.http.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.http.address() as AddressInfo).port}`;
  }

  close(): void {
    this.wake();
    this.http.closeAllConnections();
    this.http.close();
  }

  /** Sends a person's message to the bot, and returns the reply of the bot. */
  hear(language_code: string, message: object): Promise<SentMessage> {
    const from = { id: 77, is_bot: false, first_name: 'Anna', language_code };
    const update_id = this.updates.length + Math.floor(performance.now() * 1000);
    this.updates.push({
      update_id,
      message: { message_id: 1, date: 1, chat: { id: 77, type: 'private', first_name: 'Anna' }, from, ...message },
    });
    const answered = new Promise<SentMessage>((resolve) => this.readers.push(resolve));
    this.wake();
    return answered;
  }

  /** Resolves with the next message that is sent to a chat. */
  next(): Promise<SentMessage> {
    return new Promise((resolve) => this.readers.push(resolve));
  }

  private async answer(url: string, body: () => Promise<string>): Promise<unknown> {
    const method = url.split('/').at(-1);
    if (method === 'getMe') return BOT;
    if (method === 'sendMessage') {
      const sent = JSON.parse(await body()) as SentMessage;
      if (this.refusal) return this.refusal;
      this.readers.shift()?.(sent);
      return { message_id: 2, date: 1, chat: { id: sent.chat_id, type: 'private' }, text: sent.text };
    }
    if (method !== 'getUpdates') return true;
    const { timeout = 0 } = JSON.parse((await body()) || '{}') as { timeout?: number };
    if (this.updates.length === 0 && timeout > 0) await new Promise<void>((resolve) => (this.wake = resolve));
    return this.updates.splice(0);
  }
}

let server: TestServer;
let fake: FakeTelegram;
let bot: Telegram;
beforeAll(async () => {
  server = await openTestServer();
  fake = new FakeTelegram();
  const api_root = await fake.open();
  bot = startTelegram(server.deps, { token: TOKEN, public_url: 'https://app.example.org', api_root });
});
afterAll(async () => {
  await bot.stop();
  fake.close();
  await server.close();
});

const contactOf = (phone_number: string, user_id = 77) => ({ contact: { phone_number, first_name: 'Anna', user_id } });

describe('Telegram bot', () => {
  it("the bot asks for the phone number in the person's language", async () => {
    const botReply = await fake.hear('ru-RU', { text: '/start' });
    expect(botReply.text).toContain('Нажмите кнопку');
    expect(botReply.reply_markup?.keyboard?.[0]?.[0]).toMatchObject({ request_contact: true });
    expect(bot.address()).toBe('https://t.me/haversack_test_bot');
  });

  it('the bot sends a single-use login link to the owner of the number', async () => {
    const user = await server.user();
    const sent = await fake.hear('de', contactOf(user.phone!.slice(1)));
    expect(sent.text).toContain('Öffnen Sie diesen Link');
    const token = decodeURIComponent(/https:\/\/app\.example\.org\/login\?token=(\S+)/.exec(sent.text)?.[1] ?? '');
    const first = await server.call('accounts.bot_login', { body: { token } });
    expect(first.status).toBe(200);
    expect(await server.call('accounts.bot_login', { body: { token } })).toMatchObject({
      status: 410,
      body: { code: 'link_used' },
    });
  });

  it("the bot sends no link for another person's number, an unknown number or the number of a blocked person", async () => {
    const user = await server.user();
    const blocked = await server.user({ is_blocked: true });
    expect((await fake.hear('en', contactOf(user.phone!, 78))).text).toContain('Tap the button below');
    expect((await fake.hear('en', contactOf('+15550000000'))).text).toContain('No account uses this number');
    expect((await fake.hear('en', contactOf(blocked.phone!))).text).toContain('No account uses this number');
  });
});

describe('message through the bot', () => {
  const run = () => runDueJobs(server.deps, jobHandlers(server.deps, { ...jobSettings, telegram: () => bot.send }));
  const jobSettings = { mailer: { send: () => Promise.resolve() }, public_url: '' };

  /** Creates a consultant, and a person who has a chat with the bot and is assigned to the consultant. */
  async function pair() {
    const olga = await server.user(roles.consultant);
    const anna = await server.user({ responsible_id: olga.id });
    await fake.hear('en', contactOf(anna.phone!));
    return { olga, anna };
  }
  const send = (token: string, user_id: string, more = {}) =>
    server.call('chatbot.send', { token, body: { user_id, text: 'See you at six' }, ...more });
  const delivery = async (id: unknown) =>
    (await server.db.selectFrom('bot_messages').select('delivery').where('id', '=', String(id)).executeTakeFirst())
      ?.delivery;

  it('sends a message once to the chat of a person who shared their number', async () => {
    const { olga, anna } = await pair();
    const nextMessage = fake.next();
    const headers = { 'idempotency-key': uuidv7() };
    const first = await send(olga.token, anna.id, { headers });
    expect(first).toMatchObject({ status: 200, body: { delivery: 'queued' } });
    expect((await send(olga.token, anna.id, { headers })).body).toEqual(first.body);
    expect(await run()).toBe(1);
    expect(await nextMessage).toMatchObject({ chat_id: '77', text: 'See you at six' });
    expect(await delivery(first.body['id'])).toBe('delivered');
  });

  it('rejects a message to a person unknown to the bot or assigned to another employee', async () => {
    const { anna } = await pair();
    const carl = await server.user(roles.consultant);
    const nina = await server.user({ responsible_id: carl.id });
    expect(await send(carl.token, nina.id)).toMatchObject({ status: 422, body: { code: 'no_telegram' } });
    for (const id of [anna.id, uuidv7()]) expect(await send(carl.token, id)).toMatchObject({ status: 404 });
  });

  it('shows a message written on a device in the timeline with its delivery state', async () => {
    const { olga, anna } = await pair();
    const [id, at] = [uuidv7(), server.clock.now().toISOString()];
    const args = { person_id: anna.id, text: 'See you at seven', at };
    const op = {
      op_id: uuidv7(),
      lane: `person_events:${id}`,
      deps: [],
      kind: 'person.message',
      v: 1,
      id,
      base: null,
      at,
      entity: 'person_events',
      base_rev: 0,
      clock_offset_ms: 0,
      args,
    };
    const push = (token: string) =>
      server.call('sync.push', { token, body: { proto: 1, device_id: uuidv7(), ops: [op] } });
    const line = { kind: 'message', person_id: anna.id, detail: { text: 'See you at seven', delivery: 'queued' } };
    expect((await push(olga.token)).body).toMatchObject({ results: [{ status: 200, row: line }] });
    const carl = await server.user(roles.consultant);
    expect((await push(carl.token)).body).toMatchObject({ results: [{ status: 404, code: 'not_found' }] });
    const nextMessage = fake.next();
    await run();
    expect(await nextMessage).toMatchObject({ text: 'See you at seven' });
    const { body } = await server.call('sync.changes', { token: olga.token, query: { p1: 0 } });
    const lines = (body['changes'] as unknown as { id: string; row: object }[]).filter((change) => change.id === id);
    expect(lines).toMatchObject([{ row: { detail: { delivery: 'delivered' } } }]);
  });

  it('a ticket shows whether a message is queued, being retried or failed', async () => {
    const { olga, anna } = await pair();
    const ticketFields = { type: 'question', subject: 'When?', body: 'When is it?' };
    const { body: ticket } = await server.call('tickets.create', { token: anna.token, body: ticketFields });
    const id = String(ticket['id']);
    await server.call('tickets.update', { token: olga.token, body: { id, action: 'take' } });
    const message_id = uuidv7();
    const at = server.clock.now().toISOString();
    const op = {
      op_id: uuidv7(),
      lane: `staff_tickets:${id}`,
      deps: [],
      kind: 'ticket.message',
      v: 1,
      id,
      base: null,
      at,
      entity: 'staff_tickets',
      base_rev: 0,
      clock_offset_ms: 0,
      args: { message_id, body: 'At six', at },
    };
    const push = () =>
      server.call('sync.push', { token: olga.token, body: { proto: 1, device_id: uuidv7(), ops: [op] } });
    expect((await push()).body).toMatchObject({ results: [{ status: 200, row: { state: 'waiting_user' } }] });
    await push();
    const last = async () =>
      (await server.call('tickets.detail', { token: olga.token, body: { id } })).body[
        'messages'
      ] as unknown as object[];
    const expectDelivery = async (state: string) =>
      expect((await last()).at(-1)).toMatchObject({ id: message_id, body: 'At six', delivery: state });
    await expectDelivery('queued');
    fake.refusal = new Refusal(500, 'Internal Server Error');
    await run();
    await expectDelivery('queued');
    // A rejected bot token leaves the message queued, because the operator may correct the token.
    server.clock.advance(60_000);
    fake.refusal = new Refusal(401, 'Unauthorized');
    await run();
    await expectDelivery('queued');
    server.clock.advance(3_600_000);
    fake.refusal = new Refusal(403, 'Forbidden: bot was blocked by the user');
    await run();
    await expectDelivery('failed');
    fake.refusal = null;
    expect(await run()).toBe(0);
    const rows = await server.db.selectFrom('bot_messages').select('id').where('ticket_id', '=', id).execute();
    expect(rows).toHaveLength(1);
  });
});

describe('page that simulates Telegram', () => {
  let demo: TestServer;
  beforeEach(async () => {
    demo = await openTestServer({ app: { demo: true } });
  });

  it('the configuration announces the simulated Telegram page, which creates a link', async () => {
    await demo.user({ email: 'learner@example.org' });
    expect((await demo.call('configs.all')).body).toMatchObject({ telegram_bot: '/demo/telegram' });
    const shown = await demo.app.inject('/demo/telegram');
    expect(shown.body).toContain('learner@example.org');
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const post = (payload: string) =>
      demo.app.inject({ method: 'POST', url: '/demo/telegram', headers: form, payload });
    const reply = await post('email=learner%40example.org');
    expect(reply.statusCode).toBe(303);
    const token = decodeURIComponent(/^\/login\?token=(.+)$/.exec(String(reply.headers.location))?.[1] ?? '');
    expect((await demo.call('accounts.bot_login', { body: { token } })).status).toBe(200);
    expect((await post('email=somebody%40example.org')).statusCode).toBe(404);
    await demo.close();
  });

  it('the simulated Telegram page exists only in demo mode', async () => {
    expect((await server.call('configs.all')).body).toMatchObject({ telegram_bot: null });
    const reply = await server.app.inject({ method: 'POST', url: '/demo/telegram' });
    expect(reply.statusCode).toBe(404);
    await demo.close();
  });
});
