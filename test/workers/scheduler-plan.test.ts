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
