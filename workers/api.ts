import type { AccountAction, AccountActions } from '../src/bridge/account-api.ts';
import type { SyncApi } from '../src/bridge/sync-api.ts';
import type { ActionResult, Failure } from '../src/bridge/results.ts';
import { openDeviceDb } from '../src/db/schema/db.ts';
import { savedDeviceValue } from '../src/db/schema/device.ts';
import { log } from '../src/lib/log.ts';
import type { Ports } from '../src/lib/ports.ts';
import { reportLogout, type LogoutReport } from './sync/pending-logout.ts';
import { cycleBackoff } from './sync/retry.ts';
import { openSyncClient, type SyncClient } from './sync/sync-client.ts';

const noResponse: Failure = { ok: false, why: 'no_answer' };

/** Holds the sync client of the logged-in user for one page; the client is opened on first use. */
class Host {
  readonly ports: Ports;
  isVisible = true;
  private client: SyncClient | null = null;
  /** Pending while a client is being opened; calls wait for it. */
  private opening: Promise<unknown> = Promise.resolve();
  private preloaded: Promise<unknown> | null = null;
  private reporting: Promise<void> | null = null;
  private failedReports = 0;
  private cancelReport: () => void = () => {};

  constructor(ports: Ports) {
    this.ports = ports;
  }

  async ready(): Promise<SyncClient | null> {
    await this.opening.catch(() => {});
    return this.client;
  }

  async start(user_id: string): Promise<void> {
    // A client stays open until another tab deletes or upgrades its database. After that, the same user needs a new
    // client.
    if (this.client?.actor.user_id === user_id && this.client.db.isOpen()) return;
    const clientOpening = this.open(user_id);
    this.opening = clientOpening;
    const opened = await clientOpening;
    await opened.start();
    opened.setVisible(this.isVisible);
  }

  async stop(): Promise<void> {
    const client = await this.ready();
    this.client = null;
    await client?.close();
  }

  /**
   * Returns the client of the current user. It works even after the session has expired, so that the user can still log
   * out.
   */
  async current(): Promise<SyncClient | null> {
    const device = openDeviceDb(this.ports);
    const user = await savedDeviceValue(device, 'current_user');
    device.close();
    return user ? this.open(user.id) : null;
  }

  clear(): void {
    this.client = null;
  }

  setVisible(is_visible: boolean): void {
    this.isVisible = is_visible;
    this.client?.setVisible(is_visible);
    if (is_visible) void this.reportLogout();
  }

  onOnline(): void {
    this.client?.scheduler.schedule('online');
    void this.reportLogout();
  }

  /**
   * Reports a pending logout to the server. Retries until the server has received it, because the browser's `online`
   * event may never fire.
   */
  reportLogout(): Promise<void> {
    this.reporting ??= this.tryReport().finally(() => {
      this.reporting = null;
    });
    return this.reporting;
  }

  private async tryReport(): Promise<void> {
    this.cancelReport();
    const report = await reportLogout(this.ports).catch((error: unknown): LogoutReport => {
      log.warn('a logout could not be reported', error);
      return 'unreported';
    });
    if (report === 'unreported') {
      this.failedReports += 1;
      const wait = cycleBackoff(this.ports.random, this.failedReports);
      this.cancelReport = this.ports.clock.after(wait, () => void this.reportLogout());
      return;
    }
    this.failedReports = 0;
    // A cycle that was already running may have stopped because of the pending logout, so another one is run.
    if (report === 'reported') await this.client?.scheduler.syncNow();
  }

  onOffline(): void {
    this.client?.scheduler.schedule('offline');
  }

  private async open(user_id: string): Promise<SyncClient> {
    await this.client?.close();
    const opened = await openSyncClient(this.ports, user_id);
    this.client = opened;
    opened.scheduler.afterCycle = (outcome) => {
      this.preloadCode();
      if (outcome === 'done') this.startFollowUpWork(opened);
    };
    return opened;
  }

  private startFollowUpWork(opened: SyncClient): void {
    opened.restoreLockedOutbox().catch((error: unknown) => log.warn('outbox key not available', error));
    void import('./sync/media.ts')
      .then(({ fetchMedia }) => fetchMedia(opened, this.ports))
      .catch((error: unknown) => log.warn('media fetch failed', error));
  }

  /** Preloads the code for sending, uploading and logging out while the network is available. */
  private preloadCode(): void {
    const parts = () => [import('./sync/push.ts'), import('./sync/account.ts'), import('./sync/uploads.ts')];
    this.preloaded ??= Promise.all(parts()).catch((error: unknown) => {
      this.preloaded = null;
      log.warn('some code could not be loaded', error);
    });
  }
}

async function syncInBackground(opened: SyncClient, ports: Ports): Promise<ActionResult> {
  const outcome = await opened.scheduler.syncNow();
  if (outcome === 'done') return { ok: true };
  return { ok: false, why: outcome === 'busy' ? 'busy' : ports.isOnline() ? 'no_answer' : 'offline' };
}

/** Creates the sync API of a page. The API accesses the browser and the network only through `ports`. */
export function createSyncApi(ports: Ports): SyncApi {
  const host = new Host(ports);
  const withClient = async (run: (client: SyncClient) => Promise<ActionResult>): Promise<ActionResult> => {
    const client = await host.ready();
    return client ? run(client) : noResponse;
  };
  return {
    login: async (credentials) => {
      const device = openDeviceDb(ports);
      try {
        return await (await import('./sync/account.ts')).login(ports, device, credentials);
      } finally {
        device.close();
      }
    },
    account: (async (verb: AccountAction, ...args: Parameters<AccountActions[AccountAction]>) =>
      (await import('./sync/registration.ts')).runAccountAction(
        ports,
        await host.ready(),
        verb,
        args,
      )) as SyncApi['account'],
    start: (user_id) => host.start(user_id),
    stop: () => host.stop(),
    syncNow: () => withClient((client) => syncInBackground(client, ports)),
    setVisible: async (is_visible) => host.setVisible(is_visible),
    onOnline: async () => host.onOnline(),
    reportLogout: () => host.reportLogout(),
    onOffline: async () => host.onOffline(),
    fetchPage: (key) => withClient((client) => client.fetchPage(key)),
    fetchBlob: (sha256) => withClient((client) => client.fetchBlob(sha256)),
    refetch: (group) =>
      withClient(async (client) => {
        await client.refetch(group);
        return syncInBackground(client, ports);
      }),
    download: async () => {
      const client = await host.ready();
      if (client) await (await import('./sync/media.ts')).runQueuedDownloads(client, ports);
    },
    availableSpace: async (bytes) => (await import('./sync/downloads.ts')).availableSpace(ports, bytes),
    book: async (verb, id) => {
      const client = await host.ready();
      return client ? (await import('./sync/media.ts')).runBookAction(client, ports, verb, id) : noResponse;
    },
    revokeDevice: (id) => withClient((client) => client.revokeDevice(id)),
    logout: async (mode) => {
      const client = (await host.ready()) ?? (await host.current());
      const result = (await client?.logout(mode)) ?? { ok: true };
      if (!result.ok) return result;
      host.clear();
      void host.reportLogout();
      return result;
    },
  };
}
