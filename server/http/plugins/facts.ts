import type { FastifyReply, FastifyRequest } from 'fastify';
import { uuidv7 } from 'uuidv7';
import { Refused } from '../../../contract/errors.ts';
import { Id } from '../../../contract/fields.ts';
import type { RequestFacts } from '../../handlers.ts';

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** Returns the UUID in a header, or null if the header is absent. Throws `invalid` for any other value. */
function idHeader(request: FastifyRequest, name: string): string | null {
  const value = headerOf(request, name.toLowerCase());
  if (value === undefined) return null;
  if (!Id.safeParse(value).success) throw new Refused('invalid', { [name]: 'invalid' });
  return value.toLowerCase();
}

/** Returns the Idempotency-Key header, or null if it is absent. Throws `invalid`. */
export const idempotencyKeyOf = (request: FastifyRequest): string | null => idHeader(request, 'Idempotency-Key');

/** Returns the X-Device-Id header, or null if it is absent. Throws `invalid`. */
export const deviceIdOf = (request: FastifyRequest): string | null => idHeader(request, 'X-Device-Id');

/**
 * Returns the rev in an If-Match header such as `"r812"`, or null if there is no such header. For a tag that is not a
 * rev, returns -1, which matches no row.
 */
function ifMatch(request: FastifyRequest): number | null {
  const value = headerOf(request, 'if-match');
  if (value === undefined || value === '*') return null;
  return Number(/^(?:W\/)?"r(\d{1,15})"$/.exec(value.trim())?.[1] ?? -1);
}

/** Collects the properties of a request that handlers use, and the functions that set response headers. */
export function requestFactsOf(request: FastifyRequest, reply: FastifyReply): RequestFacts {
  return {
    id: request.id,
    ip: request.ip,
    key: idempotencyKeyOf(request) ?? uuidv7(),
    device_id: deviceIdOf(request),
    if_match: ifMatch(request),
    photo: request.photo,
    documents: request.documents ?? [],
    file: request.sentFile,
    shrink: (data) => request.server.photos.shrink(request, data),
    header: (name) => headerOf(request, name.toLowerCase()),
    cookie: (name) => request.cookies[name],
    set_cookie: (name, value, max_age_s, path) =>
      void reply.setCookie(name, value ?? '', {
        path,
        httpOnly: true,
        secure: true,
        sameSite: 'strict',
        maxAge: value === null ? 0 : max_age_s,
      }),
    set_header: (name, value) => void reply.header(name, value),
  };
}
