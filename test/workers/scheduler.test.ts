import { describe, expect, test } from 'vitest';
import { saveDeviceValue } from '../../src/db/schema/device.ts';
import { savedSyncStatus } from '../../src/db/queries/status.ts';
import { createStore } from '../../src/db/schema/create-store.ts';
import { channelName } from '../../src/db/schema/store.ts';
import { makePhone, refusalResponse } from '../helpers/fake-server.ts';
import { addComment, anna, ANNA, commentRow, editComment, settlePromises } from '../helpers/phone.ts';

const networkError = () => Promise.reject(new TypeError('gone'));

async function open() {
  const setup = await makePhone();
  const { scheduler: loop } = setup.phone;
  const runFor = async (reason: Parameters<typeof loop.schedule>[0]) => {
    loop.schedule(reason);
    await loop.idle();
  };
  /** Returns the time until the next planned cycle. */
  const plannedDelay = () => setup.ports.clock.waits()[0];
  /** Runs the planned cycle. */
  const runPlannedCycle = async () => {
    setup.ports.clock.pass(plannedDelay() ?? 0);
    await loop.idle();
  };
  return { ...setup, loop, db: setup.phone.db, store: setup.phone.store, runFor, runPlannedCycle, plannedDelay };
}

describe('next sync cycle', () => {
  test('the next sync cycle runs after 5 minutes when nothing waits', async () => {
    const { runFor, plannedDelay } = await open();
    await runFor('start');
    expect(plannedDelay()).toBe(300_000);
  });

  test('the next sync cycle runs after 30 s while a write waits for the account to be unblocked', async () => {
    const { server, store, runFor, plannedDelay } = await open();
    await store.write(addComment());
    server.every('sync.push', () => refusalResponse(403, 'blocked'));
    await runFor('start');
    expect(plannedDelay()).toBe(30_000);
  });

  test('the next sync cycle runs after 30 s while a write is held up by one that needs the user', async () => {
    const { db, store, runFor, plannedDelay } = await open();
    const comment = commentRow();
    await db.comments.put(comment);
    const [first] = await store.writeAll([editComment(comment.id, 'One'), editComment(comment.id, 'Two')]);
    await db.outbox.where('op_id').equals(first!).modify({ state: 'conflict' });
    await runFor('start');
    expect(plannedDelay()).toBe(30_000);
  });

  test('the next sync cycle runs when the back-off of a failing write is over', async () => {
    const { server, ports, store, db, runFor, runPlannedCycle, plannedDelay } = await open();
    await store.write(addComment());
    server.judge = () => ({ status: 500, code: 'internal' });
    await runFor('start');
    const [entry] = await db.outbox.toArray();
    expect(plannedDelay()).toBe(entry!.next_at - ports.clock.now());
    expect(plannedDelay()).toBeLessThan(5_000);
    server.judge = () => null;
    await runPlannedCycle();
    expect(await db.outbox.count()).toBe(0);
  });

  test('the back-off between sync cycles is random and at most 20 s, even after an hour of failures', async () => {
    const { server, ports, runFor, runPlannedCycle, plannedDelay } = await open();
    server.every('sync.changes', networkError);
    ports.random = () => 0.9999;
    await runFor('start');
    const delays = [plannedDelay()!];
    for (let failure = 0; failure < 30; failure += 1) {
      await runPlannedCycle();
      delays.push(plannedDelay()!);
    }
    expect(delays.slice(0, 4)).toEqual([4_250, 8_249, 16_248, 20_248]);
    expect(Math.max(...delays)).toBe(20_248);
    ports.random = () => 0;
    await runPlannedCycle();
    expect(plannedDelay()).toBe(250);
  });

  test.each(['online', 'visible', 'poke', 'asked'] as const)(
    'the trigger "%s" runs a sync cycle immediately and clears the back-off',
    async (reason) => {
      const { server, ports, runFor, runPlannedCycle, plannedDelay } = await open();
      server.every('sync.changes', networkError);
      server.every('configs.all', networkError);
      ports.random = () => 0.9999;
      await runFor('start');
      for (let failure = 0; failure < 5; failure += 1) await runPlannedCycle();
      const before = server.seen.length;
      await runFor(reason);
      expect(server.seen.length).toBe(before + 1);
      expect(plannedDelay()).toBe(4_250);
    },
  );

  test('tests the connection immediately when the browser reports no network', async () => {
    const { server, ports, db, runFor } = await open();
    await runFor('start');
    expect((await savedSyncStatus(db)).connection).toBe('online');
    server.every('sync.changes', networkError);
    ports.isOnline = () => false;
    server.every('configs.all', networkError);
    await runFor('offline');
    expect((await savedSyncStatus(db)).connection).toBe('offline');
    // If the browser reports by mistake that it is offline, a cycle still reaches the server.
    server.heal();
    await runFor('offline');
    expect((await savedSyncStatus(db)).connection).toBe('online');
  });

  test('sends a write made offline with the next planned attempt', async () => {
    const { server, store, runFor, runPlannedCycle } = await open();
    server.every('sync.changes', networkError);
    await runFor('start');
    const before = server.seen.length;
    await store.write(addComment());
    await runFor('written');
    expect(server.seen.length).toBe(before);
    server.heal();
    await runPlannedCycle();
    expect(server.results.size).toBe(1);
  });

  test('waits until the end of Retry-After even if the browser reports that it is online again', async () => {
    const { server, ports, store, runFor, plannedDelay } = await open();
    await store.write(addComment());
    server.next('sync.push', () => refusalResponse(429, 'too_many_requests', { 'Retry-After': '45' }));
    await runFor('start');
    expect(plannedDelay()).toBe(45_000);
    const before = server.seen.length;
    ports.clock.pass(10_000);
    await runFor('online');
    expect(server.seen.length).toBe(before);
    expect(plannedDelay()).toBe(35_000);
    ports.clock.pass(35_000);
    await settlePromises();
    expect(server.results.size).toBe(1);
  });

  test('does not extend Retry-After when the clock is set back', async () => {
    const { server, ports, store, runFor, plannedDelay } = await open();
    await store.write(addComment());
    server.next('sync.push', () => refusalResponse(503, 'unavailable', { 'Retry-After': '45' }));
    await runFor('start');
    ports.clock.ms -= 24 * 3_600_000;
    await runFor('online');
    expect(server.results.size).toBe(1);
    expect(plannedDelay()).toBeLessThanOrEqual(300_000);
  });
});

