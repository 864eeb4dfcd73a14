import { describe, expect, test } from 'vitest';
import { openDeviceDb, userDbName } from '../../src/db/schema/db.ts';
import { saveDeviceValue } from '../../src/db/schema/device.ts';
import { profileOrDelete } from '../../src/db/schema/saved-profile.ts';
import { openUserDb } from '../../src/db/schema/user-db.ts';
import { withSession } from '../../sw/session.ts';
import { openSyncClient } from '../../workers/sync/sync-client.ts';
import { createMemoryBuckets } from '../helpers/buckets.ts';
import { makePhone } from '../helpers/fake-server.ts';
import { ANNA, makePorts, meRow } from '../helpers/phone.ts';

const message = 'this user is not logged in on this device';

/** Opens Anna's database on a device where `user` is logged in. */
async function openDb(user: string | null, buckets = createMemoryBuckets({ buckets: true, byDefault: false })) {
  const ports = { ...makePorts(), buckets, isPersisted: async () => false };
  const device = openDeviceDb(ports);
  if (user) await saveDeviceValue(device, 'current_user', { id: user });
  const db = await openUserDb(ANNA, ports);
  return { ports, buckets, device, db, profile: () => profileOrDelete(db, ANNA, ports, device) };
}

describe('the profile in a database that was just opened', () => {
  test('is returned', async () => {
    const { db, profile } = await openDb(ANNA);
    await db.me.put(meRow());
    expect(await profile()).toEqual(meRow());
    expect(db.isOpen()).toBe(true);
  });

  test('is missing after a logout: the empty database is deleted together with its bucket', async () => {
    const { buckets, db, profile } = await openDb(null);
    await expect(profile()).rejects.toThrow(message);
    expect(db.isOpen()).toBe(false);
    expect([...buckets.disks.keys()]).toEqual([]);
  });

  test('is missing for a moment during a login: the database is kept', async () => {
    const { buckets, profile } = await openDb(ANNA);
    await expect(profile()).rejects.toThrow(message);
    expect([...buckets.disks.keys()]).toEqual([userDbName(ANNA)]);
  });
});

test.each([
  ['a sync client', openSyncClient],
  [
    'a session of the service worker',
    (ports: Parameters<typeof openSyncClient>[0]) => withSession(ports, ANNA, async () => {}),
  ],
])('%s that is opened too late creates no database after a logout', async (_, open) => {
  const { ports, phone } = await makePhone();
  expect(await phone.logout('drop')).toEqual({ ok: true });
  await phone.close();
  await expect(open(ports, ANNA)).rejects.toThrow(message);
  expect((await ports.indexedDB.databases()).map(({ name }) => name)).toEqual(['haversack-device']);
});
