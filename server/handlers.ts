import type { CallBody, CallName, CallParams, CallQuery, CallReply } from '../contract/api-calls/index.ts';
import type { RowOf } from '../contract/entities/index.ts';
import type { EntityName } from '../contract/entities/stores.ts';
import type { Principal } from '../contract/api-calls/define.ts';
import type { FileType, PhotoType } from '../contract/values.ts';
import type { Args, WriteName } from '../contract/writes/index.ts';
import type { Deps } from './deps.ts';
import type { Database, Tx, User } from './db/tables.ts';
import type { Placement } from './files/place-bytes.ts';

/**
 * The user who makes a request. Read from the database on each request, so that changed roles and blocks take effect
 * immediately.
 */
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
  /**
   * Values that were read together with the account when the request was authorised. Absent while another account is
   * viewed.
   */
  seen?: {
    counter: { rev: number; horizon: number; epoch: string | undefined };
    device_id: string | null;
    /** The stored device; null if it is unknown. */
    device: { last_pull_at: string | null } | null;
  };
  /** Set while a manager or an admin views the app as this user. Such a request may only read. */
  view?: { id: string; viewer_id: string };
}

/**
 * Context of a handler, for documented calls and pushed writes alike. Handlers access the database only through `tx`.
 */
export interface HandlerContext {
  tx: Tx;
  scope: string;
  caller: Caller;
  /** When the server received the request, ISO with milliseconds. */
  received_at: string;
  /**
   * Returns the rev with which rows are written; the first call in a transaction increments the counter of the scope.
   * Before calling it, lock the entity rows (sorted by id) and check all preconditions, because a transaction must not
   * wait for a row while it holds the counter.
   */
  nextRev(): Promise<number>;
  /** Adds users whose devices are notified of this write after the commit. */
  poke(audience: 'all' | readonly string[]): void;
  /** Records that sessions of a user have ended: after the commit, the event streams of these sessions are closed. */
  sessionsEnded(user_id: string): void;
}

/** Input of a write handler, with parsed args, a checked id and a corrected time. */
export interface WriteInput<K extends WriteName> {
  id: string;
  args: Args<K>;
  op_id: string;
  device_id: string;
  base: Record<string, unknown> | null;
  base_rev: number;
  /** The time given by the device, corrected by its measured clock offset; never later than the time of receipt. */
  corrected_at: string;
  /**
   * Time at which the server first accepted this write, as reported by a device that sends the write again; see
   * sent-before.ts.
   */
  accepted_at?: string | undefined;
}

/** Result of a write: the row as the caller sees it afterwards, or null if the caller can no longer see it. */
export type WriteOutcome = { row: unknown; rev: number };

/** Throws Refused for a final refusal. Any other error is a server error, after which the phone retries the write. */
export type WriteHandler<K extends WriteName> = (
  context: HandlerContext,
  write: WriteInput<K>,
) => Promise<WriteOutcome>;

/** One handler per write, collected in server/sync/writes.ts. A missing handler is a compile error. */
export type WriteHandlers = { [K in WriteName]: WriteHandler<K> };

/** Input of a documented call, parsed by its schemas. */
export interface CallInput<K extends CallName> {
  params: CallParams<K>;
  query: CallQuery<K>;
  body: CallBody<K>;
}

/** Context of calls that need no login; `caller` is null if there is no login. */
export interface AnonymousContext extends Omit<HandlerContext, 'caller'> {
  caller: Caller | null;
  request: RequestFacts;
}

export interface CallerContext extends HandlerContext {
  request: RequestFacts;
}

/** A file whose content was checked: an image that was encoded again, or an unchanged PDF. */
export interface UploadedFile {
  sha256: string;
  mime: FileType;
  data: Uint8Array;
  /** Where the bytes were stored before the transaction; absent if they are stored in the row of the file. */
  placement?: Placement;
}

export interface UploadedPhoto extends UploadedFile {
  mime: PhotoType;
}

/** A document of a multipart body. */
export interface UploadedDocument extends UploadedFile {
  /** Name of the file on the sender's device, without a path. */
  name: string;
}

/** An uploaded file with its original content. */
export interface SentFile {
  sha256: string;
  data: Uint8Array;
  /** Name of the file on the sender's device, without a path. */
  name: string;
}

