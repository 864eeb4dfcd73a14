import type { AccountAction, AccountActions } from '../src/bridge/account-api.ts';
import type { SyncApi } from '../src/bridge/sync-api.ts';
import type { Done, Failure } from '../src/bridge/results.ts';
import { openDeviceDb } from '../src/db/schema/db.ts';
import { savedDevice } from '../src/db/schema/device.ts';
import { log } from '../src/lib/log.ts';
import type { Ports } from '../src/lib/ports.ts';
import { reportLogout, type LogoutReport } from './sync/pending-logout.ts';
import { cycleBackoff } from './sync/retry.ts';
import { openSyncClient, type SyncClient } from './sync/sync-client.ts';

const noResponse: Failure = { ok: false, why: 'no_answer' };

/** The sync client of the logged-in user, for one page; opened on first use. */
class Host {
  readonly ports: Ports;
  isVisible = true;
  private client: SyncClient | null = null;
  /** Calls wait while a client is being opened. */
  private opening: Promise<unknown> = Promise.resolve();
  private warmed: Promise<unknown> | null = null;
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
    // A database that another tab deleted or upgraded stays closed; a returning user gets a new one.
    if (this.client?.actor.user_id === user_id && this.client.db.isOpen()) return;
    const begun = this.open(user_id);
    this.opening = begun;
    const opened = await begun;
    await opened.start();
    opened.setVisible(this.isVisible);
  }

  /** Returns a client even after the session expired, so that the user can still log out. */
  async current(): Promise<SyncClient | null> {
    const device = openDeviceDb(this.ports);
    const user = await savedDevice(device, 'current_user');
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

  /** Reports a pending logout until the server has heard of it: `online` may never fire. */
  reportLogout(): Promise<void> {
    this.reporting ??= this.tryReport().finally(() => {
      this.reporting = null;
    });
    return this.reporting;
  }

  private async tryReport(): Promise<void> {
    this.cancelReport();
    const report = await reportLogout(this.ports).catch((error: unknown): LogoutReport => {
      log.warn('a logout was not reported', error);
      return 'untold';
    });
    if (report === 'untold') {
      this.failedReports += 1;
      const wait = cycleBackoff(this.ports.random, this.failedReports);
      this.cancelReport = this.ports.clock.after(wait, () => void this.reportLogout());
      return;
    }
    this.failedReports = 0;
    // A cycle that runs already may have met the gate of the logout.
    if (report === 'told') await this.client?.scheduler.syncNow();
  }

  onOffline(): void {
    this.client?.scheduler.schedule('offline');
  }

  private async open(user_id: string): Promise<SyncClient> {
    await this.client?.close();
    const opened = await openSyncClient(this.ports, user_id);
    this.client = opened;
    opened.scheduler.afterCycle = (outcome) => {
      this.warm();
      if (outcome === 'done') this.afterDone(opened);
    };
    return opened;
  }

  private afterDone(opened: SyncClient): void {
    opened.restoreLockedOutbox().catch((error: unknown) => log.warn('no key to lock work with', error));
    void import('./sync/media.ts')
      .then(({ fetchMedia }) => fetchMedia(opened, this.ports))
      .catch((error: unknown) => log.warn('media', error));
  }

  /** Preloads the code that sends, logs out and uploads, while there is a network. */
  private warm(): void {
    const parts = () => [import('./sync/push.ts'), import('./sync/account.ts'), import('./sync/uploads.ts')];
    this.warmed ??= Promise.all(parts()).catch((error: unknown) => {
      this.warmed = null;
      log.warn('some code did not come', error);
    });
  }
}

async function doneOf(opened: SyncClient, ports: Ports): Promise<Done> {
  const outcome = await opened.scheduler.syncNow();
  if (outcome === 'done') return { ok: true };
  return { ok: false, why: outcome === 'busy' ? 'busy' : ports.isOnline() ? 'no_answer' : 'offline' };
}

/** Creates the sync API of a page over the given ports. */
export function createSyncApi(ports: Ports): SyncApi {
  const host = new Host(ports);
  const withClient = async (run: (client: SyncClient) => Promise<Done>): Promise<Done> => {
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
    syncNow: () => withClient((client) => doneOf(client, ports)),
    setVisible: async (is_visible) => host.setVisible(is_visible),
    onOnline: async () => host.onOnline(),
    reportLogout: () => host.reportLogout(),
    onOffline: async () => host.onOffline(),
    fetchPage: (key) => withClient((client) => client.fetchPage(key)),
    fetchBlob: (sha256) => withClient((client) => client.fetchBlob(sha256)),
    refetch: (group) =>
      withClient(async (client) => {
        await client.refetch(group);
        return doneOf(client, ports);
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
      const leaving = (await host.ready()) ?? (await host.current());
      const result = (await leaving?.logout(mode)) ?? { ok: true };
      if (!result.ok) return result;
      host.clear();
      void host.reportLogout();
      return result;
    },
  };
}
