import type { CallBody, CallName, CallParams, CallQuery, CallReply } from '../contract/calls/index.ts';
import type { RowOf } from '../contract/entities/index.ts';
import type { EntityName } from '../contract/entities/stores.ts';
import type { Principal } from '../contract/calls/define.ts';
import type { PhotoType } from '../contract/values.ts';
import type { Args, WriteName } from '../contract/writes/index.ts';
import type { Deps } from './deps.ts';
import type { Database, Tx, User } from './db/tables.ts';

/** The caller, read from the database at each request: roles and blocks apply at once. */
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

/** Context of a handler, for documented calls and pushed writes alike. Handlers use the database through `tx` only. */
export interface HandlerContext {
  tx: Tx;
  scope: string;
  caller: Caller;
  /** The server's clock at receipt, ISO with milliseconds. */
  received_at: string;
  /**
   * Raises the scope's counter, once per transaction, and returns the rev to write rows with. Lock the entity rows (ids
   * sorted) and check the guards before calling it: a transaction must not wait for a row while it holds the counter.
   */
  nextRev(): Promise<number>;
  /** Adds users whose devices are notified of this write after the commit. */
  poke(audience: 'all' | readonly string[]): void;
  /** After the commit, ends the event streams of those sessions of a user that are no longer valid. */
  sessionsEnded(user_id: string): void;
}

/** Input of a write handler: args parsed, id checked, clock corrected. */
export interface WriteInput<K extends WriteName> {
  id: string;
  args: Args<K>;
  op_id: string;
  device_id: string;
  base: Record<string, unknown> | null;
  base_rev: number;
  /** The claimed time corrected by the device's measured clock offset, never later than receipt. */
  corrected_at: string;
}

/** The row as the caller sees it after the write; null if the caller no longer sees it. */
export type WriteOutcome = { row: unknown; rev: number };

/** A handler throws Refused for a final refusal; any other error is a server error, and the write is retried. */
export type WriteHandler<K extends WriteName> = (
  context: HandlerContext,
  write: WriteInput<K>,
) => Promise<WriteOutcome>;

/** One handler per write, collected in server/sync/writes.ts: a missing one is a compile error. */
export type WriteHandlers = { [K in WriteName]: WriteHandler<K> };

/** Input of a documented call after its schemas. */
export interface CallInput<K extends CallName> {
  params: CallParams<K>;
  query: CallQuery<K>;
  body: CallBody<K>;
}

/** Context of calls that need no login: `caller` is null without one. */
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

/** The parts of the HTTP request that handlers use, and the headers that they may set on the response. */
export interface RequestFacts {
  id: string;
  ip: string;
  /** Idempotency-Key, or a new UUIDv7 if none was sent. */
  key: string;
  /** X-Device-Id, or null. */
  device_id: string | null;
  if_match: number | null;
  /** The image of a multipart body, validated and resized. */
  photo: UploadedPhoto | null;
  /** Validates and resizes an image; not inside a transaction. Throws as Photos.shrink does. */
  shrink(data: Uint8Array): Promise<UploadedPhoto>;
  header(name: string): string | undefined;
  cookie(name: string): string | undefined;
  set_cookie(name: string, value: string | null, max_age_s: number, path: string): void;
  set_header(name: string, value: string): void;
}

/** Calls that need no token. */
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
  | 'own.stop_link'
  | 'own.refresh'
  | 'own.logout';

export type CallHandler<K extends CallName> = (
  context: K extends AnonymousCall ? AnonymousContext : CallerContext,
  input: CallInput<K>,
) => Promise<CallReply<K>>;

/**
 * Calls that open their own transactions: hashing a password must not hold one, a push runs one per op, and a pull reads
 * one snapshot.
 */
export type SelfTransactionalAccountCall =
  | 'accounts.login'
  | 'accounts.register'
  | 'accounts.reset_password'
  | 'accounts.set_credentials'
  | 'own.change_password'
  | 'own.delete_account';
/** Decodes an image between two transactions. */
export type SelfTransactionalUploadCall = 'sync.upload_part';
export type SelfTransactionalCall =
  | SelfTransactionalAccountCall
  | SelfTransactionalUploadCall
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

/** One handler per call, collected in server/features/accounts/self-transactional.ts. */
export type SelfTransactionalAccountHandlers = { [K in SelfTransactionalAccountCall]: SelfTransactionalHandler<K> };

/** One handler per call, collected in server/features/blobs/routes.ts. */
export type UploadHandlers = { [K in SelfTransactionalUploadCall]: SelfTransactionalHandler<K> };

/** Calls whose response is not JSON; each has its own plugin. */
export type StreamCall = 'sync.events' | 'sync.blob' | 'books.file' | 'contacts.photo';

/** One handler per call, collected in server/http/routes.ts. */
export type CallHandlers = { [K in Exclude<CallName, StreamCall | SelfTransactionalCall>]: CallHandler<K> };

/** Erasing the account of `user_id`: the transaction, its rev and its time (ISO). */
export interface Erasure {
  tx: Tx;
  scope: string;
  user_id: string;
  rev: number;
  at: string;
}

/** Why the rows of an entity need no erasure of their own. */
export type NotErased =
  /** Content without an owner. */
  | 'shared content'
  /** The rows refer to the account, which has no name afterwards. */
  | 'anonymous with the account'
  /** Another entity of the same table erases them. */
  | 'erased with another entity';

/** What the server must know of an entity's table. Clean-up, change detection and erasure are derived from it. */
export interface EntityStorage {
  /** Table of the rows; it needs an index (scope, rev). */
  table: keyof Database;
  /** Whether deleted rows stay as tombstones that the clean-up deletes later. */
  tombstones: boolean;
  /** Removes personal data from the rows when an account is erased, or why there is nothing to remove. */
  erase: ((erasure: Erasure) => Promise<void>) | NotErased;
}

/** Source of an entity's rows for pulls. All access filters are in the SQL: other rows never leave the database. */
export interface EntityRows<K extends EntityName> {
  storage: EntityStorage;
  /** Rows and tombstones with after < rev <= upTo, ordered by rev then id, at most `limit`. */
  changed(context: RowsContext, after: number, upTo: number, limit: number): Promise<RowChange<K>[]>;
  /** Rows that are not deleted, ordered by id, with id > `after`. */
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

/** One source per entity, collected in server/sync/rows.ts. */
export type RowSources = { [K in EntityName]: EntityRows<K> };
