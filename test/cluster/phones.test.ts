import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SHORT_LIFETIME_S } from '../../server/features/accounts/tokens.ts';
import { Proxy } from '../e2e/helpers/proxy.ts';
import { openTestServer, roles, TestClock, type TestServer } from '../helpers/server.ts';
import { Chance } from '../simulation/rng.ts';
import { checkMirrors, checkStored } from './checks.ts';
import { Phone } from './phones.ts';
import { Prober } from './prober.ts';

const WRITES = 60;
/** One in this many pushes is stored, but its reply is lost. */
const LOST_REPLIES = 4;

describe('the devices of a cluster', () => {
  // The time of the server passes, because its limits per minute would otherwise delay the devices forever.
  let ahead_ms = 0;
  const clock = Object.assign(new TestClock(), { now: () => new Date(Date.now() + ahead_ms) });
  let server: TestServer;
  let network: Proxy;
  beforeAll(async () => {
    server = await openTestServer({ clock });
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    network = new Proxy(() => `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`);
    await network.open();
    let pushes = 0;
    network.chance = (path) => {
      if (!path.startsWith('/api/sync/push')) return null;
      pushes += 1;
      return pushes % LOST_REPLIES === 0 ? 'lose_reply' : null;
    };
  });
  afterAll(async () => {
    await network.close();
    await server.close();
  });

  it('each write of a device is stored once even if replies are lost and tokens expire, and the devices end with the same rows as the server', async () => {
    const [observer, person] = [await server.user(roles.consultant), await server.user(roles.consultant)];
    const prober = new Prober(network.url, observer.token);
    const phones = [
      await Phone.open(network.url, person, 'first', new Chance(1)),
      await Phone.open(network.url, person, 'second', new Chance(2)),
    ];
    prober.start();
    const written = prober.writtenAfter(Date.now());
    const writeAll = async (count: number) => {
      for (const { writer } of phones) for (let made = 0; made < count; made += 1) await writer.write();
    };
    await writeAll(WRITES / 2);
    await written;
    ahead_ms = (SHORT_LIFETIME_S + 60) * 1000;
    await writeAll(WRITES / 2);
    await prober.stop();
    for (const { client } of phones) await client.scheduler.syncNow();
    await expect.poll(() => Promise.all(phones.map((phone) => phone.unsent())), { timeout: 60_000 }).toEqual([0, 0]);
    for (const { client } of phones) await client.scheduler.syncNow();
    const { acknowledged, violations } = await checkStored(server, { phones, probers: [prober] });
    expect([...violations, ...(await checkMirrors(phones, network.url)), ...prober.unexpectedReplies]).toEqual([]);
    expect(acknowledged).toBeGreaterThan(WRITES);
    expect([...prober.failures.values()].some((count) => count > 0)).toBe(true);
    for (const { client } of phones) await client.close();
  });
});
