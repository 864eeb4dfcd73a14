import { Dexie } from 'dexie';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { finishLogoutCleanup } from '../../src/db/schema/logout-cleanup.ts';
import { openDeviceDb, openPhoneDb, userDbName, type PhoneDb } from '../../src/db/schema/db.ts';
import { saveDeviceValue, savedDeviceValue } from '../../src/db/schema/device.ts';
import { openUserDb } from '../../src/db/schema/user-db.ts';
import { createMemoryBuckets, type MemoryBuckets } from '../helpers/buckets.ts';
import { ANNA, commentRow, makePhoneDb, makePorts, createMemoryLocks, meRow, addComment } from '../helpers/phone.ts';
import { base, comment, createReleasedDb, history, outbox, task } from '../helpers/released-db.ts';

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));

const name = userDbName(ANNA);
const PHOTO = new Uint8Array([1, 2, 3]).buffer;
const photo = { sha256: 'abc', mime: 'image/webp', data: PHOTO, bytes: 3, saved_at: 0, sent_at: null };

function makeDevice(protects?: MemoryBuckets['protects']) {
  const buckets = createMemoryBuckets(protects);
  const ports = { ...makePorts(), buckets, isPersisted: async () => buckets.protects.byDefault };
  const names = async (disk?: IDBFactory) => (await disk?.databases())?.map((db) => db.name) ?? [];
  return {
    ports,
    buckets,
    places: async () => ({ bucket: await names(buckets.disks.get(name)), default: await names(ports.indexedDB) }),
  };
}

async function withOpenDb<T>(opening: Promise<PhoneDb>, work: (db: PhoneDb) => Promise<T>): Promise<T> {
  const db = await opening;
  try {
    return await work(db);
  } finally {
    db.close();
  }
}

const storeProfile = (db: PhoneDb) => db.me.put(meRow());

/** Returns a device whose default bucket has the database of a released version, with unsent work. */
async function releasedDevice(version = 3) {
  const device = makeDevice();
  await createReleasedDb(version, device.ports);
  const db = openPhoneDb(ANNA, device.ports);
  await db.blobs.put(photo);
  await storeProfile(db);
  db.close();
  return device;
}

async function expectAllData(db: PhoneDb): Promise<void> {
  expect(await db.outbox.orderBy('seq').toArray()).toEqual(outbox);
  expect(await db.base.toArray()).toEqual(expect.arrayContaining(base));
  expect(await db.history.toArray()).toEqual(history);
  expect(await db.blobs.toArray()).toEqual([photo]);
  expect(await db.comments.get(comment.id)).toEqual({ ...comment, text: 'Edit 3' });
  expect(await db.tasks.get(task.id)).toEqual(task);
  expect(await db.meta.toArray()).toEqual([{ key: 'cursors', value: { p0: '12' } }]);
}

describe("the location of a user's database", () => {
  test("opens the database in the user's own storage bucket if the browser supports buckets", async () => {
    const { ports, places } = makeDevice();
    await withOpenDb(openUserDb(ANNA, ports), storeProfile);
    expect(await places()).toEqual({ bucket: [name], default: [] });
  });

  test('opens the database in the default bucket if the browser does not support storage buckets', async () => {
    const { ports, places } = makeDevice();
    await withOpenDb(openUserDb(ANNA, { ...ports, buckets: undefined }), storeProfile);
    expect(await places()).toEqual({ bucket: [], default: [name] });
  });

  test('opens the default bucket as long as only that bucket is protected from eviction', async () => {
    const { ports, buckets, places } = makeDevice({ buckets: false, byDefault: true });
    await withOpenDb(openUserDb(ANNA, ports), storeProfile);
    expect(await places()).toEqual({ bucket: [], default: [name] });
    buckets.protects.buckets = true;
    await withOpenDb(openUserDb(ANNA, ports), async (db) => expect(await db.me.count()).toBe(1));
    expect(await places()).toEqual({ bucket: [name], default: [] });
  });

  test("keeps using the user's bucket after the browser has stopped protecting it from eviction", async () => {
    const { ports, buckets } = makeDevice({ buckets: true, byDefault: true });
    await withOpenDb(openUserDb(ANNA, ports), storeProfile);
    buckets.protects.buckets = false;
    await withOpenDb(openUserDb(ANNA, ports), async (db) => expect(await db.me.count()).toBe(1));
  });

  test("asks the browser to protect the user's storage bucket from eviction", async () => {
    const { ports, buckets } = makeDevice();
    const requests: unknown[] = [];
    const open = (bucket: string, options: { persisted: boolean }) => {
      requests.push([bucket, options]);
      return buckets.open(bucket, options);
    };
    await withOpenDb(openUserDb(ANNA, { ...ports, buckets: { ...buckets, open } }), storeProfile);
    expect(requests).toEqual([[name, { persisted: true }]]);
  });
});