/** The parts of the HTTP request that handlers use, and the headers that they may set on the response. */
export interface RequestFacts {
  id: string;
  ip: string;
  /** The Idempotency-Key header, or a new UUIDv7 if it is absent. */
  key: string;
  /** The X-Device-Id header, or null if it is absent. */
  device_id: string | null;
  if_match: number | null;
  /** The image of a multipart body, validated and resized. */
  photo: UploadedPhoto | null;
  /** The documents of a multipart body, validated; images are resized. */
  documents: readonly UploadedDocument[];
  /** The file of a multipart body, with its original content. Set only for calls that process the file themselves. */
  file: SentFile | null;
  /**
   * Validates and resizes an image. Must not be called inside a transaction. Throws the same errors as Photos.shrink.
   */
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
  | 'own.check_registration'
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
 * Calls that open their own transactions. No transaction may be open while a password is hashed; refusals are counted,
 * and payment providers are called, after the transaction; a push runs one transaction per batch; and a pull reads from
 * one snapshot.
 */
export type SelfTransactionalAccountCall =
  | 'accounts.login'
  | 'accounts.register'
  | 'own.check_registration'
  | 'accounts.reset_password'
  | 'accounts.set_credentials'
  | 'own.change_password'
  | 'own.delete_account';
/** A call that decodes an image between two transactions. */
export type SelfTransactionalUploadCall = 'sync.upload_part';
/** Calls that commit the intent to pay before they call the payment provider. */
export type SelfTransactionalPaymentCall = 'books.purchase' | 'subscription.package_purchase' | 'payments.donation';
/** Calls that respond with a URL if there is something to pay online, and with a row otherwise. */
type UrlOrRowCall = 'payments.donation';
export type SelfTransactionalCall =
  | SelfTransactionalAccountCall
  | SelfTransactionalPaymentCall
  | SelfTransactionalUploadCall
  | 'sync.push'
  | 'sync.changes'
  | 'sync.snapshot'
  | 'sync.digest';

export interface SelfTransactionalContext<C extends Caller | null> {
  deps: Deps;
  caller: C;
  request: RequestFacts;
  /**
   * Runs a transaction for the caller. An idempotent call must make all its changes in one such transaction. The
   * transaction is committed at most once per idempotency key: a repeated request gets its stored result, converted to
   * JSON and back, and runs only the code that follows the transaction. Rejects if there is no caller.
   */
  once<T extends string | null>(run: (context: HandlerContext) => Promise<T>): Promise<T>;
}

export type SelfTransactionalHandler<K extends SelfTransactionalCall> = (
  context: SelfTransactionalContext<K extends AnonymousCall ? null : Caller>,
  input: CallInput<K>,
) => Promise<CallReply<K> | (K extends UrlOrRowCall ? string : never)>;

/** One handler per call, collected in server/features/accounts/self-transactional.ts. */
export type SelfTransactionalAccountHandlers = { [K in SelfTransactionalAccountCall]: SelfTransactionalHandler<K> };

/** One handler per call, collected in server/features/blobs/routes.ts. */
export type UploadHandlers = { [K in SelfTransactionalUploadCall]: SelfTransactionalHandler<K> };

/** One handler per call, collected in server/http/routes.ts. */
export type PaymentHandlers = { [K in SelfTransactionalPaymentCall]: SelfTransactionalHandler<K> };

/** Calls whose response is not JSON. Each is served by its own plugin. */
export type StreamCall = 'sync.events' | 'sync.blob' | 'books.file' | 'contacts.photo' | 'accounting.ledger';

/** One handler per call, collected in server/http/routes.ts. */
export type CallHandlers = { [K in Exclude<CallName, StreamCall | SelfTransactionalCall>]: CallHandler<K> };

/** Context for erasing the account of `user_id`: the transaction, its rev and its time (ISO). */
export interface Erasure {
  tx: Tx;
  scope: string;
  user_id: string;
  rev: number;
  at: string;
}

/** Why the rows of an entity need no erasure code. */
export type ErasureExemption =
  /** The rows are content that belongs to no user. */
  | 'shared content'
  /** The rows refer only to the account, which has no name after its erasure. */
  | 'anonymous with the account'
  /** The rows are erased together with another entity that uses the same table. */
  | 'erased with another entity';

/** How the rows of an entity are stored. Clean-up, change detection and erasure are derived from this. */
export interface EntityStorage {
  /** Name of the table. It needs an index on (scope, rev). */
  table: keyof Database;
  /** Whether deleted rows stay in the table as tombstones until the clean-up deletes them. */
  tombstones: boolean;
  /**
   * A function that removes personal data from the rows when an account is erased, or the reason why there is nothing
   * to remove.
   */
  erase: ((erasure: Erasure) => Promise<void>) | ErasureExemption;
}

/**
 * Reads the rows of an entity for pulls. All access filters are part of the SQL, so that rows which the caller may not
 * see never leave the database.
 */
export interface EntityRows<K extends EntityName> {
  storage: EntityStorage;
  /** Returns at most `limit` rows and tombstones with after < rev <= upTo, ordered by rev, then id. */
  changed(context: RowsContext, after: number, upTo: number, limit: number): Promise<RowChange<K>[]>;
  /** Returns at most `limit` rows that are not deleted and have id > `after`, ordered by id. */
  page(context: RowsContext, after: string | null, limit: number): Promise<RowOf<K>[]>;
  count(context: RowsContext): Promise<number>;
  one(context: RowsContext, id: string): Promise<RowOf<K> | null>;
  /** Locks the records with these ids that the caller may change, in the order of their ids. See: [Note: Batches] */
  lock?(context: RowsContext, ids: readonly string[]): Promise<unknown>;
}

export interface RowsContext {
  tx: Tx;
  caller: Caller;
  /** When the server received the request, ISO with milliseconds. */
  received_at: string;
}

export type RowChange<K extends EntityName> =
  | { op: 'put'; id: string; rev: number; row: RowOf<K> }
  | { op: 'del' | 'gone'; id: string; rev: number };

/** One source per entity, collected in server/sync/rows.ts. */
export type RowSources = { [K in EntityName]: EntityRows<K> };
