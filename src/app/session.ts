import type { LogoutMode, LogoutResult } from '../lib/logout.ts';
import type { Me } from '../../contract/entities/me.ts';
import type { SyncApi } from '../bridge/sync-api.ts';
import { openDeviceDb, type DeviceDb, type PhoneDb } from '../db/schema/db.ts';
import { ensureDeviceId, savedDeviceValue } from '../db/schema/device.ts';
import { savedMeta } from '../db/schema/meta.ts';
import { openUserDb } from '../db/schema/user-db.ts';
import { countOutbox, savedSyncStatus, type OutboxCounts } from '../db/queries/status.ts';
import type { SyncStatus } from '../db/schema/sync-status.ts';
import { channelName, type ChannelMessage } from '../db/schema/store.ts';
import { createIdGenerator } from '../lib/ids.ts';
import { log } from '../lib/log.ts';
import type { Channel, Ports } from '../lib/ports.ts';
import { endBackgroundWork } from './end-background.ts';
import { clearMirroredToken } from './clear-token.ts';

/** The data about the user and about sync that the app always needs; read by one live query. */
export interface SavedUserData {
  me: Me | null;
  status: SyncStatus;
  counts: OutboxCounts;
  token: string | null;
}

export async function readUserData(db: PhoneDb, user_id: string): Promise<SavedUserData> {
  const [me, status, counts, token] = await Promise.all([
    db.me.get(user_id),
    savedSyncStatus(db),
    countOutbox(db),
    savedMeta(db, 'token'),
  ]);
  return { me: me ?? null, status, counts, token: token ?? null };
}

/** A user's open database. If `first.status.gates.auth` is set, the login is no longer valid. */
export interface OpenSession {
  kind: 'in';
  user_id: string;
  device_id: string;
  db: PhoneDb;
  channel: Channel;
  /** The values that were read when the database was opened. */
  first: SavedUserData;
  /** Whether the browser has closed the database and reopening it has failed. */
  isLost?: boolean;
}

export type SessionState =
  | { kind: 'unknown' }
  | { kind: 'out' }
  | OpenSession
  | { kind: 'leaving' }
  /** Another tab runs a newer version of the app and has upgraded the database. */
  | { kind: 'superseded' }
  | { kind: 'failed'; error: unknown };

export interface Session {
  device: DeviceDb;
  current(): SessionState;
  watch(notify: () => void): () => void;
  /**
   * Finds out which user is logged in and opens that user's database. Called on startup and when the tab becomes
   * visible.
   */
  open(): Promise<void>;
  openSession(login: { user_id: string; token: string }): Promise<void>;
  /**
   * Ends the session. If that fails, returns the reason. `beforeOut` is called when the database has been deleted, just
   * before the public routes are shown.
   */
  logOut(mode: LogoutMode, beforeOut: () => void): Promise<LogoutResult>;
  syncNow(): Promise<boolean>;
  /** Starts sync again after it was stopped. */
  restartSync(): void;
}

type SessionPorts = Pick<
  Ports,
  'indexedDB' | 'IDBKeyRange' | 'buckets' | 'isPersisted' | 'locks' | 'clock' | 'random' | 'channel'
>;

type SessionSync = Pick<SyncApi, 'start' | 'syncNow' | 'logout' | 'reportLogout'>;

/** Maximum time in ms that startup waits for the deletion of a logged-out user's database. */
const DELETION_TIMEOUT_MS = 3_000;

/** Maximum number of retries at startup if the storage is not ready. */
const RETRIES = 3;

/** Tracks which user is logged in on this device and keeps that user's database open. Independent of React. */
class PhoneSession implements Session {
  readonly device: DeviceDb;
  private readonly ports: SessionPorts;
  private readonly sync: SessionSync;
  private readonly watchers = new Set<() => void>();
  private state: SessionState = { kind: 'unknown' };
  private starting: Promise<void> = Promise.resolve();
  private retries = 0;

  constructor(ports: SessionPorts, sync: SessionSync) {
    this.ports = ports;
    this.sync = sync;
    this.device = openDeviceDb(ports);
  }

  current = (): SessionState => this.state;

  watch = (notify: () => void): (() => void) => {
    this.watchers.add(notify);
    return () => this.watchers.delete(notify);
  };

  open = async (): Promise<void> => {
    try {
      const user = (await savedDeviceValue(this.device, 'current_user')) ?? null;
      if (this.state.kind === 'leaving' || this.state.kind === 'superseded') return;
      if (this.state.kind === 'in' && this.state.user_id === user?.id) return;
      this.close();
      if (user) return await this.openFor(user);
      clearMirroredToken();
      if (await savedDeviceValue(this.device, 'pending_logout')) this.reportLogout();
      // A suspended tab that has the database open can delay the deletion, so the wait is limited.
      if (await savedDeviceValue(this.device, 'leaving'))
        await Promise.race([this.cleanUp(), this.wait(DELETION_TIMEOUT_MS)]);
      this.change({ kind: 'out' });
    } catch (error) {
      log.warn('the database did not open', error);
      if (await this.waitForRetry(error)) return this.open();
      this.change({ kind: 'failed', error });
    }
  };

