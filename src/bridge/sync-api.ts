import type { LogoutMode, LogoutResult } from '../lib/logout.ts';
import type { Group } from '../../contract/entities/define.ts';
import type { ActionResult, Failure, LoginResult } from './results.ts';
import type { Lang } from '../../contract/fields.ts';
import type { AccountAction, AccountActions } from './account-api.ts';

/** `buy` returns the URL of the payment page, `fetch` downloads the file. */
export type BookAction = 'buy' | 'fetch';
export type BookResult = { ok: true; url: string | null } | Failure;
/** API of the sync worker. Expected failures are results; only bugs throw. */
export interface SyncApi {
  /** Logs in and prepares the account's database. A login is never queued, because passwords are never stored. */
  login(credentials: { username: string; password: string; language: Lang | null }): Promise<LoginResult>;
  /** Runs an account action; its code is loaded on first use. */
  account<K extends AccountAction>(verb: K, ...args: Parameters<AccountActions[K]>): ReturnType<AccountActions[K]>;
  /** Starts syncing for this user: push, pull, pokes. */
  start(user_id: string): Promise<void>;
  /** Stops syncing after the cycle in progress, until `start` is called again. */
  stop(): Promise<void>;
  /** Runs a sync cycle now, regardless of back-off. */
  syncNow(): Promise<ActionResult>;
  /** Reports whether this tab is visible. One of the visible tabs listens for pokes. */
  setVisible(is_visible: boolean): Promise<void>;
  /** Passes on the browser's event that the network may be back. */
  onOnline(): Promise<void>;
  /**
   * Reports a pending logout to the server, and retries until it succeeds. Called by the screens that are shown while
   * nobody is logged in.
   */
  reportLogout(): Promise<void>;
  /** Passes on the browser's event that the network is gone. A request then checks whether that is true. */
  onOffline(): Promise<void>;
  /** Fetches a list that is too large to mirror, and stores it in the pages table. */
  fetchPage(key: 'users_to_link' | 'devices'): Promise<ActionResult>;
  /** Fetches a file, such as a photo, and stores it in the blobs table. */
  fetchBlob(sha256: string): Promise<ActionResult>;
  /** Runs the download queue; results are in the database. */
  download(): Promise<void>;
  /** Returns how many of the given bytes can be downloaded so that enough space is left for user data. */
  availableSpace(bytes: number): Promise<number>;
  /** Runs an online action on a book; its code is loaded on first use. */
  book(verb: BookAction, id: string): Promise<BookResult>;
  /** Fetches a group again completely; unsent writes are kept. */
  refetch(group: Group): Promise<ActionResult>;
  /** Ends the session of another device of this user. */
  revokeDevice(id: string): Promise<ActionResult>;
  /**
   * Ends the session on this device at once, and on the server as soon as it can be reached. Deletes this user's
   * database.
   */
  logout(mode: LogoutMode): Promise<LogoutResult>;
}
