import { describe, expect, test } from 'vitest';
import type { LoginResult } from '../../src/bridge/results.ts';
import { openDeviceDb } from '../../src/db/schema/db.ts';
import { savedDeviceValue } from '../../src/db/schema/device.ts';
import { login } from '../../workers/sync/account.ts';
import { makePhone } from '../helpers/fake-server.ts';
import { ANNA, settlePromises } from '../helpers/phone.ts';

const right = { username: 'anna@example.org', password: 'the right one', language: null };

describe('login during the deletion of the old database', () => {
  /** Logs Anna out while a suspended tab keeps her database open, and then logs her in again. */
  async function logInAgain() {
    const { server, ports, phone } = await makePhone();
    server.password = right.password;
    const asleep = await new Promise<IDBDatabase>((resolve) => {
      const request = ports.indexedDB.open(`haversack-${ANNA}`);
      request.onsuccess = () => resolve(request.result);
    });
    const wait = async (ms: number) => {
      await settlePromises(200);
      ports.clock.pass(ms);
      await settlePromises(200);
    };
    const logout = phone.logout('drop');
    await wait(3_000);
    await logout;
    const device = openDeviceDb(ports);
    let result: LoginResult | undefined;
    const done = login(ports, device, right).then((settled) => {
      result = settled;
    });
    await wait(3_000);
    return { ports, device, asleep, wait, done, resultSoFar: () => result };
  }

  test('login waits 10 s for the deletion of the old database, then reports the other tab', async () => {
    const { ports, device, asleep, wait, resultSoFar } = await logInAgain();
    await wait(9_999);
    expect(resultSoFar()).toBeUndefined();
    await wait(1);
    expect(resultSoFar()).toEqual({ ok: false, why: 'other_tab' });
    expect(await savedDeviceValue(device, 'current_user')).toBeNull();
    asleep.close();
    expect(await login(ports, device, right)).toMatchObject({ ok: true, user_id: ANNA });
  });

  test('login succeeds if the other tab is closed in time', async () => {
    const { asleep, wait, done, resultSoFar } = await logInAgain();
    await wait(9_999);
    asleep.close();
    await done;
    expect(resultSoFar()).toMatchObject({ ok: true, user_id: ANNA });
  });
});