  openSession = async ({ user_id }: { user_id: string }): Promise<void> => {
    const isSameUser = this.state.kind === 'in' && this.state.user_id === user_id;
    await this.open();
    if (!isSameUser) return;
    this.start(user_id);
    await this.starting;
    void this.sync.syncNow();
  };

  logOut = async (mode: LogoutMode, beforeOut: () => void): Promise<LogoutResult> => {
    if (this.state.kind !== 'in') return { ok: true };
    // All readers of the database are stopped before it is deleted.
    const { db, channel } = this.state;
    await this.starting;
    this.change({ kind: 'leaving' });
    channel.close();
    db.close();
    const result = await this.sync.logout(mode).catch((error: unknown): LogoutResult => {
      log.warn('logging out failed', error);
      return { ok: false, why: 'failed' };
    });
    if (result.ok) {
      endBackgroundWork();
      clearMirroredToken();
      beforeOut();
      this.change({ kind: 'out' });
    } else {
      // The logout failed, so the user is still logged in and nothing was lost. The database is opened again.
      this.change({ kind: 'unknown' });
      await this.open();
    }
    return result;
  };

  syncNow = async (): Promise<boolean> => (await this.sync.syncNow()).ok;

  restartSync = (): void => {
    if (this.state.kind === 'in') this.start(this.state.user_id);
  };

  private wait(ms: number): Promise<void> {
    return new Promise((resolve) => void this.ports.clock.after(ms, resolve));
  }

  private change(next: SessionState): void {
    this.state = next;
    for (const notify of this.watchers) notify();
  }

  private reportLogout(): void {
    this.sync.reportLogout().catch((error: unknown) => log.warn('a logout was not reported', error));
  }

  private async cleanUp(): Promise<void> {
    const { finishLogoutCleanup } = await import('../db/schema/logout-cleanup.ts');
    await finishLogoutCleanup(this.ports, this.device);
  }

  private close(): void {
    if (this.state.kind !== 'in') return;
    this.state.channel.close();
    this.state.db.close();
  }

  private start(user_id: string): void {
    this.starting = this.sync.start(user_id).catch((error: unknown) => log.warn('sync did not start', error));
  }

  private async openFor({ id: user_id }: { id: string }): Promise<void> {
    const [device_id, db] = await Promise.all([
      ensureDeviceId(this.device, createIdGenerator(this.ports)),
      openUserDb(user_id, this.ports, () => void this.handleSuperseded(user_id)),
    ]);
    const first = await readUserData(db, user_id);
    // While the database was being opened, the tab may have become visible and opened the database a second time.
    if (this.state.kind === 'in' && this.state.user_id === user_id) return db.close();
    const channel = this.ports.channel(channelName(user_id));
    channel.listen((message) => this.onMessage(message as ChannelMessage));
    db.on('ready', () => db.backendDB().addEventListener('close', () => void this.recoverDb(db)), true);
    this.change({ kind: 'in', user_id, device_id, db, channel, first });
    // If the login has expired, sync starts after the next login. Starting it now would only make the screen flicker.
    if (!first.status.gates.auth) this.start(user_id);
  }

  /**
   * Waits before the next attempt to open the storage. Returns false if no further attempt makes sense: storage that is
   * still starting up reports UnknownError, whereas forbidden storage reports a different error.
   */
  private async waitForRetry(error: unknown): Promise<boolean> {
    if (!(error instanceof Error) || error.name !== 'UnknownError' || this.retries >= RETRIES) return false;
    this.retries += 1;
    this.device.close({ disableAutoOpen: false });
    await this.wait(500 * this.retries);
    return true;
  }

  /** Tries to reopen a database that the browser has closed. */
  private async recoverDb(db: PhoneDb): Promise<void> {
    const { reconnectDb } = await import('./reconnect-db.ts');
    const isOpen = await reconnectDb(db, (ms) => this.wait(ms));
    if (isOpen === undefined || this.state.kind !== 'in' || this.state.db !== db) return;
    const first = isOpen ? await readUserData(db, this.state.user_id) : this.state.first;
    this.change({ ...this.state, first, isLost: !isOpen });
  }

  private onMessage(message: ChannelMessage): void {
    if (message.type !== 'logged_out' || this.state.kind !== 'in') return;
    this.close();
    clearMirroredToken();
    this.change({ kind: 'out' });
  }

  /**
   * Called when another tab is about to delete the database after a logout, or to upgrade it for a newer version of the
   * app. Only an upgrade is shown to the user.
   */
  private async handleSuperseded(user_id: string): Promise<void> {
    const user = await savedDeviceValue(this.device, 'current_user');
    if (this.state.kind !== 'in' || this.state.user_id !== user_id) return;
    this.change({ kind: user?.id === user_id ? 'superseded' : 'out' });
  }
}

export function createSession(ports: SessionPorts, sync: SessionSync): Session {
  return new PhoneSession(ports, sync);
}
