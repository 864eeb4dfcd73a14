import type { z } from '../zod.ts';

/** Who calls. A blocked or inactive account is none of these: it gets 403 `blocked`. */
export const principals = ['anonymous', 'learner', 'consultant', 'manager', 'admin'] as const;
export type Principal = (typeof principals)[number];

export const anyone: readonly Principal[] = principals;
export const members: readonly Principal[] = ['learner', 'consultant', 'manager', 'admin'];
export const staff: readonly Principal[] = ['consultant', 'manager', 'admin'];

/** One HTTP call of the API. Schemas are strict inwards; what a reply's schema does not name never leaves the server. */
export interface Call<P = unknown, Q = unknown, B = unknown, R = unknown> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path parameters stand in braces. */
  path: string;
  roles: readonly Principal[];
  summary: string;
  /** Replays its stored answer to a repeated Idempotency-Key. Calls that hand out a token never do. */
  idempotent: boolean;
  params?: z.ZodMiniType<P>;
  query?: z.ZodMiniType<Q>;
  body?: z.ZodMiniType<B>;
  /** How the body travels; json when absent. */
  encoding?: 'json' | 'form' | 'multipart' | 'bytes';
  /** Files that a multipart body may bring, by field. */
  files?: readonly string[];
  /** Status of success; 200 when absent. */
  status?: 200 | 201 | 204;
  reply: z.ZodMiniType<R>;
  /** Requests a minute: by user where there is one, else by address. The normal limit when absent. */
  per_minute?: number;
  /** Requests an hour, instead: where each one may cost somebody a mail, or tell who is here. */
  per_hour?: number;
  /** Served by a plugin of its own and not by a handler: server-sent events, bytes. */
  stream?: true;
}

export function defineCall<P, Q, B, R>(call: Call<P, Q, B, R>): Call<P, Q, B, R> {
  return call;
}

/** One call of a list with its types erased, for whoever brings its calls along. */
export function callIn<T extends Record<string, unknown>>(list: T, name: keyof T): Call {
  return list[name] as Call;
}