describe('backoff of a failing write', () => {
  test.each([
    ['start', true],
    ['online', true],
    ['visible', true],
    ['asked', true],
    ['poke', false],
    ['offline', false],
    ['written', false],
    ['timer', false],
  ] as const)('the trigger "%s" ends the back-off of a failing write: %s', async (reason, isTried) => {
    const { server, store, db, runFor } = await open();
    await store.write(addComment());
    server.judge = () => ({ status: 500, code: 'internal' });
    await runFor('start');
    server.judge = () => null;
    await runFor(reason);
    expect(await db.outbox.count()).toBe(isTried ? 0 : 1);
  });
});

describe('scheduler', () => {
  test('the scheduler sends writes that another tab made', async () => {
    const { server, ports, phone, db, loop } = await open();
    await phone.start();
    await loop.idle();
    const page = createStore(db, anna, ports, ports.channel(channelName(ANNA)));
    await page.write(addComment());
    await settlePromises();
    await loop.idle();
    expect(server.results.size).toBe(1);
    await phone.close();
  });

  test('the scheduler sends writes made during a sync cycle, even after earlier failures', async () => {
    const { server, store, runFor, loop } = await open();
    server.every('sync.changes', networkError);
    server.every('configs.all', networkError);
    await runFor('start');
    server.heal();
    server.next('sync.changes', async (seen) => {
      await store.write(addComment());
      loop.schedule('written');
      return server.answer(seen);
    });
    await runFor('timer');
    expect(server.results.size).toBe(1);
  });

  test("tries once to send on request, even if the server's last response stopped all sending", async () => {
    const { server, store, runFor, loop } = await open();
    await store.write(addComment());
    server.next('sync.push', () => refusalResponse(403, 'blocked'));
    await runFor('start');
    await runFor('online');
    expect(server.calls('sync.push')).toHaveLength(1);
    expect(await loop.syncNow()).toBe('done');
    expect(server.results.size).toBe(1);
  });

  test('combines simultaneous requests to sync into at most two cycles', async () => {
    const { server, loop } = await open();
    for (let request = 0; request < 10; request += 1) loop.schedule('poke');
    await loop.idle();
    expect(server.calls('sync.changes').length).toBeLessThanOrEqual(2);
  });

  describe('scheduler of a blocked person', () => {
    async function openBlocked() {
      const setup = await open();
      for (const name of ['sync.changes', 'accounts.me'] as const)
        setup.server.every(name, () => refusalResponse(403, 'blocked'));
      await setup.runFor('start');
      await setup.runFor('timer');
      return { ...setup, gates: async () => (await savedSyncStatus(setup.db)).gates };
    }

    test('a blocked device checks every 30 s whether the block is lifted, and then syncs', async () => {
      const { server, store, db, runPlannedCycle, plannedDelay } = await openBlocked();
      await store.write(addComment());
      for (const asked of [1, 2]) {
        expect(plannedDelay()).toBe(30_000);
        await runPlannedCycle();
        expect(server.calls('accounts.me')).toHaveLength(asked);
        expect((await savedSyncStatus(db)).shut).toBe(true);
      }
      expect(server.calls('sync.push')).toEqual([]);
      server.heal();
      await runPlannedCycle();
      expect((await savedSyncStatus(db)).shut).toBe(false);
      expect(server.results.size).toBe(1);
      expect(plannedDelay()).toBe(300_000);
    });

    test('a blocked device asks for a login after the block is lifted', async () => {
      const { server, db, gates, runPlannedCycle } = await openBlocked();
      server.every('accounts.me', () => refusalResponse(401, 'unauthorized'));
      server.cookie_of = null;
      await runPlannedCycle();
      expect((await savedSyncStatus(db)).shut).toBe(false);
      expect(await gates()).toMatchObject({ auth: true, blocked: false });
    });

    test('a device stays blocked while the server cannot be reached', async () => {
      const { server, db, gates, runPlannedCycle, plannedDelay } = await openBlocked();
      server.every('accounts.me', networkError);
      await runPlannedCycle();
      expect((await savedSyncStatus(db)).shut).toBe(true);
      expect((await gates()).blocked).toBe(true);
      expect(plannedDelay()).toBe(30_000);
    });

    test('a blocked device sends no check while the person is logging out', async () => {
      const { server, phone, runPlannedCycle } = await openBlocked();
      await saveDeviceValue(phone.device, 'pending_logout', { user_id: ANNA });
      await runPlannedCycle();
      expect(server.calls('accounts.me')).toEqual([]);
    });
  });

  test('sends no requests from a device that was logged out remotely', async () => {
    const { server, runFor, runPlannedCycle, plannedDelay } = await open();
    server.every('sync.changes', () => refusalResponse(403, 'device_revoked'));
    await runFor('start');
    await runFor('timer');
    expect(plannedDelay()).toBe(300_000);
    const before = server.seen.length;
    await runPlannedCycle();
    expect(server.seen).toHaveLength(before);
  });

  test('a stopped scheduler plans and runs nothing', async () => {
    const { server, ports, runFor, loop } = await open();
    await runFor('start');
    await loop.stop();
    const before = server.seen.length;
    await runFor('online');
    ports.clock.pass(600_000);
    await settlePromises();
    expect(server.seen.length).toBe(before);
    expect(ports.clock.waits()).toEqual([]);
  });
});
