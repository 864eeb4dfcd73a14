import { callNamed, type CallName } from '../../../contract/api-calls/index.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
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
import { fetchFileOf } from './files.ts';
import { OutboxKeys } from './outbox-keys.ts';
import { readProfile } from './profile.ts';
import { pushOps } from './push.ts';
import { isObject } from './values.ts';

/** Returns a response as our server would send it, so that the rest of the worker needs to know only one protocol. */
function reply(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  const text = JSON.stringify(body);
  return new Response(text, {
    status,
    headers: { 'Content-Type': 'application/json', 'X-Sync-Proto': String(SYNC_PROTO), ...headers },
  });
}

const refusal = (status: number, code: ErrorCode, headers: Record<string, string> = {}) =>
  reply(status, { code }, headers);

const retryAfter = (ms: number | null): Record<string, string> =>
  ms === null ? {} : { 'Retry-After': String(Math.ceil(ms / 1000)) };

/** The error of a request without a response. */
const noResponse = () => new TypeError('no response from the API');

/** Converts the result of a call into a response of our server. Throws if there was no response. */
function responseOf(result: ApiResult): Response {
  if (result.kind === 'reply') return reply(result.status, result.body);
  if (result.kind !== 'refused') throw noResponse();
  const { status, body, retry_after_ms } = result;
  const code = isObject(body) && typeof body['code'] === 'string' ? body['code'] : null;
  const usual: ErrorCode =
    status === 401
      ? 'unauthorized'
      : status === 403
        ? 'forbidden'
        : status === 404
          ? 'not_found'
          : status === 405 || status === 501
            ? 'not_offered'
            : status === 429
              ? 'too_many_requests'
              : 'invalid';
  return reply(
    status === 429 || status < 500 ? status : 422,
    { ...(isObject(body) && body), code: code ?? usual },
    retryAfter(retry_after_ms),
  );
}

function tokenOf(init: RequestInit): string | null {
  const value = new Headers(init.headers).get('Authorization');
  return value === null ? null : (value.split(' ')[1] ?? null);
}

/** Returns the body of a request of the worker if it is a text. */
const textOf = ({ body }: RequestInit): string => (typeof body === 'string' ? body : '');

const patternOf = (name: CallName) => new RegExp(`^${callNamed(name).path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`);

interface Incoming {
  url: string;
  path: string;
  init: RequestInit;
  client: ApiClient;
  /** The response, if the request was already sent to find out whether the server has the sync calls. */
  response: Response | undefined;
}

type Handler = (incoming: Incoming, params: readonly string[]) => Promise<Response>;

