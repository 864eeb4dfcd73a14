import { callNamed, type CallName } from '../../../contract/api-calls/index.ts';
import type { Ports } from '../../../src/lib/ports.ts';
import { retryAfterMs } from '../retry.ts';
import type { ClientConfig } from './config.ts';
import type { MissingCalls } from './missing-calls.ts';
import { isObject } from './values.ts';

/** A request to the API. `path` contains the values of its parameters. */
export interface ApiRequest {
  method: string;
  path: string;
  body?: BodyInit;
  content_type?: string;
  key?: string;
  etag?: string;
  range?: string;
}

/**
 * `reply`: the API executed the request. `same`: the list has not changed since the ETag in the request. `refused`: the
 * API did not execute the request; `retry_after_ms` is null if the API does not say when to try again. `none`: the API
 * did not respond, so a write may or may not have taken effect.
 */
export type ApiResult =
  | { kind: 'reply'; status: number; body: unknown; etag: string | null; replayed: boolean }
  | { kind: 'same' }
  | { kind: 'refused'; status: number; body: unknown; retry_after_ms: number | null }
  | { kind: 'none'; is_network: boolean };

const TIMEOUT_MS = 30_000;
const BYTES_PER_MS = 8;
/** Wait in ms after a 429 without Retry-After. */
export const DEFAULT_RETRY_AFTER_MS = 60_000;

/** Whether a body with status 200 describes an error. */
export function isErrorBody(body: unknown): boolean {
  if (!isObject(body)) return false;
  const { error, errors, success, ok, status, detail } = body;
  if (success === false || ok === false) return true;
  if (status === 'error' || status === 'fail' || status === 'failed') return true;
  if (typeof detail === 'string' && Object.keys(body).length === 1) return true;
  const isError = (value: unknown) =>
    typeof value === 'string' ? value !== '' : isObject(value) || (Array.isArray(value) && value.length > 0);
  return isError(error) || isError(errors);
}

