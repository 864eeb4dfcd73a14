import type { EntityName } from '../entities/stores.ts';
import type { z } from '../zod.ts';

/** Roles of callers. A blocked or inactive account has none of them: it gets 403 `blocked`. */
export const principals = ['anonymous', 'learner', 'consultant', 'manager', 'admin'] as const;
export type Principal = (typeof principals)[number];

export const anyone: readonly Principal[] = principals;
export const members: readonly Principal[] = ['learner', 'consultant', 'manager', 'admin'];
export const staff: readonly Principal[] = ['consultant', 'manager', 'admin'];

/**
 * One HTTP call of the API. Request schemas are strict; fields that the reply schema does not name never leave the
 * server.
 */
export interface Call<P = unknown, Q = unknown, B = unknown, R = unknown> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path parameters are in braces. */
  path: string;
  roles: readonly Principal[];
  summary: string;
  /** Whether a repeated Idempotency-Key replays the stored response. Calls that return a token never do. */
  idempotent: boolean;
  params?: z.ZodMiniType<P>;
  query?: z.ZodMiniType<Q>;
  body?: z.ZodMiniType<B>;
  /**
   * The row that the call changes and returns. Its fields that the body does not name are accepted if they are as stored,
   * so that a client can send back what it has read.
   */
  echoes?: EntityName;
  /** Encoding of the body; json if absent. */
  encoding?: 'json' | 'form' | 'multipart' | 'bytes';
  /** File fields of a multipart body. */
  files?: readonly string[];
  /** Status of success; 200 if absent. */
  status?: 200 | 201 | 204;
  reply: z.ZodMiniType<R>;
  /** Rate limit per minute, by user if logged in, else by IP address. The default limit if absent. */
  per_minute?: number;
  /** Rate limit per hour instead, for calls that send an e-mail or reveal whether an account exists. */
  per_hour?: number;
  /** Served by its own plugin instead of a handler: server-sent events, bytes. */
  stream?: true;
}

export function defineCall<P, Q, B, R>(call: Call<P, Q, B, R>): Call<P, Q, B, R> {
  return call;
}

/** Returns one call of a list with its types erased. */
export function callIn<T extends Record<string, unknown>>(list: T, name: keyof T): Call {
  return list[name] as Call;
}
