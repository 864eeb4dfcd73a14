import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { readScreen } from '../../../src/boot/read-screen.ts';
import { openDeviceDb, openPhoneDb, userDbName, type PhoneDb } from '../../../src/db/schema/db.ts';
import { saveDeviceValue, type DeviceValues } from '../../../src/db/schema/device.ts';
import { saveMeta } from '../../../src/db/schema/meta.ts';
import { saveStatus } from '../../../src/db/schema/sync-meta.ts';
import { openGates, type SyncStatus } from '../../../src/db/schema/sync-status.ts';
import { versions } from '../../../src/db/schema/versions.ts';
import { saveLastScreen } from '../../../src/db/storage/last-screens.ts';
import type { SavedScreen } from '../../../src/lib/last-screen.ts';
import { LOOK_KEY } from '../../../src/lib/look-key.ts';

const ANNA = 'anna';
/** The version as browsers store it: Dexie multiplies its versions by ten. */
const DB_VERSION = versions.length * 10;
const LOOK = '{"language":"en","theme":"dark","text_size":"m"}';

const screen: SavedScreen = {
  build: 'http://localhost:3000/assets/index-1.js',
  look: LOOK,
  width: 1,
  db_version: DB_VERSION,
  is_home: false,
  styles: [],
  variables: {},
  content: ['div', {}, 'rows'],
};

let disk: IDBFactory;
const ports = () => ({ indexedDB: disk as unknown as globalThis.IDBFactory, IDBKeyRange });

async function setDevice<K extends keyof DeviceValues>(key: K, value: DeviceValues[K]): Promise<void> {
  const device = openDeviceDb(ports());
  await saveDeviceValue(device, key, value);
  device.close();
}

/** Changes the database of a user, by default the logged-in one. */
async function change(work: (db: PhoneDb) => Promise<void>, user = ANNA, factory = disk): Promise<void> {
  const db = openPhoneDb(user, { indexedDB: factory as unknown as globalThis.IDBFactory, IDBKeyRange });
  await work(db);
  db.close();
}

const store = (path: string, saved: Partial<SavedScreen> = {}) =>
  change((db) => saveLastScreen(db, path, { ...screen, ...saved }));
const setStatus = (status: Partial<SyncStatus>) => change((db) => saveStatus(db, status));

function open(path: string): Promise<SavedScreen | undefined> {
  history.replaceState(null, '', path);
  return readScreen();
}

beforeEach(async () => {
  disk = new IDBFactory();
  vi.stubGlobal('indexedDB', disk);
  vi.stubGlobal('innerWidth', 1000);
  vi.stubGlobal('navigator', { language: 'en' });
  localStorage.setItem(LOOK_KEY, LOOK);
  document.head.innerHTML = '<link rel="modulepreload" href="/assets/index-1.js" data-app>';
  await setDevice('current_user', { id: ANNA });
  await change((db) => saveMeta(db, 'token', 'token'));
});

describe('reading a stored screen that can be shown', () => {
  test('returns the stored screen of the open path', async () => {
    await store('/contacts');
    await store('/lessons', { content: 'lessons' });
    expect(await open('/contacts')).toEqual(screen);
    expect((await open('/lessons'))?.content).toBe('lessons');
    expect(await open('/books')).toBeUndefined();
  });

  test('returns the stored home screen when the installed app is started', async () => {
    await store('/dashboard', { is_home: true });
    expect(await open('/?src=home')).toBeDefined();
    expect(await open('/')).toBeDefined();
    await store('/dashboard', { is_home: false });
    expect(await open('/')).toBeUndefined();
    expect(await open('/dashboard')).toBeDefined();
  });

  test('returns the stored screen although requests are postponed and the storage is full', async () => {
    await store('/contacts');
    await setStatus({ gates: { ...openGates, retry_after: 5, storage_full: true } });
    expect(await open('/contacts')).toBeDefined();
  });

  test("returns the stored screen from the user's storage bucket unless the data is still being copied into it", async () => {
    const inBucket = new IDBFactory();
    const buckets = { keys: async () => [userDbName(ANNA)], open: async () => ({ indexedDB: inBucket }) };
    vi.stubGlobal('navigator', { storageBuckets: buckets });
    await change(
      async (db) => {
        await saveMeta(db, 'token', 'token');
        await saveLastScreen(db, '/contacts', screen);
      },
      ANNA,
      inBucket,
    );
    expect(await open('/contacts')).toEqual(screen);
    await change((db) => saveMeta(db, 'copying', true), ANNA, inBucket);
    expect(await open('/contacts')).toBeUndefined();
  });

  test('returns the stored screen from the default bucket if the user has no other', async () => {
    const openBucket = vi.fn();
    vi.stubGlobal('navigator', { storageBuckets: { keys: async () => ['haversack-other'], open: openBucket } });
    await store('/contacts');
    expect(await open('/contacts')).toEqual(screen);
    // Opening a bucket would create it, with the wrong protection.
    expect(openBucket).not.toHaveBeenCalled();
  });
});

