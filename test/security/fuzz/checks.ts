import { gunzipSync } from 'node:zlib';
import type { LightMyRequestResponse } from 'fastify';
import { callNamed, type CallName } from '../../../contract/api-calls/index.ts';
import { ErrorBody } from '../../../contract/error-body.ts';
import { errorStatus } from '../../../contract/error-status.ts';
import { entities } from '../../../contract/entities/index.ts';
import { PushReply } from '../../../contract/sync.ts';
import { documentedRefusals } from '../../../server/http/openapi/refusals.ts';
import { mayCall, refusalOf, type CallerKind } from '../callers.ts';
import { ProtectedWorld } from './protected.ts';

export interface FuzzReply {
  status: number;
  type: string;
  text: string;
}

/** Returns a response of the server. Its body is decompressed, because some requests accept compressed responses. */
export function readReply({ statusCode, headers, body, rawPayload }: LightMyRequestResponse): FuzzReply {
  const text = headers['content-encoding'] === 'gzip' ? gunzipSync(rawPayload).toString() : body;
  return { status: statusCode, type: String(headers['content-type'] ?? ''), text };
}

export interface FuzzedRequest {
  /** The call that method and path refer to; null if they refer to none. */
  name: CallName | null;
  method: string;
  by: CallerKind;
  /** Whether the request has its own Authorization header instead of the header of the caller. */
  isForged: boolean;
}

/** Matches parts of a stack trace, of SQL, or of a path on the server. */
const inner = new RegExp(
  [
    String.raw`(?:\\n|\n)\s+at `,
    String.raw`\.[cm]?[jt]s:\d+`,
    'node_modules',
    'node:internal',
    'duplicate key',
    'violates ',
    'syntax error at',
    String.raw`relation "`,
    String.raw`column "`,
    'invalid input syntax',
    String.raw`\bSQLSTATE\b`,
    String.raw`\bselect .+ from\b`,
    'FST_ERR',
    'ZodError',
    'Cannot read propert',
    'is not a function',
    process.cwd(),
  ].join('|'),
  'i',
);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Successful statuses other than the usual one. They belong to range requests and conditional requests. */
const otherSuccess: Readonly<Record<number, (name: CallName | null) => boolean>> = {
  206: (name) => name === null || callNamed(name).stream === true,
  304: () => true,
};

function refusalErrors({ name }: FuzzedRequest, { status, text }: FuzzReply): string[] {
  if (status === 416 && text === '') return [];
  const body = ErrorBody.safeParse(parsed(text));
  if (!body.success) return ['no valid error body'];
  const { code } = body.data;
  const errors = errorStatus[code] === status ? [] : [`code ${code} with another status`];
  if (name === null || code === 'unavailable') return errors;
  const isDocumented = documentedRefusals(name).get(status)?.includes(code);
  return isDocumented ? errors : [...errors, `code ${code} is not documented`];
}

function resultErrors(text: string): string[] {
  const reply = PushReply.safeParse(parsed(text));
  if (!reply.success) return ['no valid push reply'];
  return reply.data.results.flatMap(({ status, code, row }) => {
    if (status >= 500) return [`a write answered ${status}`];
    if (status === 200) return rowErrors(row);
    return code !== undefined && errorStatus[code] === status ? [] : [`a write answered ${status} ${String(code)}`];
  });
}

/** Checks the row in the result of a write. A null row stands for a deleted row. */
function rowErrors(row: unknown): string[] {
  if (row === undefined || row === null) return [];
  const isEntityRow = Object.values(entities).some(({ schema }) => schema.safeParse(row).success);
  return isEntityRow ? [] : ['a write returned a row of no entity'];
}

function successErrors({ name, method }: FuzzedRequest, { status, type, text }: FuzzReply): string[] {
  if (otherSuccess[status]?.(name)) return [];
  if (name === null) return method === 'OPTIONS' || type.includes('html') ? [] : [`success without a call`];
  const call = callNamed(name);
  if (call.url && status === 200 && typeof parsed(text) === 'string') return [];
  if (status !== (call.status ?? 200)) return [`status ${status} is not documented`];
  if (call.stream) return [];
  const reply = call.reply.safeParse(parsed(text));
  if (!reply.success) return [`reply does not fit its schema: ${reply.error.issues[0]?.path.join('.')}`];
  return name === 'sync.push' ? resultErrors(text) : [];
}

function roleErrors({ name, by, isForged }: FuzzedRequest, { status, text }: FuzzReply): string[] {
  if (name === null || isForged || mayCall(callNamed(name), by)) return [];
  const { code } = (parsed(text) ?? {}) as { code?: string };
  const expected = refusalOf(by);
  // Invalid headers are refused even before the caller is authenticated.
  if (code === expected || code === 'invalid' || code === 'device_revoked') return [];
  // The push of a blocked account is processed, because it may contain work from before the block.
  if (name === 'sync.push' && by === 'blocked' && status < 500) return [];
  return [`${status} ${String(code)} instead of ${expected}`];
}

/**
 * Returns true for the only documented response with a status of 500 or above: `unavailable`, which means that the
 * server is overloaded.
 */
export const isUnavailable = ({ status, text }: FuzzReply): boolean => status === 503 && text.includes('"unavailable"');

/** Returns the rules that a response violates. */
export function errorsIn(asked: FuzzedRequest, reply: FuzzReply): string[] {
  const { status, text } = reply;
  const errors: string[] = [];
  if (status >= 500 && !isUnavailable(reply)) errors.push(`status ${status}`);
  if (inner.test(text)) errors.push(`internals in the body: ${inner.exec(text)?.[0]}`);
  if (asked.by !== 'admin' && ProtectedWorld.isIn(text)) errors.push('a record of someone else in the body');
  if (asked.method !== 'HEAD') {
    errors.push(...(status >= 400 ? refusalErrors(asked, reply) : successErrors(asked, reply)));
    errors.push(...roleErrors(asked, reply));
  }
  return errors;
}

/**
 * Returns the kind of a response: its route, status and error codes. A request whose response is of a new kind is added
 * to the corpus.
 */
export function responseKind(route: string, { status, text }: FuzzReply): string {
  const body = parsed(text) as { code?: string; fields?: Record<string, { code: string }>; results?: unknown[] };
  const results = Array.isArray(body?.results) && route.startsWith('push') ? body.results : [];
  const writeKinds = results.map((result) => {
    const { status: own, code, fields } = result as { status: number; code?: string; fields?: object };
    return `${own} ${code ?? ''} ${Object.values(fields ?? {})
      .filter((value) => typeof value === 'string' && value.length < 30)
      .join()}`;
  });
  const codes = Object.values(body?.fields ?? {}).map((field) => field?.code);
  return `${route} ${status} ${body?.code ?? ''} ${[...new Set(codes)].toSorted().join()} ${[...new Set(writeKinds)].join()}`;
}
