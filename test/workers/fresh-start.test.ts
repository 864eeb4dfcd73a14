import { expect, test } from 'vitest';
import { savedSyncStatus } from '../../src/db/queries/status.ts';
import { saveStatus } from '../../src/db/schema/sync-meta.ts';
import { makePhone } from '../helpers/fake-server.ts';
import { addComment } from '../helpers/phone.ts';

test('sends waiting and interrupted writes immediately when the app is reloaded while the server is slow', async () => {
  const { phone, ports } = await makePhone();
  const { db, store, scheduler } = phone;
  const [sent, waiting] = [await store.write(addComment()), await store.write(addComment())];
  const until = ports.clock.now() + 20_000;
  const change = async (op_id: string, to: object) => {
    await db.outbox.put({ ...(await db.outbox.get({ op_id }))!, attempts_net: 3, ...to });
  };
  await change(sent, { state: 'sending', lease: { holder: 'a page that is gone', until } });
  await change(waiting, { next_at: until });
  await saveStatus(db, { connection: 'no_answer', next_try_at: until });
  scheduler.schedule('start');
  await scheduler.idle();
  expect(await db.outbox.count()).toBe(0);
  expect(await savedSyncStatus(db)).toMatchObject({ connection: 'online' });
});
