import type { LogoutMode, LogoutResult } from '../lib/logout.ts';
import type { Group } from '../../contract/entities/define.ts';
import type { Done, Failure, LoginResult } from './results.ts';
import type { Lang } from '../../contract/fields.ts';
import type { AccountAction, AccountActions } from './account-api.ts';

/** `buy` returns the URL of the payment page, `fetch` downloads the file. */
export type BookAction = 'buy' | 'fetch';
export type BookResult = { ok: true; url: string | null } | Failure;
/** API of the sync worker. Expected failures are results; only bugs throw. */
export interface SyncApi {
  /** Logs in and prepares the account's database. Never queued, since passwords are never stored. */
  login(credentials: { username: string; password: string; language: Lang | null }): Promise<LoginResult>;
  /** Runs an account action; its code is loaded on first use. */
  account<K extends AccountAction>(verb: K, ...args: Parameters<AccountActions[K]>): ReturnType<AccountActions[K]>;
  /** Starts syncing for this user: push, pull, pokes. */
  start(user_id: string): Promise<void>;
  /** Stops syncing after the cycle in progress, until the next start. */
  stop(): Promise<void>;
  /** Runs a sync cycle now, regardless of back-off. */
  syncNow(): Promise<Done>;
  /** Reports whether this tab is visible; one visible tab listens for pokes. */
  setVisible(is_visible: boolean): Promise<void>;
  /** Passes on the browser's hint that the network may be back. */
  onOnline(): Promise<void>;
  /**
   * Reports a logout that the server does not know about yet, and keeps trying until it succeeds. For the screens
   * before login.
   */
  reportLogout(): Promise<void>;
  /** Passes on the browser's hint that the network is gone; a request then tests it. */
  onOffline(): Promise<void>;
  /** Fetches a list that is too large to mirror, and stores it in the pages table. */
  fetchPage(key: 'users_to_link' | 'devices'): Promise<Done>;
  /** Fetches a photo and stores it in the blobs table. */
  fetchBlob(sha256: string): Promise<Done>;
  /** Runs the download queue; results are in the database. */
  download(): Promise<void>;
  /** Returns how many of these bytes can be downloaded so that enough space remains for user data. */
  availableSpace(bytes: number): Promise<number>;
  /** Runs an online action on a book; its code is loaded on first use. */
  book(verb: BookAction, id: string): Promise<BookResult>;
  /** Mirrors a group again from scratch; unsent writes are kept. */
  refetch(group: Group): Promise<Done>;
  /** Ends the session of another device of this user. */
  revokeDevice(id: string): Promise<Done>;
  /**
   * Ends the session on this device at once, and on the server now or as soon as it can be reached. Deletes this user's
   * database.
   */
  logout(mode: LogoutMode): Promise<LogoutResult>;
}
