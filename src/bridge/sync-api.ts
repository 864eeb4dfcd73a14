import type { LogoutMode, LogoutResult } from '../lib/logout.ts';
import type { Group } from '../../contract/entities/define.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import type { Lang } from '../../contract/fields.ts';
import type { AccountAction, AccountActions } from './account-api.ts';

/** Why something that needs the network did not happen. */
export type Failure =
  | { ok: false; why: 'offline' | 'no_answer' | 'portal' | 'busy' }
  | { ok: false; why: 'refused'; code: ErrorCode; retry_after_s?: number };

export type LoginResult = { ok: true; user_id: string; token: string } | Failure;
/** `buy` gives the address where it is paid, `fetch` brings the file. */
export type BookAction = 'buy' | 'fetch';
export type BookResult = { ok: true; url: string | null } | Failure;
export type Done = { ok: true } | Failure;

/** What the page may ask of the sync worker. Expected failures are results; only bugs throw. */
export interface SyncApi {
  /** Never queued: a password is never stored. Leaves the account's database ready to open. */
  login(credentials: { username: string; password: string; language: Lang | null }): Promise<LoginResult>;
  /** One of the verbs of the own account; their code comes when it is first needed. */
  account<K extends AccountAction>(verb: K, ...args: Parameters<AccountActions[K]>): ReturnType<AccountActions[K]>;
  /** Starts the turns of this person: push, pull, pokes. */
  start(user_id: string): Promise<void>;
  /** Send and fetch now, whatever the back-off says. */
  syncNow(): Promise<Done>;
  /** Whether this tab is visible; one visible tab listens for pokes. */
  setVisible(is_visible: boolean): Promise<void>;
  /** The browser's hint that the network may be back. */
  onOnline(): Promise<void>;
  /** Fetches a list too large to mirror into the pages table. */
  fetchPage(key: 'users_to_link' | 'devices'): Promise<Done>;
  /** Brings a photo into the blobs table. */
  fetchBlob(sha256: string): Promise<Done>;
  /** Brings what waits to be downloaded; what becomes of it stands in the database. */
  download(): Promise<void>;
  /** How many of these bytes fit on this phone, so that enough is left for what people write. */
  availableSpace(bytes: number): Promise<number>;
  /** What a book needs of the network; its code comes when it is first needed. */
  book(verb: BookAction, id: string): Promise<BookResult>;
  /** Mirrors a group anew; unsent writes stay. */
  refetch(group: Group): Promise<Done>;
  /** Ends the login of another device of this person. */
  revokeDevice(id: string): Promise<Done>;
  /** Ends the session here and, now or at the next contact, on the server. Deletes this person's database. */
  logout(mode: LogoutMode): Promise<LogoutResult>;
}
