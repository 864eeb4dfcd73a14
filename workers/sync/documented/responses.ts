import type { ErrorCode } from '../../../contract/errors.ts';
import { SYNC_PROTO } from '../../../contract/version.ts';
import type { ApiResult } from './api-client.ts';
import { isObject } from './values.ts';

/** Returns a response as our server would send it, so that the rest of the worker needs to know only one protocol. */
export function toReply(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  const text = JSON.stringify(body);
  return new Response(text, {
    status,
    headers: { 'Content-Type': 'application/json', 'X-Sync-Proto': String(SYNC_PROTO), ...headers },
  });
}

export const toRefusal = (status: number, code: ErrorCode, headers: Record<string, string> = {}) =>
  toReply(status, { code }, headers);

export const retryAfterHeader = (ms: number | null): Record<string, string> =>
  ms === null ? {} : { 'Retry-After': String(Math.ceil(ms / 1000)) };

/** The error of a request without a response. */
export const noResponse = () => new TypeError('no response from the API');

/** Converts the result of a call into a response of our server. Throws if there was no response. */
export function toResponse(result: ApiResult): Response {
  if (result.kind === 'reply') return toReply(result.status, result.body);
  if (result.kind !== 'refused') throw noResponse();
  const { status, body, retry_after_ms } = result;
  const code = isObject(body) && typeof body['code'] === 'string' ? body['code'] : null;
  const defaultCode: ErrorCode =
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
  return toReply(
    status === 429 || status < 500 ? status : 422,
    { ...(isObject(body) && body), code: code ?? defaultCode },
    retryAfterHeader(retry_after_ms),
  );
}
