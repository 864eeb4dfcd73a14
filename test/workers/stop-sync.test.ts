import { expect, it } from 'vitest';
import { createSyncApi } from '../../workers/api.ts';
import { makePhone } from '../helpers/fake-server.ts';
import { addComment, ANNA, settlePromises } from '../helpers/phone.ts';

const HOUR_MS = 3_600_000;

it('sends nothing while sync is stopped, and sends the waiting writes after the next start', async () => {
  const { server, ports, phone } = await makePhone();
  const api = createSyncApi(ports);
  await api.setVisible(false);
  await api.start(ANNA);
  expect(await api.syncNow()).toEqual({ ok: true });
  await api.stop();
  const before = server.seen.length;
  await phone.store.write(addComment());
  await api.onOnline();
  ports.clock.pass(HOUR_MS);
  await settlePromises();
  expect(server.seen.length).toBe(before);
  expect(await api.syncNow()).toEqual({ ok: false, why: 'no_answer' });
  await api.start(ANNA);
  expect(await api.syncNow()).toEqual({ ok: true });
  expect(server.calls('sync.push')).toHaveLength(1);
  await api.stop();
  await phone.close();
});