/**
 * Translates between the worker and an API that has only the documented calls: answers the calls of our sync protocol
 * with the help of documented calls, and passes documented calls on. The rest of the worker, and its guarantees, stay
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
        reply(200, { rows: [], acked: [], as_of: 0, next: null, cursor: 0, total: 0, server_time: this.serverTime() }),
      'sync.push': (incoming) => this.push(incoming),
      'sync.digest': async () => refusal(404, 'not_offered'),
      'sync.events': async ({ init }) => silentStream(init.signal ?? null),
      // The file is sent with the write that needs it.
      'sync.upload': async ({ init }) => reply(200, { offset: bytesOf(init), complete: true }),
      'sync.blob': async (incoming, [sha256 = '']) =>
        this.withDb((db, user_id) => fetchFileOf(incoming.client, db, sha256, this.reader(user_id).files)),
      'own.refresh': async () => refusal(401, 'unauthorized'),
      'own.logout': async () => reply(200, { ok: true }),
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
    return responseOf(await this.pass(incoming));
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

  /** Passes a documented call on, with the ids of the API. */
  private async pass({ url, init, client, response }: Incoming): Promise<ApiResult> {
    if (response) return client.resultOf(response);
    const body = init.body ?? undefined;
    const headers = new Headers(init.headers);
    const content_type = headers.get('Content-Type');
    const key = headers.get('Idempotency-Key');
    return client.send({
      method: init.method ?? 'GET',
      path: url,
      ...(body !== undefined && { body }),
      ...(content_type !== null && { content_type }),
      ...(key !== null && { key }),
    });
  }

  private async withDb<T>(run: (db: PhoneDb, user_id: string, device_id: string) => Promise<T>): Promise<T> {
    const device = openDeviceDb(this.ports);
    const user = await savedDeviceValue(device, 'current_user');
    const device_id = await ensureDeviceId(device, createIdGenerator(this.ports));
    device.close();
    if (!user) throw noResponse();
    const db = await openUserDb(user.id, this.ports);
    try {
      return await run(db, user.id, device_id);
    } finally {
      db.close();
    }
  }

  private reader(user_id: string): ListReader {
    if (this.lists?.user_id !== user_id) this.lists = { user_id, reader: new ListReader() };
    return this.lists.reader;
  }

  private async changes({ url, client }: Incoming): Promise<Response> {
    // A request without cursors asks only for the epoch, which a documented API does not have.
    if (!/[?&]p0=/.test(url))
      return reply(200, { changes: [], acked: [], cursors: {}, has_more: false, server_time: this.serverTime() });
    return this.withDb(async (db, user_id) => {
      // Only our server has epochs. If the phone knows an epoch, its rows come from our server, and this response comes
      // from a captive portal.
      if ((await savedMeta(db, 'epoch')) !== undefined) throw noResponse();
      if (!(await savedMeta(db, 'documented'))) await saveMeta(db, 'documented', true);
      const result = await this.reader(user_id).read(client, db, user_id);
      if (result.kind === 'changes') return reply(200, result.reply);
      if (result.kind === 'unreachable') throw noResponse();
      return this.refuseAll(result);
    });
  }

  private refuseAll({ status, retry_after_ms }: { status: number; retry_after_ms: number | null }): Response {
    if (status === 429) return refusal(429, 'too_many_requests', retryAfter(retry_after_ms ?? DEFAULT_RETRY_AFTER_MS));
    return refusal(status, status === 401 ? 'unauthorized' : 'invalid');
  }

  private async push({ init, client }: Incoming): Promise<Response> {
    return this.withDb(async (db, user_id, device_id) => {
      if ((await savedMeta(db, 'epoch')) !== undefined) throw noResponse();
      const body = JSON.parse(textOf(init)) as unknown;
      const outcome = await pushOps(client, this.reader(user_id), db, { user_id, device_id, body });
      if (outcome.kind === 'results') return reply(200, outcome.reply);
      if (outcome.kind === 'unreachable') throw noResponse();
      return this.refuseAll(outcome);
    });
  }

  private async login(incoming: Incoming): Promise<Response> {
    const result = await this.pass(incoming);
    const form = new URLSearchParams(textOf(incoming.init));
    if (result.kind === 'reply') this.keys.remember(form.get('password') ?? '');
    // The specification does not define the status of a refused login.
    const isRefused = result.kind === 'refused' && [400, 401, 403, 422].includes(result.status);
    if (!isRefused) return responseOf(result);
    return refusal(401, form.get('username')?.includes('@') ? 'wrong_email_or_password' : 'wrong_phone_or_password');
  }

  private async profile(incoming: Incoming): Promise<Response> {
    const result = await this.pass(incoming);
    if (result.kind !== 'reply') return responseOf(result);
    const me = readProfile(result.body, this.serverTime());
    if (me === null) throw noResponse();
    this.keys.identify(me.id);
    return reply(200, me);
  }

  private async configs(incoming: Incoming): Promise<Response> {
    const result = await this.pass(incoming);
    return result.kind === 'reply' ? reply(200, readConfigs(result.body)) : responseOf(result);
  }

  private async outboxKey(): Promise<Response> {
    const key = await this.keys.take();
    return key === null ? refusal(404, 'not_offered') : reply(200, { key });
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
