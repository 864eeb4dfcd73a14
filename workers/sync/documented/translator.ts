import { callNamed, type CallName } from '../../../contract/api-calls/index.ts';
import { SYNC_PROTO } from '../../../contract/version.ts';
import { openDeviceDb, type PhoneDb } from '../../../src/db/schema/db.ts';
import { ensureDeviceId, savedDeviceValue } from '../../../src/db/schema/device.ts';
import { saveMeta, savedMeta } from '../../../src/db/schema/meta.ts';
import { openUserDb } from '../../../src/db/schema/user-db.ts';
import { createIdGenerator } from '../../../src/lib/ids.ts';
import type { Ports } from '../../../src/lib/ports.ts';
import { ApiClient, DEFAULT_RETRY_AFTER_MS, type ApiFacts, type ApiResult } from './api-client.ts';
import { ListReader } from './changes.ts';
import { readConfigs } from './configs.ts';
import { fetchBookFile, fetchFileOf } from './files.ts';
import { Ids } from './ids.ts';
import { isMissing } from './missing-calls.ts';
import { OutboxKeys } from './outbox-keys.ts';
import { readProfile } from './profile.ts';
import { findCall, isMissingCall, isRead, sendOnline } from './online-calls.ts';
import { convertReply } from './online-replies.ts';
import { pushOps } from './push.ts';
import { noResponse, retryAfterHeader, toRefusal, toReply, toResponse } from './responses.ts';

function tokenOf(init: RequestInit): string | null {
  const value = new Headers(init.headers).get('Authorization');
  return value === null ? null : (value.split(' ')[1] ?? null);
}

/** Returns the body of a request of the worker if it is a text. */
const textOf = ({ body }: RequestInit): string => (typeof body === 'string' ? body : '');

const patternOf = (name: CallName) => new RegExp(`^${callNamed(name).path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`);

interface IncomingRequest {
  url: string;
  path: string;
  init: RequestInit;
  client: ApiClient;
  /** The response, if the request was already sent to find out whether the server has the sync calls. */
  response: Response | undefined;
}

type Handler = (incoming: IncomingRequest, params: readonly string[]) => Promise<Response>;

/**
 * Translates between the worker and an API that has only the documented calls: answers the calls of our sync protocol
 * with the help of documented calls, and passes on documented calls. The rest of the worker, and its guarantees, stay
 * the same.
 */
export class Translator {
  private readonly ports: Ports;
  private readonly facts: ApiFacts;
  private readonly keys: OutboxKeys;
  private lists: { user_id: string; reader: ListReader } | null = null;
  private readonly handlers: readonly { name: CallName; pattern: RegExp; handle: Handler }[];

  constructor(ports: Ports, facts: ApiFacts) {
    this.ports = ports;
    this.facts = facts;
    this.keys = new OutboxKeys(facts.config.api ?? '');
    const handlers: Partial<Record<CallName, Handler>> = {
      'sync.changes': (incoming) => this.changes(incoming),
      'sync.snapshot': async () =>
        toReply(200, {
          rows: [],
          acked: [],
          as_of: 0,
          next: null,
          cursor: 0,
          total: 0,
          server_time: this.serverTime(),
        }),
      'sync.push': (incoming) => this.push(incoming),
      'sync.digest': async () => toRefusal(404, 'not_offered'),
      'sync.events': async ({ init }) => silentStream(init.signal ?? null),
      // The file is sent with the write that needs it.
      'sync.upload': async ({ init }) => toReply(200, { offset: bytesOf(init), complete: true }),
      'sync.blob': async (incoming, [sha256 = '']) =>
        this.withDb((db, user_id) => fetchFileOf(incoming.client, db, sha256, this.reader(user_id).files)),
      'books.file': async (incoming, [id = '']) => {
        const range = new Headers(incoming.init.headers).get('Range');
        return this.withDb((db, user_id) =>
          fetchBookFile(incoming.client, db, id, { range, urls: this.reader(user_id).files }),
        );
      },
      'own.refresh': async () => toRefusal(401, 'unauthorized'),
      'own.logout': async () => toReply(200, { ok: true }),
      'own.outbox_key': async () => this.outboxKey(),
      'accounts.login': (incoming) => this.login(incoming),
      'accounts.me': (incoming) => this.profile(incoming),
      'configs.all': (incoming) => this.configs(incoming),
    };
    this.handlers = Object.entries(handlers).map(([name, handle]) => ({
      name: name as CallName,
      pattern: patternOf(name as CallName),
      handle,
    }));
  }

