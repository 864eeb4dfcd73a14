import type { Call } from '../../contract/api-calls/define.ts';
import { syncCalls } from '../../contract/api-calls/sync.ts';
import { ErrorCode } from '../../contract/error-code.ts';
import { z } from '../../contract/zod.ts';
import type { Ports } from '../../src/lib/ports.ts';
import { retryAfterMs } from './retry.ts';

type SyncCall = keyof typeof syncCalls;

/**
 * A call of the sync cycle, given by its name; or any other call, given as an object that is imported together with the
 * calling module.
 */
export type CallRef = SyncCall | Call;
const callOf = (ref: CallRef): Call => (typeof ref === 'string' ? (syncCalls[ref] as Call) : ref);

/**
 * Result of a call. `reply` and `refused` are responses of our server; the other kinds mean that there was no response
 * from it.
 */
export type CallResult =
  | { kind: 'reply'; status: number; body: unknown; sent_at: number; received_at: number }
  | { kind: 'refused'; status: number; code: ErrorCode | null; retry_after_ms: number | null }
  | { kind: 'offline' | 'no_answer' | 'portal' };

/** Returns server time minus device time (ms), measured at the middle of the request. */
export function measureClockOffset(result: Extract<CallResult, { kind: 'reply' }>, server_time: string): number {
  return Date.parse(server_time) - (result.sent_at + result.received_at) / 2;
}

export interface RequestOptions {
  params?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  /** A body that is sent as JSON, or as a form if that is the encoding of the call. */
  body?: Record<string, unknown>;
  /** A body that is sent unchanged. Used for a push, because an op that is sent again must be byte-identical. */
  text?: string;
  /** A form with a file. */
  form?: FormData;
  /** Bytes that are sent unchanged. Used for a chunk of a file. */
  bytes?: ArrayBuffer;
  token?: string | null;
  device_id?: string;
  /** The Idempotency-Key of a call that must not take effect twice. */
  key?: string;
  timeout_ms?: number;
  /** If false, no cookies are sent, and cookies in the response are ignored. */
  cookies?: boolean;
  /** Converts the body of a reply as soon as it has arrived. */
  parse?: (body: unknown) => Promise<unknown>;
}

const BASE_TIMEOUT_MS = 20_000;
const BYTES_PER_MS = 8;

/** Returns the URL of a call with path and query parameters filled in. */
export function urlOf(name: CallRef, { params = {}, query = {} }: RequestOptions): string {
  const path = callOf(name).path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? ''));
  const pairs = Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]));
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs).toString()}`;
}

function encodeBody(
  name: CallRef,
  { body, text, bytes, form }: RequestOptions,
): { type: string | null; text: string | ArrayBuffer | FormData } | null {
  // The browser sets the content type of a form, because it contains the multipart boundary.
  if (form !== undefined) return { type: null, text: form };
  if (bytes !== undefined) return { type: 'application/octet-stream', text: bytes };
  if (text !== undefined) return { type: 'application/json', text };
  if (body === undefined) return null;
  if (callOf(name).encoding !== 'form') return { type: 'application/json', text: JSON.stringify(body) };
  return {
    type: 'application/x-www-form-urlencoded',
    text: new URLSearchParams(body as Record<string, string>).toString(),
  };
}

/** Returns the fetch options for an API request. */
export function requestInit(name: CallRef, request: RequestOptions, signal: AbortSignal): RequestInit {
  const content = encodeBody(name, request);
  return {
    method: callOf(name).method,
    headers: {
      'X-Haversack-Client': 'web/2',
      ...(content?.type && { 'Content-Type': content.type }),
      ...(request.token && { Authorization: `Bearer ${request.token}` }),
      ...(request.device_id && { 'X-Device-Id': request.device_id }),
      ...(request.key && { 'Idempotency-Key': request.key }),
    },
    ...(content && { body: content.text }),
    credentials: request.cookies === false ? 'omit' : 'same-origin',
    cache: 'no-store',
    // Redirects are not followed: only a captive portal redirects API calls.
    redirect: 'manual',
    signal,
  };
}

/** Parses only the code of an error: a newer server may send field codes that this version does not have. */
const Refusal = z.object({ code: ErrorCode });

/**
 * Converts an HTTP response into a result. Our server marks every response with X-Sync-Proto and responds in JSON;
 * anything else comes from an intermediary such as a captive portal.
 */
async function readResponse(
  response: Response,
  sent_at: number,
  { clock }: Ports,
  parse: RequestOptions['parse'],
): Promise<CallResult> {
  const retry_after_ms = retryAfterMs(response.headers.get('Retry-After'), clock.now());
  if (response.headers.get('X-Sync-Proto') === null) {
    if (response.status >= 500) return { kind: 'no_answer' };
    return { kind: 'portal' };
  }
  let body: unknown;
  try {
    body = JSON.parse(await response.text());
  } catch {
    return { kind: 'no_answer' };
  }
  if (response.ok) {
    const received_at = clock.now();
    return { kind: 'reply', status: response.status, body: parse ? await parse(body) : body, sent_at, received_at };
  }
  const error = Refusal.safeParse(body);
  return { kind: 'refused', status: response.status, code: error.success ? error.data.code : null, retry_after_ms };
}

/** Sends one API request, with a timeout that grows with the size of the request. Never throws for network errors. */
export async function send(ports: Ports, name: CallRef, request: RequestOptions = {}): Promise<CallResult> {
  const abort = new AbortController();
  const size = request.text?.length ?? request.bytes?.byteLength ?? 0;
  const cancelTimeout = ports.clock.after(request.timeout_ms ?? BASE_TIMEOUT_MS + size / BYTES_PER_MS, () =>
    abort.abort(),
  );
  const sent_at = ports.clock.now();
  try {
    const response = await ports.fetch(urlOf(name, request), requestInit(name, request, abort.signal));
    return await readResponse(response, sent_at, ports, request.parse);
  } catch {
    return { kind: ports.isOnline() ? 'no_answer' : 'offline' };
  } finally {
    cancelTimeout();
  }
}