/** Returns a documented path with its parameters filled in. */
export function pathOf(
  name: CallName,
  params: Record<string, string | number> = {},
  query: Record<string, string | number> = {},
): string {
  const path = callNamed(name).path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? ''));
  const pairs = Object.entries(query).map(([key, value]) => [key, String(value)]);
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs).toString()}`;
}

/** What this context has found out about the API. */
export interface ApiFacts {
  config: ClientConfig;
  scheme: 'JWT' | 'Bearer';
  /** Whether the API has shown that it recognises a repeated Idempotency-Key. */
  keepsKeys: boolean;
  missing: MissingCalls;
  /** The time in the last response, ISO; the device's time if the API sends none. */
  server_time: string | null;
}

/** Sends requests to the API with the token of a user, and classifies the responses. */
export class ApiClient {
  readonly ports: Ports;
  readonly facts: ApiFacts;
  private readonly token: string | null;

  constructor(ports: Ports, facts: ApiFacts, token: string | null) {
    this.ports = ports;
    this.facts = facts;
    this.token = token;
  }

  /** The time by the API's clock, ISO. */
  serverTime(): string {
    return this.facts.server_time ?? new Date(this.ports.clock.now()).toISOString();
  }

  /** Whether the API has a call; true if nothing to the contrary is known. */
  supports(name: CallName): boolean {
    return !this.facts.missing.has(name, this.ports.clock.now());
  }

  /**
   * Sends a request. If the token is refused and the configuration specifies no authorization scheme, retries once with
   * the second of the two schemes that the specification names. Never throws for network errors.
   */
  async send(request: ApiRequest): Promise<ApiResult> {
    // The scheme is read once, because another request may change it while this request is running.
    const scheme = this.facts.scheme;
    const result = await this.sendAs(request, scheme);
    const canSwitch = this.token !== null && this.facts.config.token === null;
    if (result.kind !== 'refused' || result.status !== 401 || !canSwitch) return result;
    const otherScheme = scheme === 'Bearer' ? 'JWT' : 'Bearer';
    const secondResult = await this.sendAs(request, otherScheme);
    // The token is invalid only if both schemes are refused.
    if (secondResult.kind === 'refused' && secondResult.status === 401) return result;
    if (secondResult.kind !== 'none') this.facts.scheme = otherScheme;
    return secondResult;
  }

  /** Sends a request and returns the response itself, for files. */
  fetch(request: ApiRequest, signal: AbortSignal | null): Promise<Response> {
    return this.ports.fetch(this.urlOf(request.path), this.initOf(request, this.facts.scheme, signal));
  }

  private urlOf(path: string): string {
    return /^https?:/.test(path) ? path : `${(this.facts.config.api ?? '').replace(/\/+$/, '')}${path}`;
  }

  /** Whether a path is on the API's origin. URLs of files may have another origin, which must not get the token. */
  private isOnApiOrigin(path: string): boolean {
    if (!/^https?:/.test(path)) return true;
    const own = this.facts.config.api ?? globalThis.location?.origin;
    return URL.canParse(own) && new URL(own).origin === new URL(path).origin;
  }

  private initOf(request: ApiRequest, scheme: string, signal: AbortSignal | null): RequestInit {
    return {
      method: request.method,
      headers: {
        Accept: 'application/json',
        ...(request.content_type && { 'Content-Type': request.content_type }),
        ...(this.token && this.isOnApiOrigin(request.path) && { Authorization: `${scheme} ${this.token}` }),
        ...(request.key && { 'Idempotency-Key': request.key }),
        ...(request.etag && { 'If-None-Match': request.etag }),
        ...(request.range && { Range: request.range }),
      },
      ...(request.body !== undefined && { body: request.body }),
      credentials: 'omit',
      cache: 'no-store',
      // A redirect leads to a login page or a captive portal.
      redirect: 'manual',
      signal,
    };
  }

  private async sendAs(request: ApiRequest, scheme: string): Promise<ApiResult> {
    const abort = new AbortController();
    const size = typeof request.body === 'string' ? request.body.length : 0;
    const cancelTimeout = this.ports.clock.after(TIMEOUT_MS + size / BYTES_PER_MS, () => abort.abort());
    try {
      const response = await this.ports.fetch(this.urlOf(request.path), this.initOf(request, scheme, abort.signal));
      return await this.resultOf(response);
    } catch {
      return { kind: 'none', is_network: true };
    } finally {
      cancelTimeout();
    }
  }

  /** Classifies a response. */
  async resultOf(response: Response): Promise<ApiResult> {
    const { status, headers } = response;
    if (status === 304) return { kind: 'same' };
    let body: unknown = null;
    try {
      const text = await response.text();
      body = text === '' && status >= 200 && status < 300 ? {} : JSON.parse(text);
    } catch {
      // The response is a page of a captive portal or a proxy, or it is incomplete.
      const isDefinite = status === 401 || status === 404 || status === 405 || status === 429 || status === 501;
      if (!isDefinite) return { kind: 'none', is_network: false };
    }
    const date = Date.parse(headers.get('Date') ?? '');
    this.facts.server_time = Number.isNaN(date) ? null : new Date(date).toISOString();
    if (headers.get('Idempotency-Replayed') !== null) this.facts.keepsKeys = true;
    if (status >= 200 && status < 300 && !isErrorBody(body))
      return {
        kind: 'reply',
        status,
        body,
        etag: headers.get('ETag'),
        replayed: headers.get('Idempotency-Replayed') === 'true',
      };
    if (status >= 500 && status !== 501) return { kind: 'none', is_network: false };
    if (status === 0 || (status >= 300 && status < 400)) return { kind: 'none', is_network: false };
    return this.refusal(status, body, headers);
  }

  private refusal(status: number, body: unknown, headers: Headers): ApiResult {
    const requested = retryAfterMs(headers.get('Retry-After'), this.ports.clock.now());
    const retry_after_ms = status === 429 ? (requested ?? DEFAULT_RETRY_AFTER_MS) : requested;
    // A success that describes an error counts as a refusal of the sent values.
    return { kind: 'refused', status: status < 300 ? 422 : status, body, retry_after_ms };
  }

  /** Sends a documented call with a JSON body. */
  call(
    name: CallName,
    options: {
      params?: Record<string, string | number>;
      query?: Record<string, string | number>;
      body?: unknown;
      key?: string;
      etag?: string;
    } = {},
  ): Promise<ApiResult> {
    const { params, query, body, key, etag } = options;
    return this.send({
      method: callNamed(name).method,
      path: pathOf(name, params, query),
      ...(body !== undefined && { body: JSON.stringify(body), content_type: 'application/json' }),
      ...(key !== undefined && { key }),
      ...(etag !== undefined && { etag }),
    });
  }
}