  /** Answers a request of the worker. Rejects like fetch if the API does not respond. */
  async fetch(url: string, init: RequestInit, response?: Response): Promise<Response> {
    const path = url.split('?')[0] ?? '';
    if (!path.startsWith('/api/'))
      return this.ports.fetch(path.startsWith('/media/') ? `${this.base}${url}` : url, init);
    const client = new ApiClient(this.ports, this.facts, tokenOf(init));
    const incoming = { url, path, init, client, response };
    for (const { name, pattern, handle } of this.handlers) {
      const match = pattern.exec(path);
      if (match && callNamed(name).method === (init.method ?? 'GET')) return handle(incoming, match.slice(1));
    }
    return this.passOn(incoming);
  }

  /** Makes the next cycle read all lists, because the user requested the newest data or opened the app. */
  expire(): void {
    this.lists?.reader.expireAll(this.ports.clock.now());
  }

  private get base(): string {
    return (this.facts.config.api ?? '').replace(/\/+$/, '');
  }

  private serverTime(): string {
    return this.facts.server_time ?? new Date(this.ports.clock.now()).toISOString();
  }

  /** Passes on a call that needs no user, such as a login. */
  private async pass({ url, init, client, response }: IncomingRequest): Promise<ApiResult> {
    return response ? client.resultOf(response) : sendOnline(client, new Ids(), url, init);
  }

  /** Passes on a call of a screen, with the ids of the API, and converts the reply. */
  private async passOn(incoming: IncomingRequest): Promise<Response> {
    const { url, path, init, client, response } = incoming;
    const name = findCall(init.method ?? 'GET', path);
    const user = name && (await this.currentUser());
    if (!user) return toResponse(await this.pass(incoming));
    // The first request of a session was sent before the API was known: perhaps with the wrong scheme, and with the ids
    // of this device. It is repeated, unless the API may have executed it.
    const isExecuted = response && init.method === 'POST' && (response.ok || response.status >= 500);
    return this.withDb(async (db, user_id) => {
      if (!client.supports(name)) return toRefusal(422, 'not_offered');
      const ids = await Ids.load(db, this.reader(user_id).files);
      const result = isExecuted ? await this.pass(incoming) : await sendOnline(client, ids, url, init);
      if (result.kind === 'refused' && isMissingCall(result, url, init)) {
        await this.facts.missing.note(db, name, this.ports.clock.now());
        return toRefusal(422, 'not_offered');
      }
      if (result.kind !== 'reply') return toResponse(result);
      const me = (await db.me.get(user_id)) ?? null;
      const context = { ids, me, user_id, now: this.serverTime(), reported: new Set<string>() };
      const body = convertReply(name, result.body, { query: new URLSearchParams(url.split('?')[1]), context });
      await ids.save();
      if (body !== undefined) return toReply(result.status, body);
      // A command has taken effect even if its reply cannot be converted.
      return isRead(name) ? toRefusal(422, 'not_offered') : toReply(result.status, result.body);
    });
  }

  private async currentUser(): Promise<{ id: string; device_id: string } | null> {
    const device = openDeviceDb(this.ports);
    const user = await savedDeviceValue(device, 'current_user');
    const device_id = await ensureDeviceId(device, createIdGenerator(this.ports));
    device.close();
    return user ? { id: user.id, device_id } : null;
  }

  private async withDb<T>(run: (db: PhoneDb, user_id: string, device_id: string) => Promise<T>): Promise<T> {
    const user = await this.currentUser();
    if (!user) throw noResponse();
    const db = await openUserDb(user.id, this.ports);
    try {
      await this.facts.missing.load(db, this.ports.clock.now());
      return await run(db, user.id, user.device_id);
    } finally {
      db.close();
    }
  }