describe('a database in the default bucket', () => {
  test.each([1, 2, 3])(
    "moves a database of released version %i to the user's bucket, with unsent work, history and files",
    async (version) => {
      const { ports, places } = await releasedDevice(version);
      await withOpenDb(openUserDb(ANNA, ports), expectAllData);
      expect(await places()).toEqual({ bucket: [name], default: [] });
    },
  );

  test('moves all rows of a table that needs several batches, regardless of their keys', async () => {
    const { ports } = await releasedDevice();
    const db = openPhoneDb(ANNA, ports);
    const many = Array.from({ length: 1_201 }, (_, at) => commentRow({ id: `c${at}`, text: `Text ${at}` }));
    await db.comments.bulkAdd(many);
    // Writes that were restored after a logout have a negative `seq`.
    await db.outbox.add({ ...outbox[0]!, seq: -4, op_id: 'restored' });
    db.close();
    await withOpenDb(openUserDb(ANNA, ports), async (moved) => {
      expect(await moved.comments.count()).toBe(1_202);
      expect((await moved.outbox.orderBy('seq').first())?.op_id).toBe('restored');
    });
  });

  test('moves the database only once if several tabs open it at the same time', async () => {
    const { ports, places } = await releasedDevice();
    const opened = await Promise.all([1, 2, 3].map(() => openUserDb(ANNA, ports)));
    for (const db of opened) {
      await expectAllData(db);
      db.close();
    }
    expect(await places()).toEqual({ bucket: [name], default: [] });
  });

  test('moving the database closes it in tabs of an earlier app version', async () => {
    const { ports } = await releasedDevice();
    let isSuperseded = false;
    const oldDb = openPhoneDb(ANNA, ports, () => (isSuperseded = true));
    await oldDb.open();
    await withOpenDb(openUserDb(ANNA, ports), expectAllData);
    expect(isSuperseded).toBe(true);
    await expect(oldDb.outbox.count()).rejects.toThrow('Database has been closed');
  });

  test('keeps using the old database if its copy does not fit on the disk', async () => {
    const { ports, buckets, places } = await releasedDevice();
    const disk = (await buckets.open(name, { persisted: true })).indexedDB;
    const fullDisk = new Proxy(disk, {
      get: (target, key) => {
        if (key === 'open') throw new DOMException('full', 'QuotaExceededError');
        return (Reflect.get(target, key) as (...args: unknown[]) => unknown).bind(target);
      },
    });
    buckets.disks.set(name, fullDisk);
    await withOpenDb(openUserDb(ANNA, ports), expectAllData);
    expect(await places()).toEqual({ bucket: [], default: [name] });
  });

  test('moves unsent work into the bucket if an earlier app version wrote it to a new database outside the bucket', async () => {
    const { ports, places } = await releasedDevice();
    await withOpenDb(openUserDb(ANNA, ports), expectAllData);
    const oldTab = makePhoneDb(ports);
    const [op_id] = await oldTab.write(addComment('Written by an old tab'));
    oldTab.db.close();
    await withOpenDb(openUserDb(ANNA, ports), async (db) => {
      const ids = (await db.outbox.toArray()).map((entry) => entry.op_id);
      expect(new Set(ids)).toEqual(new Set([...outbox.map((entry) => entry.op_id), op_id]));
      expect(ids).toHaveLength(outbox.length + 1);
      expect((await db.comments.toArray()).map(({ text }) => text)).toContain('Written by an old tab');
      expect(await db.history.toArray()).toEqual(history);
    });
    expect(await places()).toEqual({ bucket: [name], default: [] });
  });

  test('ignores a database without unsent work that an earlier app version has created again', async () => {
    const { ports } = await releasedDevice();
    await withOpenDb(openUserDb(ANNA, ports), expectAllData);
    const empty = openPhoneDb(ANNA, ports);
    await empty.open();
    empty.close();
    await withOpenDb(openUserDb(ANNA, ports), expectAllData);
  });
});

