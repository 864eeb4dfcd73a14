import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTelegram, type Telegram } from '../../server/telegram/bot.ts';
import { openTestServer, type TestServer } from '../helpers/server.ts';

const TOKEN = '12345:a-token-of-a-bot-in-a-test';
const BOT = { id: 12345, is_bot: true, first_name: 'Haversack', username: 'haversack_test_bot' };

interface Sent {
  chat_id: number;
  text: string;
  reply_markup?: { keyboard?: { request_contact?: boolean }[][]; remove_keyboard?: boolean };
}

/** As much of Telegram as the bot talks to: updates are handed out once, and what it sends is kept. */
class FakeTelegram {
  private readonly updates: object[] = [];
  private readonly readers: ((sent: Sent) => void)[] = [];
  private wake: () => void = () => {};
  private readonly http: Server;

  constructor() {
    this.http = createServer((request, response) => {
      void this.answer(request.url ?? '', () => text(request)).then((result) =>
        response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ ok: true, result })),
      );
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

  /** Somebody writes to the bot; gives what it answers. */
  hear(language_code: string, message: object): Promise<Sent> {
    const from = { id: 77, is_bot: false, first_name: 'Anna', language_code };
    const update_id = this.updates.length + Math.floor(performance.now() * 1000);
    this.updates.push({
      update_id,
      message: { message_id: 1, date: 1, chat: { id: 77, type: 'private', first_name: 'Anna' }, from, ...message },
    });
    const answered = new Promise<Sent>((resolve) => this.readers.push(resolve));
    this.wake();
    return answered;
  }

  private async answer(url: string, body: () => Promise<string>): Promise<unknown> {
    const method = url.split('/').at(-1);
    if (method === 'getMe') return BOT;
    if (method === 'sendMessage') {
      const sent = JSON.parse(await body()) as Sent;
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

describe('the Telegram bot', () => {
  it('asks for the number, in the language of the person', async () => {
    const asked = await fake.hear('ru-RU', { text: '/start' });
    expect(asked.text).toContain('Нажмите кнопку');
    expect(asked.reply_markup?.keyboard?.[0]?.[0]).toMatchObject({ request_contact: true });
    expect(bot.address()).toBe('https://t.me/haversack_test_bot');
  });

  it('gives whoever has the number a link that logs in once', async () => {
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

  it('gives nothing for a number that is not the sender’s own, unknown or blocked', async () => {
    const user = await server.user();
    const blocked = await server.user({ is_blocked: true });
    expect((await fake.hear('en', contactOf(user.phone!, 78))).text).toContain('Press the button below');
    expect((await fake.hear('en', contactOf('+15550000000'))).text).toContain('There is no account');
    expect((await fake.hear('en', contactOf(blocked.phone!))).text).toContain('There is no account');
  });
});

describe('the page that plays Telegram', () => {
  let demo: TestServer;
  beforeEach(async () => {
    demo = await openTestServer({ app: { demo: true } });
  });

  it('is told of by the configuration, and gives a link', async () => {
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

  it('does not exist anywhere else', async () => {
    expect((await server.call('configs.all')).body).toMatchObject({ telegram_bot: null });
    const reply = await server.app.inject({ method: 'POST', url: '/demo/telegram' });
    expect(reply.statusCode).toBe(404);
    await demo.close();
  });
});