describe('reading a stored screen that must not be shown', () => {
  beforeEach(() => store('/contacts'));

  test('returns no stored screen for a path with search parameters', async () => {
    expect(await open('/contacts?category=1')).toBeUndefined();
  });

  test.each<[string, Partial<SavedScreen>]>([
    ['an earlier build', { build: 'http://localhost:3000/assets/index-0.js' }],
    ['another language or theme', { look: '{}' }],
    ['another layout', { width: 2 }],
    ['another version of the database', { db_version: DB_VERSION - 10 }],
  ])('returns no stored screen of %s', async (_, saved) => {
    await store('/contacts', saved);
    expect(await open('/contacts')).toBeUndefined();
  });

  test.each<[string, Partial<SyncStatus>]>([
    ['the login is no longer valid', { gates: { ...openGates, auth: true } }],
    ['the access is blocked', { gates: { ...openGates, blocked: true } }],
    ['the app must be updated', { gates: { ...openGates, upgrade: true } }],
    ['the user is shut out', { shut: true }],
    ['the server has limits', { limits: [] }],
  ])('returns no stored screen if %s', async (_, status) => {
    await setStatus(status);
    expect(await open('/contacts')).toBeUndefined();
  });

  test('returns no stored screen without a token', async () => {
    await change((db) => saveMeta(db, 'token', null));
    expect(await open('/contacts')).toBeUndefined();
  });

  test('returns no stored screen if nobody is logged in', async () => {
    await setDevice('current_user', null);
    expect(await open('/contacts')).toBeUndefined();
  });

  test('returns no stored screen if a logout is not complete', async () => {
    await setDevice('leaving', ANNA);
    expect(await open('/contacts')).toBeUndefined();
    await setDevice('leaving', null);
    await setDevice('pending_logout', { user_id: ANNA });
    expect(await open('/contacts')).toBeUndefined();
    await setDevice('pending_logout', null);
    expect(await open('/contacts')).toBeDefined();
  });

  test('returns no stored screen of another user', async () => {
    await setDevice('current_user', { id: 'boris' });
    await expect(open('/contacts')).rejects.toBeDefined();
  });
});

test('reading a stored screen creates no database', async () => {
  await setDevice('current_user', { id: 'boris' });
  await expect(open('/contacts')).rejects.toBeDefined();
  const names = (await disk.databases()).map(({ name }) => name);
  expect(names).not.toContain(userDbName('boris'));
  disk = new IDBFactory();
  vi.stubGlobal('indexedDB', disk);
  await expect(open('/contacts')).rejects.toBeDefined();
  expect(await disk.databases()).toEqual([]);
});

test('reading a stored screen keeps no connection, so that the database can be deleted or upgraded', async () => {
  await store('/contacts');
  await open('/contacts');
  const deleted = await new Promise((resolve) => {
    const request = disk.deleteDatabase(userDbName(ANNA));
    request.addEventListener('success', () => resolve(true));
    request.addEventListener('blocked', () => resolve(false));
  });
  expect(deleted).toBe(true);
});