class Killed extends Error {}

/** Wraps IDBFactories so that all operations after the first `at` operations throw, as if the app had been killed. */
function killable(at: number) {
  let done = 0;
  const step = () => {
    done += 1;
    if (done > at) throw new Killed();
  };
  const disk = (real: IDBFactory): IDBFactory =>
    new Proxy(real, {
      get: (target, key) => {
        const method = (Reflect.get(target, key) as (...args: unknown[]) => unknown).bind(target);
        if (key === 'deleteDatabase' || key === 'databases')
          return (...args: unknown[]) => {
            step();
            return method(...args);
          };
        if (key !== 'open') return method;
        return (...args: Parameters<IDBFactory['open']>) => {
          step();
          const request = method(...args) as IDBOpenDBRequest;
          request.addEventListener('success', () => {
            const db = request.result;
            const beginTransaction = db.transaction.bind(db);
            db.transaction = (...stores: Parameters<IDBDatabase['transaction']>) => {
              step();
              return beginTransaction(...stores);
            };
          });
          return request;
        };
      },
    });
  return { disk, wasKilled: () => done > at };
}

test('moving the database loses and duplicates nothing if the app is killed during any disk operation', async () => {
  let kills = 0;
  for (let at = 1; ; at += 11) {
    const { ports, buckets, places } = await releasedDevice();
    const { disk, wasKilled } = killable(at);
    const killedPorts = {
      ...ports,
      indexedDB: disk(ports.indexedDB),
      locks: createMemoryLocks(),
      buckets: {
        ...buckets,
        open: async (bucket: string, options: { persisted: boolean }) => {
          const openedBucket = await buckets.open(bucket, options);
          return { ...openedBucket, indexedDB: disk(openedBucket.indexedDB) };
        },
      },
    };
    await withOpenDb(openUserDb(ANNA, killedPorts), async (db) => void (await db.me.count())).catch(() => {});
    await withOpenDb(openUserDb(ANNA, ports), expectAllData);
    expect(await places()).toEqual({ bucket: [name], default: [] });
    if (!wasKilled()) break;
    kills += 1;
  }
  expect(kills).toBeGreaterThan(10);
});

describe('the clean-up after a logout', () => {
  const cleanUp = async (device: ReturnType<typeof makeDevice>) => {
    const deviceDb = openDeviceDb(device.ports);
    await saveDeviceValue(deviceDb, 'leaving', ANNA);
    await finishLogoutCleanup(device.ports, deviceDb);
    const left = await savedDeviceValue(deviceDb, 'leaving');
    deviceDb.close();
    return left;
  };

  test('deletes the entire bucket after a logout, even while a suspended tab has the database open', async () => {
    const device = makeDevice();
    const suspendedDb = await openUserDb(ANNA, device.ports);
    await storeProfile(suspendedDb);
    expect(await cleanUp(device)).toBeNull();
    expect([...device.buckets.disks.keys()]).toEqual([]);
    expect(await device.places()).toEqual({ bucket: [], default: ['haversack-device'] });
    suspendedDb.close();
  });

  test('after a logout, also deletes a database that has not been moved yet', async () => {
    const device = await releasedDevice();
    expect(await cleanUp(device)).toBeNull();
    expect(await device.places()).toEqual({ bucket: [], default: ['haversack-device'] });
  });

  test('keeps the bucket of another user after a logout', async () => {
    const device = makeDevice();
    await withOpenDb(openUserDb('boris', device.ports), async (db) => void (await db.meta.count()));
    await withOpenDb(openUserDb(ANNA, device.ports), storeProfile);
    await cleanUp(device);
    expect([...device.buckets.disks.keys()]).toEqual([userDbName('boris')]);
  });
});

test('the temporary version number of a database that is moved does not prevent later upgrades', async () => {
  const { ports } = await releasedDevice();
  const oldDb = openPhoneDb(ANNA, ports);
  oldDb.version(3.1).stores({});
  await oldDb.open();
  oldDb.close();
  await withOpenDb(Promise.resolve(openPhoneDb(ANNA, ports)), expectAllData);
  const next = new Dexie(name, ports);
  next.version(4).stores({ later: 'id' });
  await next.open();
  expect(next.tables.map((table) => table.name)).toContain('later');
  next.close();
});
