import { expect, test } from 'vitest';
import { openSyncClient } from '../../workers/sync/sync-client.ts';
import { makePhone } from '../helpers/fake-server.ts';
import { addComment, ANNA, settlePromises } from '../helpers/phone.ts';

test("the next sync cycle runs soon if a write's back-off ended during the last cycle", async () => {
  const { server, ports, phone } = await makePhone();
  const { scheduler, db, store } = phone;
  await store.write(addComment());
  server.judge = () => ({ status: 500, code: 'internal' });
  server.every('sync.changes', (seen) => {
    ports.clock.pass(10_000);
    return server.answer(seen);
  });
  scheduler.schedule('start');
  await scheduler.idle();
  expect((await db.outbox.toArray())[0]!.next_at).toBeLessThan(ports.clock.now());
  expect(ports.clock.waits()[0]).toBe(200);
  server.heal();
  server.judge = () => null;
  ports.clock.pass(200);
  await scheduler.idle();
  expect(await db.outbox.count()).toBe(0);
});

test('a sync that is requested while the next cycle is being planned runs immediately', async () => {
  const { server, ports, phone } = await makePhone();
  const { scheduler } = phone;
  scheduler.schedule('start');
  await scheduler.idle();
  const mirrored = server.calls('sync.changes').length;
  const { after } = ports.clock;
  let isRequested = false;
  ports.clock.after = (ms, run) => {
    // Only the timer of the next cycle is this long; requests set shorter timers.
    if (ms === 300_000 && !isRequested) {
      isRequested = true;
      scheduler.schedule('poke');
    }
    return after(ms, run);
  };
  scheduler.schedule('timer');
  await scheduler.idle();
  expect(server.calls('sync.changes')).toHaveLength(mirrored + 2);
  expect(ports.clock.waits()).toEqual([300_000]);
});

test('sends a write within five seconds after the tab that claimed it closes', async () => {
  const { server, ports, phone } = await makePhone();
  const other = await openSyncClient(ports, ANNA);
  await phone.store.write(addComment());
  server.next('sync.push', () => new Promise(() => {}));
  void phone.runCycle();
  await settlePromises();
  other.scheduler.schedule('start');
  await other.scheduler.idle();
  for (let round = 0; round < 3; round += 1) {
    expect(ports.clock.waits()[0]).toBe(1_500);
    ports.clock.pass(1_500);
    await other.scheduler.idle();
  }
  expect(ports.clock.waits()[0]).toBe(5_000);
  // The lock of a closed tab is released, but its claim in the database remains.
  ports.locks = { request: (_name, _options, run) => run({}) };
  ports.clock.pass(5_000);
  await other.scheduler.idle();
  expect(await other.db.outbox.count()).toBe(0);
});
