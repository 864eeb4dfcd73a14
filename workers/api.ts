import type { AccountVerb, AccountVerbs } from '../src/bridge/account-api.ts';
import type { Done, Failure, SyncApi } from '../src/bridge/sync-api.ts';
import { openDeviceDb } from '../src/db/schema/db.ts';
import { savedDevice } from '../src/db/schema/device.ts';
import { log } from '../src/lib/log.ts';
import type { Ports } from '../src/lib/ports.ts';
import { openPhone, type Phone } from './sync/sync-client.ts';

const silent: Failure = { ok: false, why: 'no_answer' };

/** The phone of whoever is logged in, for one page: opened by the first who needs it. */
class Host {
  readonly ports: Ports;
  isVisible = true;
  private phone: Phone | null = null;
  /** What is asked while a phone is being opened waits for it. */
  private opening: Promise<unknown> = Promise.resolve();
  private warmed: Promise<unknown> | null = null;

  constructor(ports: Ports) {
    this.ports = ports;
  }

  async started(): Promise<Phone | null> {
    await this.opening.catch(() => {});
    return this.phone;
  }

  async start(user_id: string): Promise<void> {
    // A database that was deleted or upgraded by another tab is closed for good; whoever is back gets a new one.
    if (this.phone?.actor.user_id === user_id && this.phone.db.isOpen()) return;
    const begun = this.begin(user_id);
    this.opening = begun;
    const opened = await begun;
    await opened.start();
    opened.visible(this.isVisible);
  }

  /** Somebody whose login ran out has no phone open here, and may log out all the same. */
  async current(): Promise<Phone | null> {
    const device = openDeviceDb(this.ports);
    const user = await savedDevice(device, 'current_user');
    device.close();
    return user ? this.begin(user.id) : null;
  }

  forget(): void {
    this.phone = null;
  }

  show(is_visible: boolean): void {
    this.isVisible = is_visible;
    this.phone?.visible(is_visible);
  }

  nudge(): void {
    this.phone?.loop.nudge('online');
  }

  private async begin(user_id: string): Promise<Phone> {
    await this.phone?.close();
    const opened = await openPhone(this.ports, user_id);
    this.phone = opened;
    opened.loop.afterTurn = (outcome) => {
      this.warm();
      if (outcome === 'done') this.afterDone(opened);
    };
    return opened;
  }

  private afterDone(opened: Phone): void {
    opened.keepWork().catch((error: unknown) => log.warn('no key to lock work with', error));
    void import('./sync/media.ts')
      .then(({ fetchMedia }) => fetchMedia(opened, this.ports))
      .catch((error: unknown) => log.warn('media', error));
  }

  /** What sends, logs out and uploads must be here before the network goes. */
  private warm(): void {
    const parts = () => [import('./sync/push.ts'), import('./sync/account.ts'), import('./sync/uploads.ts')];
    this.warmed ??= Promise.all(parts()).catch((error: unknown) => {
      this.warmed = null;
      log.warn('some code did not come', error);
    });
  }
}

async function doneOf(opened: Phone, ports: Ports): Promise<Done> {
  const outcome = await opened.loop.ask();
  if (outcome === 'done') return { ok: true };
  return { ok: false, why: outcome === 'busy' ? 'busy' : ports.isOnline() ? 'no_answer' : 'offline' };
}

/** All that a page may ask of sync, over the given ports. */
export function createSyncApi(ports: Ports): SyncApi {
  const host = new Host(ports);
  const withPhone = async (run: (phone: Phone) => Promise<Done>): Promise<Done> => {
    const phone = await host.started();
    return phone ? run(phone) : silent;
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
    account: (async (verb: AccountVerb, ...args: Parameters<AccountVerbs[AccountVerb]>) =>
      (await import('./sync/registration.ts')).accountVerb(
        ports,
        await host.started(),
        verb,
        args,
      )) as SyncApi['account'],
    start: (user_id) => host.start(user_id),
    turn: () => withPhone((phone) => doneOf(phone, ports)),
    visible: async (is_visible) => host.show(is_visible),
    online: async () => host.nudge(),
    fetchPage: (key) => withPhone((phone) => phone.fetchPage(key)),
    fetchBlob: (sha256) => withPhone((phone) => phone.fetchBlob(sha256)),
    refetch: (group) =>
      withPhone(async (phone) => {
        await phone.refetch(group);
        return doneOf(phone, ports);
      }),
    download: async () => {
      const phone = await host.started();
      if (phone) await (await import('./sync/media.ts')).download(phone, ports);
    },
    room: async (bytes) => (await import('./sync/downloads.ts')).room(ports, bytes),
    book: async (verb, id) => {
      const phone = await host.started();
      return phone ? (await import('./sync/media.ts')).book(phone, ports, verb, id) : silent;
    },
    revokeDevice: (id) => withPhone((phone) => phone.revokeDevice(id)),
    logout: async (mode) => {
      const leaving = (await host.started()) ?? (await host.current());
      const result = (await leaving?.logout(mode)) ?? { ok: true };
      if (result.ok) host.forget();
      return result;
    },
  };
}
