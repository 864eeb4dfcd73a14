import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { Me } from '../../contract/entities/me.ts';
import { openDeviceDb, openPhoneDb, type PhoneDb } from '../../src/db/schema/db.ts';
import { saveDeviceValue } from '../../src/db/schema/device.ts';
import { saveMeta } from '../../src/db/schema/meta.ts';
import { createIdGenerator } from '../../src/lib/ids.ts';
import type { Channel, Ports } from '../../src/lib/ports.ts';
import { openSyncClient } from '../../workers/sync/sync-client.ts';
import type { VirtualClock } from './clock.ts';
import { copyDisk, putRaw } from './disk-image.ts';
import { LockTable } from './lock-table.ts';
import type { Network } from './network.ts';
import type { Chance } from './rng.ts';
import { TabKilled, SimTab } from './sim-tab.ts';
import type { Trace } from './trace.ts';
import type { Person, PersonName } from './world.ts';

const silent = (): Channel => ({ post: () => {}, listen: () => {}, close: () => {} });

/** The parts of the simulated world that a device needs. */
export interface PhoneSurroundings {
  clock: VirtualClock;
  network: Network;
  ids: Chance;
  trace: Trace;
}

/** A device with one disk, one set of locks, and a changing number of tabs. */
export class SimPhone {
  readonly name: string;
  readonly tabs: SimTab[] = [];
  skew = 0;
  kills = 0;
  private disk = new IDBFactory();
  private readonly locks = new LockTable();
  private readonly world: PhoneSurroundings;
  private user_id = '';
  /** `person` uses the app at the moment; `cookie` is the person to whom the browser's cookie belongs. */
  readonly person: PersonName;
  cookie: PersonName;
  /** Whether the disk is full and accepts no new rows. */
  full = false;

  constructor(name: string, person: PersonName, world: PhoneSurroundings) {
    this.name = name;
    this.person = person;
    this.cookie = person;
    this.world = world;
  }

  private get storage() {
    return { indexedDB: this.disk as unknown as IDBFactory, IDBKeyRange };
  }

  /** Stores the data of a login on the disk. */
  async logIn({ me, token }: Person): Promise<void> {
    this.user_id = me.id;
    const db = openPhoneDb(me.id, this.storage);
    await db.me.put(Me.parse(me));
    await saveMeta(db, 'token', token);
    db.close();
    const device = openDeviceDb(this.storage);
    await saveDeviceValue(device, 'current_user', { id: me.id });
    device.close();
  }

  /** Returns a copy of the disk. All tabs must be closed. */
  image(): IDBFactory {
    return copyDisk(this.disk);
  }

  /** Reads the database without a tab. Waits for a transaction whose commit a killed tab has started. */
  async readDisk<T>(read: (db: PhoneDb) => Promise<T>): Promise<T> {
    const db = openPhoneDb(this.user_id, this.storage);
    try {
      return await read(db);
    } finally {
      db.close();
    }
  }

  /** Copies the disk of another device that the same person uses, and gives the copy a new device id. */
  startFrom(image: IDBFactory, { me }: Person): void {
    this.user_id = me.id;
    this.disk = copyDisk(image);
    const id = createIdGenerator({ clock: this.world.clock.view(() => 0), random: () => this.world.ids.next() })();
    putRaw(this.disk, 'haversack-device', 'values', 'device_id', { key: 'device_id', value: id });
  }

  async openTab(): Promise<SimTab> {
    const owner = {};
    const tab = new SimTab(this.world.clock, () => {
      this.kills += 1;
      this.locks.free(owner);
      this.world.trace.note(`${this.name}: tab ${this.tabs.indexOf(tab) + 1} is killed`);
    });
    const indexedDB = this.diskOf(() => tab.dead);
    tab.phone = await openSyncClient({ ...this.ports(owner, tab), indexedDB }, this.user_id);
    this.tabs.push(tab);
    return tab;
  }

  /** Returns the disk as one tab sees it: after the tab is dead, running operations finish and no new ones start. */
  private diskOf(isDead: () => boolean): IDBFactory {
    const disk = this.disk;
    const open = (name: string, version?: number): IDBOpenDBRequest => {
      if (isDead()) throw new TabKilled();
      const request = disk.open(name, version) as unknown as IDBOpenDBRequest;
      request.addEventListener('success', () => {
        const db = request.result;
        const beginTransaction = db.transaction.bind(db);
        db.transaction = (...args: Parameters<IDBDatabase['transaction']>) => {
          if (isDead()) throw new TabKilled();
          return this.withDiskLimit(beginTransaction(...args));
        };
      });
      return request;
    };
    return new Proxy(disk as unknown as IDBFactory, {
      get: (target, key) =>
        key === 'open' ? open : (Reflect.get(target, key) as (...args: unknown[]) => unknown).bind(target),
    });
  }

  private withDiskLimit(transaction: IDBTransaction): IDBTransaction {
    if (!this.full) return transaction;
    const storeOf = transaction.objectStore.bind(transaction);
    transaction.objectStore = (name: string) => {
      const store = storeOf(name);
      // Existing rows can be changed, but there is no space for new ones.
      const add = store.add.bind(store);
      store.add = (...args: Parameters<IDBObjectStore['add']>) => {
        if (this.full) throw new DOMException('the disk is full', 'QuotaExceededError');
        return add(...args);
      };
      return store;
    };
    return transaction;
  }

  private ports(owner: object, tab: SimTab): Ports {
    const { clock, network, ids } = this.world;
    const locks = this.locks.of(owner);
    const { name: phone, person } = this;
    return {
      ...this.storage,
      clock: {
        now: () => {
          tab.checkAlive();
          return clock.ms + this.skew;
        },
        after: (ms, run) => tab.after(ms, run),
      },
      random: () => ids.next(),
      locks: {
        request: (name, options, run) => {
          tab.checkAlive();
          return locks.request(name, options, run);
        },
      },
      channel: silent,
      isOnline: () => true,
      fetch: tab.fetchBy((url, init) => network.carry({ url, init, phone, person, cookie: this.cookie })),
    };
  }

  /** Returns the living tabs that are not frozen. Opens a tab if there is none. */
  async livingTabs(): Promise<SimTab[]> {
    const tabs = this.tabs.filter((tab) => !tab.dead && !tab.isFrozen);
    return tabs.length > 0 ? tabs : [await this.openTab()];
  }

  /**
   * Runs work that may use a tab. If a tab of this device dies in the meantime, for example because of a cycle in the
   * background, the error of the work is ignored and the result is undefined.
   */
  async untilKilled<T>(work: () => Promise<T>): Promise<T | undefined> {
    const { kills } = this;
    try {
      return await work();
    } catch (error) {
      if (this.kills === kills) throw error;
      return undefined;
    }
  }

  async close(): Promise<void> {
    for (const tab of this.tabs) if (!tab.dead) await tab.close();
  }
}
