import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { Me } from '../../contract/entities/me.ts';
import { openDeviceDb, openPhoneDb } from '../../src/db/schema/db.ts';
import { saveDevice } from '../../src/db/schema/device.ts';
import { saveMeta } from '../../src/db/schema/meta.ts';
import type { Channel, Locks, Ports } from '../../src/lib/ports.ts';
import { openSyncClient, type SyncClient } from '../../workers/sync/sync-client.ts';
import type { Chance } from './rng.ts';
import type { VirtualClock } from './clock.ts';
import type { Network } from './network.ts';
import type { Person, PersonName } from './world.ts';

/** Thrown by a port of a killed context. */
class Killed extends Error {}

/** Web Locks of one device. A context that dies releases its own. */
class LockTable {
  private held = new Map<string, object>();

  of(owner: object): Locks {
    return {
      request: async (name, options, run) => {
        if (this.held.has(name) && options.ifAvailable) return run(null);
        while (this.held.has(name)) await new Promise((resolve) => setImmediate(resolve));
        this.held.set(name, owner);
        try {
          return await run({});
        } finally {
          if (this.held.get(name) === owner) this.held.delete(name);
        }
      },
    };
  }

  free(owner: object): void {
    for (const [name, holder] of this.held) if (holder === owner) this.held.delete(name);
  }
}

const silent = (): Channel => ({ post: () => {}, listen: () => {}, close: () => {} });

/** One tab (or worker) of a device: it may be killed at any port call. */
export interface SimTab {
  phone: SyncClient;
  /** The tab dies at its n-th port call from now. */
  doom(calls: number): void;
  dead: boolean;
  /** The tab is closed normally. */
  close(): Promise<void>;
  /** Resolves when the tab dies. */
  death: Promise<void>;
}

/** The time by the device's clock, as recorded in its writes. */
export const now = ({ phone }: SimTab): string => new Date(phone.store.now()).toISOString();

/** A device: one disk, one set of locks, and changing tabs. */
export class SimPhone {
  readonly name: string;
  readonly tabs: SimTab[] = [];
  skew = 0;
  kills = 0;
  private readonly disk = new IDBFactory();
  private readonly locks = new LockTable();
  private readonly clock: VirtualClock;
  private readonly network: Network;
  private readonly chance: Chance;
  private user_id = '';
  /** The current person, and the owner of the browser's cookie. */
  readonly person: PersonName;
  cookie: PersonName;
  /** A full disk accepts no new row. */
  full = false;

  constructor(name: string, person: PersonName, world: { clock: VirtualClock; network: Network; chance: Chance }) {
    this.name = name;
    this.person = person;
    this.cookie = person;
    this.clock = world.clock;
    this.network = world.network;
    this.chance = world.chance;
  }

  private get storage() {
    return { indexedDB: this.disk as unknown as IDBFactory, IDBKeyRange };
  }

  /** What a login leaves on the disk. */
  async logIn({ me, token }: Person): Promise<void> {
    this.user_id = me.id;
    const db = openPhoneDb(me.id, this.storage);
    await db.me.put(Me.parse(me));
    await saveMeta(db, 'token', token);
    db.close();
    const device = openDeviceDb(this.storage);
    await saveDevice(device, 'current_user', { id: me.id, name: me.first_name });
    device.close();
  }

  async openTab(): Promise<SimTab> {
    let left = Infinity;
    let died: () => void = () => {};
    const death = new Promise<void>((resolve) => {
      died = resolve;
    });
    const owner = {};
    const kill = () => {
      tab.dead = true;
      this.kills += 1;
      this.locks.free(owner);
      died();
    };
    // Counts down to the kill; after it, every port is silent or broken.
    const alive = () => {
      if (tab.dead) throw new Killed();
      left -= 1;
      if (left > 0) return;
      kill();
      throw new Killed();
    };
    const tab = { dead: false, death, doom: (calls: number) => void (left = calls) } as SimTab;
    const indexedDB = this.diskOf(() => tab.dead);
    tab.phone = await openSyncClient({ ...this.ports(owner, alive), indexedDB }, this.user_id);
    tab.close = async () => {
      await tab.phone.close();
      tab.dead = true;
    };
    this.tabs.push(tab);
    return tab;
  }

  /** The disk as one tab sees it: operations of a dead tab finish, and no new ones start. */
  private diskOf(isDead: () => boolean): IDBFactory {
    const disk = this.disk;
    const open = (name: string, version?: number): IDBOpenDBRequest => {
      if (isDead()) throw new Killed();
      const request = disk.open(name, version) as unknown as IDBOpenDBRequest;
      request.addEventListener('success', () => {
        const db = request.result;
        const begin = db.transaction.bind(db);
        db.transaction = (...args: Parameters<IDBDatabase['transaction']>) => {
          if (isDead()) throw new Killed();
          return this.onDisk(begin(...args));
        };
      });
      return request;
    };
    return new Proxy(disk as unknown as IDBFactory, {
      get: (target, key) =>
        key === 'open' ? open : (Reflect.get(target, key) as (...args: unknown[]) => unknown).bind(target),
    });
  }

  private onDisk(transaction: IDBTransaction): IDBTransaction {
    const storeOf = transaction.objectStore.bind(transaction);
    transaction.objectStore = (name: string) => {
      const store = storeOf(name);
      // Existing rows can be changed; new ones do not fit.
      const add = store.add.bind(store);
      store.add = (...args: Parameters<IDBObjectStore['add']>) => {
        if (this.full) throw new DOMException('the disk is full', 'QuotaExceededError');
        return add(...args);
      };
      return store;
    };
    return transaction;
  }

  private ports(owner: object, alive: () => void): Ports {
    const clock = this.clock.view(() => this.skew);
    const locks = this.locks.of(owner);
    return {
      ...this.storage,
      clock: { now: () => (alive(), clock.now()), after: (ms, run) => (alive(), clock.after(ms, run)) },
      random: () => this.chance.next(),
      locks: { request: (name, options, run) => (alive(), locks.request(name, options, run)) },
      channel: silent,
      isOnline: () => true,
      fetch: async (url, init) => {
        alive();
        const response = await this.network.carry({ url, init, person: this.person, cookie: this.cookie });
        alive();
        return response;
      },
    };
  }

  /** The living tabs; at least one, reopened when all have died. */
  async living(): Promise<SimTab[]> {
    const tabs = this.tabs.filter((tab) => !tab.dead);
    return tabs.length > 0 ? tabs : [await this.openTab()];
  }

  async close(): Promise<void> {
    for (const tab of this.tabs) if (!tab.dead) await tab.phone.close();
  }
}
