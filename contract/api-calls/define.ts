import type { EntityName } from '../entities/stores.ts';
import type { SuccessCode } from '../success-texts.ts';
import type { z } from '../zod.ts';

/** Roles of callers. A blocked or inactive account has no role: it gets 403 `blocked`. */
export const principals = ['anonymous', 'learner', 'consultant', 'manager', 'admin'] as const;
export type Principal = (typeof principals)[number];

export const anyone: readonly Principal[] = principals;
export const members: readonly Principal[] = ['learner', 'consultant', 'manager', 'admin'];
export const staff: readonly Principal[] = ['consultant', 'manager', 'admin'];

/** Determines the success text of a call from its request or response. */
interface SuccessRule<B, R> {
  of(body: B, reply: R): SuccessCode;
}

/**
 * An HTTP call of the API. Request schemas are strict, and only fields that are listed in the reply schema leave the
 * server.
 */
export interface Call<P = unknown, Q = unknown, B = unknown, R = unknown> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** URL path, with path parameters in braces. */
  path: string;
  roles: readonly Principal[];
  summary: string;
  /**
   * Whether a repeated request with the same Idempotency-Key gets the stored response. Never true for calls that return
   * a token.
   */
  idempotent: boolean;
  params?: z.ZodMiniType<P>;
  query?: z.ZodMiniType<Q>;
  body?: z.ZodMiniType<B>;
  /**
   * The entity whose row the call changes and returns. The body may also contain other fields of that row if their
   * values equal the stored ones, so that a client can send back an entire row.
   */
  echoes?: EntityName;
  /** Encoding of the request body; JSON if absent. */
  encoding?: 'json' | 'form' | 'multipart' | 'bytes';
  /** File fields of a multipart body. */
  files?: readonly string[];
  /**
   * How many documents (PDF, JPEG or PNG) the file fields of a multipart body can contain. If absent, the body can
   * contain one image.
   */
  documents?: number;
  /** Whether the file of the body is stored unchanged; otherwise it must be an image, which is decoded. */
  raw_file?: true;
  /** Whether the call can also respond with a URL: a string with status 200, without a success text. */
  url?: true;
  /** HTTP status of a successful response; 200 if absent. */
  status?: 200 | 201 | 204;
  reply: z.ZodMiniType<R>;
  /** The success text. The server adds it to the response as `message`, in the client's language. */
  success?: SuccessCode | SuccessRule<B, R>;
  /**
   * Rate limit per minute, counted per user if logged in, else per IP address. If absent, the default limit applies.
   */
  per_minute?: number;
  /** Rate limit per hour instead of per minute, for calls that send an email or reveal whether an account exists. */
  per_hour?: number;
  /**
   * Whether the call is served by a separate plugin instead of a handler, because its response is a stream: server-sent
   * events or a file.
   */
  stream?: true;
}

export function defineCall<P, Q, B, R>(call: Call<P, Q, B, R>): Call<P, Q, B, R> {
  return call;
}

/** Returns a call from a list of calls, with its types erased. */
export function untypedCall<T extends Record<string, unknown>>(list: T, name: keyof T): Call {
  return list[name] as Call;
}
