import type { CallBody, CallName, CallParams, CallQuery, CallReply } from '../contract/calls/index.ts';
import type { RowOf } from '../contract/entities/index.ts';
import type { EntityName } from '../contract/entities/stores.ts';
import type { Principal } from '../contract/calls/define.ts';
import type { PhotoType } from '../contract/values.ts';
import type { Args, WriteName } from '../contract/writes/index.ts';
import type { Deps } from './deps.ts';
import type { Tx, User } from './db/tables.ts';

/** Who calls, read from the database at each request: roles and blocks apply at once. */
export interface Caller {
  scope: string;
  user_id: string;
  principal: Exclude<Principal, 'anonymous'>;
  is_staff: boolean;
  is_manager: boolean;
  is_subscribed: boolean;
  name: string;
  time_zone: string;
  user: User;
}

/** What a handler of either road may know and do. Handlers touch the database through `tx` alone. */
export interface HandlerContext {
  tx: Tx;
  scope: string;
  caller: Caller;
  /** The server's clock at receipt, ISO with ms. */
  received_at: string;
  /**
   * Raises the scope's counter once a transaction and gives the rev to write rows with. Lock the entity rows (ids
   * sorted) and check the guards before calling it: nobody may wait for a row while holding the counter.
   */
  nextRev(): Promise<number>;
  /** Whose phones hear of this write after the commit. */
  poke(audience: 'all' | readonly string[]): void;
}

/** A write as it reaches its handler: args parsed, id checked, clock corrected. */
export interface WriteInput<K extends WriteName> {
  id: string;
  args: Args<K>;
  op_id: string;
  device_id: string;
  base: Record<string, unknown> | null;
  base_rev: number;
  /** The claimed time moved by the phone's measured clock offset, never later than receipt. */
  corrected_at: string;
}

/** The row as the caller may see it after the write; null when nothing is left to show. */
export type WriteOutcome = { row: unknown; rev: number };

/** A handler throws Refused for a final refusal; whatever else it throws is a server error and is tried again. */
export type WriteHandler<K extends WriteName> = (
  context: HandlerContext,
  write: WriteInput<K>,
) => Promise<WriteOutcome>;

/** server/sync/writes.ts collects one handler a write: a missing one is a compile error. */
export type WriteHandlers = { [K in WriteName]: WriteHandler<K> };

/** Input of a documented call after its schemas. */
export interface CallInput<K extends CallName> {
  params: CallParams<K>;
  query: CallQuery<K>;
  body: CallBody<K>;
}

/** Calls that need no caller get null there. */
export interface AnonymousContext extends Omit<HandlerContext, 'caller'> {
  caller: Caller | null;
  request: RequestFacts;
}

export interface CallerContext extends HandlerContext {
  request: RequestFacts;
}

export interface UploadedPhoto {
  sha256: string;
  mime: PhotoType;
  data: Uint8Array;
}

/** What a handler may know of the HTTP request, and the one thing it may add to the reply. */
export interface RequestFacts {
  id: string;
  ip: string;
  /** Idempotency-Key, or a fresh UUIDv7 where none was sent. */
  key: string;
  /** X-Device-Id, or null. */
  device_id: string | null;
  if_match: number | null;
  /** The picture that a multipart body brought, checked and made small. */
  photo: UploadedPhoto | null;
  header(name: string): string | undefined;
  cookie(name: string): string | undefined;
  set_cookie(name: string, value: string | null, max_age_s: number, path: string): void;
  set_header(name: string, value: string): void;
}

/** Calls anybody may make without a token. */
export type AnonymousCall =
  | 'accounts.login'
  | 'accounts.register'
  | 'accounts.admin_reg_link'
  | 'accounts.bot_login'
  | 'accounts.recover'
  | 'accounts.reset_password'
  | 'accounts.spend_link'
  | 'accounts.set_credentials'
  | 'configs.all'
  | 'pages.footer_links'
  | 'own.check_link'
  | 'own.refresh'
  | 'own.logout';

export type CallHandler<K extends CallName> = (
  context: K extends AnonymousCall ? AnonymousContext : CallerContext,
  input: CallInput<K>,
) => Promise<CallReply<K>>;

/**
 * Calls that open their own transactions: hashing a password must not hold one, a push has one an op, and a pull reads
 * one still picture.
 */
export type SelfTransactionalAccountCall =
  | 'accounts.login'
  | 'accounts.register'
  | 'accounts.reset_password'
  | 'accounts.set_credentials'
  | 'own.change_password'
  | 'own.delete_account';
export type SelfTransactionalCall =
  | SelfTransactionalAccountCall
  | 'sync.push'
  | 'sync.changes'
  | 'sync.snapshot'
  | 'sync.digest';

export interface SelfTransactionalContext<C extends Caller | null> {
  deps: Deps;
  caller: C;
  request: RequestFacts;
}

export type SelfTransactionalHandler<K extends SelfTransactionalCall> = (
  context: SelfTransactionalContext<K extends AnonymousCall ? null : Caller>,
  input: CallInput<K>,
) => Promise<CallReply<K>>;

/** server/features/accounts/self-transactional.ts collects one handler each. */
export type SelfTransactionalAccountHandlers = { [K in SelfTransactionalAccountCall]: SelfTransactionalHandler<K> };

/** Calls that send no JSON: each is served by a plugin of its own. */
export type StreamCall = 'sync.events' | 'sync.blob' | 'books.file';

/** server/http/routes.ts collects one handler a call. */
export type CallHandlers = { [K in Exclude<CallName, StreamCall | SelfTransactionalCall>]: CallHandler<K> };

/** What a pull sends of one entity. All filters stand in the SQL: what is not the caller's never leaves the database. */
export interface EntityRows<K extends EntityName> {
  /** Rows and tombstones with after < rev <= upTo, ordered by rev then id, at most `limit`. */
  changed(context: RowsContext, after: number, upTo: number, limit: number): Promise<RowChange<K>[]>;
  /** Living rows ordered by id, beyond `after`. */
  page(context: RowsContext, after: string | null, limit: number): Promise<RowOf<K>[]>;
  count(context: RowsContext): Promise<number>;
  one(context: RowsContext, id: string): Promise<RowOf<K> | null>;
}

export interface RowsContext {
  tx: Tx;
  caller: Caller;
}

export type RowChange<K extends EntityName> =
  | { op: 'put'; id: string; rev: number; row: RowOf<K> }
  | { op: 'del' | 'gone'; id: string; rev: number };

/** server/sync/rows.ts collects one an entity. */
export type RowSources = { [K in EntityName]: EntityRows<K> };
