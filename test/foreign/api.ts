import type { RouteReply } from './handler.ts';
import { openRoutes, routes } from './routes.ts';
import { makeWorld, type Account, type World } from './world.ts';

/** How the API behaves. All chances are between 0 and 1. */
export interface ForeignOptions {
  now: () => number;
  random: () => number;
  contacts?: number;
  /** The chance that a call fails with 500 before it has any effect. */
  error_chance?: number;
  /** The chance that a request does not reach the API. */
  lost_request_chance?: number;
  /** The chance that a call takes effect and its response is lost. */
  lost_chance?: number;
  /** Whether lists have ETags. */
  etag?: boolean;
  /** Whether a repeated Idempotency-Key gets the first response again. */
  keeps_keys?: boolean;
  /** Difference between the clock of the API and the real time, ms. */
  clock_error_ms?: number;
  scheme?: 'JWT' | 'Bearer';
  /** The content of config.json, which is served beside the page; absent if there is no such file. */
  client_config?: Record<string, unknown>;
}

interface SeenRequest {
  method: string;
  path: string;
  key: string | null;
  bytes: number;
}

const patterns = Object.entries(routes).map(([route, handler]) => {
  const [method, path] = route.split(' ') as [string, string];
  return { route, method, pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '([^/]+)')}$`), handler };
});

/** Reads the fields of JSON or of a form. */
async function bodyOf(
  request: Request,
): Promise<{ body: Record<string, unknown>; file: { type: string; data: Uint8Array<ArrayBuffer> } | null }> {
  const type = request.headers.get('Content-Type') ?? '';
  if (request.method === 'GET' || request.method === 'DELETE' || type === '') return { body: {}, file: null };
  if (type.includes('json')) return { body: JSON.parse(await request.text()) as Record<string, unknown>, file: null };
  const form = await request.formData();
  const files = [...form.entries()].flatMap(([, value]) => (typeof value === 'string' ? [] : [value]));
  const body = Object.fromEntries([...form.entries()].filter(([, value]) => typeof value === 'string'));
  return { body, file: files[0] ? { type: files[0].type, data: new Uint8Array(await files[0].arrayBuffer()) } : null };
}

/**
 * An API that has only the documented calls. It is written from the specification, independent of our server, and its
 * format differs from ours: ids are numbers, some names are in camelCase, lists are bare arrays or envelopes of several
 * kinds, and there are no revisions. It keeps all data in memory.
 */
export class ForeignApi {
  readonly world: World;
  readonly options: ForeignOptions;
  readonly seen: SeenRequest[] = [];
  /** Responses for the next requests to a path, instead of the API's own. */
  private readonly scripted: { path: string; answer: () => Response | Promise<Response>; isAfterEffect: boolean }[] =
    [];
  private readonly replaced = new Map<string, () => Response | Promise<Response>>();
  private readonly answers = new Map<string, RouteReply>();

  constructor(options: ForeignOptions) {
    this.options = options;
    this.world = makeWorld(options.now(), options.contacts);
  }

  /** Sets the response to the next request to a path. With `isAfterEffect`, the API still executes the request. */
  next(path: string, answer: () => Response | Promise<Response>, isAfterEffect = false): void {
    this.scripted.push({ path, answer, isAfterEffect });
  }

  /** Sets the response to all requests to a path until `restore`. */
  replace(path: string, answer: () => Response | Promise<Response>): void {
    this.replaced.set(path, answer);
  }

  restore(path: string): void {
    this.replaced.delete(path);
  }

  calls(path: string): SeenRequest[] {
    return this.seen.filter((seen) => seen.path === path);
  }

  /** The network port of a phone that uses this API. */
  fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const response = await this.handle(new Request(new URL(url, 'https://api.test'), init));
    if (init.signal?.aborted) throw new TypeError('aborted');
    return response;
  };

  async handle(request: Request): Promise<Response> {
    const { pathname: path, searchParams: query } = new URL(request.url);
    const { method } = request;
    const { client_config } = this.options;
    if (path === '/config.json')
      return client_config ? Response.json(client_config) : new Response('', { status: 404 });
    const key = request.headers.get('Idempotency-Key');
    const step = this.take(path);
    if (step && !step.isAfterEffect) return step.answer();
    const { error_chance = 0, lost_chance = 0, lost_request_chance = 0, random } = this.options;
    if (random() < lost_request_chance) throw new TypeError('the request was lost');
    const seen: SeenRequest = { method, path, key, bytes: 0 };
    this.seen.push(seen);
    const replaced = this.replaced.get(path);
    if (replaced) return replaced();
    if (random() < error_chance) return this.respond(request, { status: 500, body: { detail: 'Server error' } });
    const answered = await this.answerTo(request, path, query, key);
    if (step) return step.answer();
    if (random() < lost_chance) throw new TypeError('the response was lost');
    const response = answered instanceof Response ? answered : this.respond(request, answered);
    seen.bytes = Number(response.headers.get('X-Bytes'));
    return response;
  }

  private take(path: string) {
    const at = this.scripted.findIndex((step) => step.path === path);
    return at < 0 ? undefined : this.scripted.splice(at, 1)[0];
  }

  private async answerTo(
    request: Request,
    path: string,
    query: URLSearchParams,
    key: string | null,
  ): Promise<RouteReply | Response> {
    const file = this.world.files.get(path);
    if (file) return new Response(file.data, { headers: { 'Content-Type': file.type } });
    if (path === '/api/accounts/login/') return this.login(request);
    const match = patterns.find(({ method, pattern }) => method === request.method && pattern.test(path));
    if (!match) return { status: 404, body: { detail: 'Not found.' } };
    const caller = this.callerOf(request);
    if (!caller && !openRoutes.includes(match.route)) return { status: 401, body: { detail: 'Invalid token.' } };
    const known = this.options.keeps_keys && key !== null ? this.answers.get(key) : undefined;
    if (known) return this.respond(request, known, { 'Idempotency-Replayed': 'true' });
    const { world } = this;
    const params = match.pattern.exec(path)!.slice(1);
    const answered = match.handler({ world, caller, params, query, now: this.now(), ...(await bodyOf(request)) });
    if (key !== null) this.answers.set(key, structuredClone(answered));
    return answered;
  }

  private async login(request: Request): Promise<RouteReply> {
    const form = new URLSearchParams(await request.text());
    const account = this.world.accounts.find(
      ({ email, password }) => email === form.get('username') && password === form.get('password'),
    );
    if (!account) return { status: 400, body: { non_field_errors: ['Unable to log in'] } };
    return { status: 200, body: { token: `token-${account.id}`, user: account.id } };
  }

  private callerOf(request: Request): Account | null {
    const [scheme, token] = (request.headers.get('Authorization') ?? '').split(' ');
    if (scheme !== (this.options.scheme ?? 'JWT')) return null;
    return this.world.accounts.find(({ id }) => token === `token-${id}`) ?? null;
  }

  private now(): number {
    return this.options.now() + (this.options.clock_error_ms ?? 0);
  }

  private respond(request: Request, { status, body }: RouteReply, more: Record<string, string> = {}): Response {
    const text = JSON.stringify(body);
    const etag = `"${status}-${text.length}-${[...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7)}"`;
    const hasEtag = this.options.etag === true && request.method === 'GET' && status === 200;
    const headers = {
      'Content-Type': 'application/json',
      Date: new Date(this.now()).toUTCString(),
      ...(hasEtag && { ETag: etag }),
      ...more,
    };
    if (hasEtag && request.headers.get('If-None-Match') === etag) return new Response(null, { status: 304, headers });
    return new Response(text, { status, headers: { ...headers, 'X-Bytes': String(text.length) } });
  }
}