  private reader(user_id: string): ListReader {
    if (this.lists?.user_id !== user_id) this.lists = { user_id, reader: new ListReader() };
    return this.lists.reader;
  }

  private async changes({ url, client }: IncomingRequest): Promise<Response> {
    // A request without cursors asks only for the epoch, which a documented API does not have.
    if (!/[?&]p0=/.test(url))
      return toReply(200, { changes: [], acked: [], cursors: {}, has_more: false, server_time: this.serverTime() });
    return this.withDb(async (db, user_id) => {
      // Only our server has epochs. If the phone knows an epoch, its rows come from our server, and this response comes
      // from a captive portal.
      if ((await savedMeta(db, 'epoch')) !== undefined) throw noResponse();
      if (!(await savedMeta(db, 'documented'))) {
        await saveMeta(db, 'documented', true);
        await this.facts.missing.show(db);
      }
      const result = await this.reader(user_id).read(client, db, user_id);
      if (result.kind === 'changes') return toReply(200, result.reply);
      if (result.kind === 'unreachable') throw noResponse();
      return this.refuseAll(result);
    });
  }

  private refuseAll({ status, retry_after_ms }: { status: number; retry_after_ms: number | null }): Response {
    if (status === 429)
      return toRefusal(429, 'too_many_requests', retryAfterHeader(retry_after_ms ?? DEFAULT_RETRY_AFTER_MS));
    return toRefusal(status, status === 401 ? 'unauthorized' : 'invalid');
  }

  private async push({ init, client }: IncomingRequest): Promise<Response> {
    return this.withDb(async (db, user_id, device_id) => {
      if ((await savedMeta(db, 'epoch')) !== undefined) throw noResponse();
      const body = JSON.parse(textOf(init)) as unknown;
      const outcome = await pushOps(client, this.reader(user_id), db, { user_id, device_id, body });
      if (outcome.kind === 'results') return toReply(200, outcome.reply);
      if (outcome.kind === 'unreachable') throw noResponse();
      return this.refuseAll(outcome);
    });
  }

  private async login(incoming: IncomingRequest): Promise<Response> {
    const result = await this.pass(incoming);
    const form = new URLSearchParams(textOf(incoming.init));
    if (result.kind === 'reply') this.keys.remember(form.get('password') ?? '');
    // The specification does not define the status of a refused login.
    const isRefused = result.kind === 'refused' && [400, 401, 403, 422].includes(result.status);
    if (result.kind === 'refused' && isMissing(result.status)) return toRefusal(422, 'not_offered');
    if (!isRefused) return toResponse(result);
    return toRefusal(401, form.get('username')?.includes('@') ? 'wrong_email_or_password' : 'wrong_phone_or_password');
  }

  private async profile(incoming: IncomingRequest): Promise<Response> {
    const result = await this.pass(incoming);
    if (result.kind !== 'reply') return toResponse(result);
    const me = readProfile(result.body, this.serverTime());
    if (me === null) throw noResponse();
    this.keys.identify(me.id);
    return toReply(200, me);
  }

  private async configs(incoming: IncomingRequest): Promise<Response> {
    const result = await this.pass(incoming);
    return result.kind === 'reply' ? toReply(200, readConfigs(result.body)) : toResponse(result);
  }

  private async outboxKey(): Promise<Response> {
    const key = await this.keys.take();
    return key === null ? toRefusal(404, 'not_offered') : toReply(200, { key });
  }
}

/** Returns an event stream that sends nothing, because a documented API does not announce changes. */
function silentStream(signal: AbortSignal | null): Response {
  const body = new ReadableStream({
    start: (controller) => signal?.addEventListener('abort', () => controller.error(new TypeError('aborted'))),
  });
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream', 'X-Sync-Proto': String(SYNC_PROTO) } });
}

function bytesOf(init: RequestInit): number {
  const body = JSON.parse(textOf(init)) as { bytes?: number };
  return body.bytes ?? 0;
}
