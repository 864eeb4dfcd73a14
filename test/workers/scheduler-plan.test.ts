import { expect, test } from 'vitest';
import { makePhone } from '../helpers/fake-server.ts';
import { addComment } from '../helpers/phone.ts';

test('the next sync cycle runs soon if the back-off of a write ended while the last cycle was running', async () => {
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

test('a sync that is requested while the next cycle is being planned runs at once', async () => {
  const { server, ports, phone } = await makePhone();
  const { scheduler } = phone;
  scheduler.schedule('start');
  await scheduler.idle();
  const mirrored = server.calls('sync.changes').length;
  const { after } = ports.clock;
  let isRequested = false;
  ports.clock.after = (ms, run) => {
    // Requests set timers too, but shorter ones.
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
