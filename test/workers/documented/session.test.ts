import { expect, test } from 'vitest';
import { openDeviceDb } from '../../../src/db/schema/db.ts';
import { savedMeta, saveMeta } from '../../../src/db/schema/meta.ts';
import { savedSyncStatus } from '../../../src/db/queries/status.ts';
import { iso } from '../../../src/lib/ports.ts';
import { login } from '../../../workers/sync/account.ts';
import { withDocumentedApi } from '../../../workers/sync/api-transport.ts';
import { openSyncClient } from '../../../workers/sync/sync-client.ts';
import { FakeServer, htmlResponse } from '../../helpers/fake-server.ts';
import { makePorts, newId, START } from '../../helpers/phone.ts';
import { ForeignApi } from '../../foreign/api.ts';
import { loginTo, makeForeignPhone } from '../../foreign/phone.ts';
import { FOREIGN_PASSWORD } from '../../foreign/world.ts';

const LENA = 'lena@foreign.test';
const comment = (text: string) =>
  ({ kind: 'comment.add', id: newId(), args: { lesson: null, parent: null, text, at: iso(START) } }) as const;

function makeApi() {
  const ports = makePorts();
  const api = new ForeignApi({ now: () => START, random: () => 1 });
  ports.fetch = api.fetch;
  return { ports, api };
}

async function loginWith(ports: ReturnType<typeof makePorts>, password: string) {
  const device = openDeviceDb(ports);
  const result = await login(withDocumentedApi(ports), device, { username: LENA, password, language: null });
  device.close();
  return result;
}

test('a wrong password is refused as such, whatever status the API has for it', async () => {
  const { ports } = makeApi();
  expect(await loginWith(ports, 'wrong')).toEqual({ ok: false, why: 'refused', code: 'wrong_email_or_password' });
});

test.each([404, 405, 501])(
  'a login call that the API does not have (%d) is not shown as a missing record',
  async (status) => {
    const { ports, api } = makeApi();
    api.replace('/api/accounts/login/', () => Response.json({ detail: 'Not found.' }, { status }));
    expect(await loginTo(ports, LENA)).toEqual({ ok: false, why: 'refused', code: 'not_offered' });
  },
);

test.each(['JWT', 'Bearer'] as const)('finds out that the API wants tokens as %s', async (scheme) => {
  const { phone } = await makeForeignPhone({ scheme });
  expect(await phone.db.lessons.count()).toBe(3);
});

test('does not try another scheme than the configured one', async () => {
  const { ports, api } = makeApi();
  api.options.client_config = { token: 'Bearer' };
  expect(await loginTo(ports, LENA)).toMatchObject({ ok: false });
  expect(api.calls('/api/accounts/me/')).toHaveLength(1);
});

test('does not end the session if the response to the attempt with the second token scheme is lost', async () => {
  const { phone, api, ports } = await makeForeignPhone();
  const restarted = withDocumentedApi(ports);
  const client = await openSyncClient(restarted, phone.actor.user_id);
  let answers = 0;
  ports.fetch = async (url, init) => {
    const response = await api.fetch(url, init);
    if (!url.includes('/accounts/me/')) return response;
    answers += 1;
    if (answers === 2) throw new TypeError('lost');
    return response;
  };
  await client.runCycle();
  expect((await savedSyncStatus(client.db)).gates.auth).toBe(false);
});

test('work that a logout locked is opened by a login with the same password, and sent', async () => {
  const { phone, ports, api } = await makeForeignPhone();
  const user_id = phone.actor.user_id;
  await phone.store.write(comment('Locked'));
  expect(await savedMeta(phone.db, 'outbox_key')).toMatch(/^[\w+/]{43}=$/);
  expect(await phone.logout('keep')).toEqual({ ok: true });
  const device = openDeviceDb(ports);
  expect(await device.locked.count()).toBe(1);
  device.close();
  expect(await loginTo(ports, LENA)).toMatchObject({ ok: true, user_id });
  const reopened = await openSyncClient(withDocumentedApi(ports), user_id);
  expect(await reopened.db.outbox.count()).toBe(1);
  await reopened.runCycle();
  expect(api.world.comments.at(-1)).toMatchObject({ text: 'Locked' });
});

test('work that a logout locked stays locked after a login with another password', async () => {
  const { phone, ports, api } = await makeForeignPhone();
  await phone.store.write(comment('Locked'));
  await phone.logout('keep');
  api.world.accounts[0]!.password = 'changed-password';
  expect(await loginWith(ports, 'changed-password')).toMatchObject({ ok: true });
  const device = openDeviceDb(ports);
  expect(await device.locked.count()).toBe(1);
  device.close();
});

test('the password for a documented API is not stored on the device', async () => {
  const { phone, ports } = await makeForeignPhone();
  const device = openDeviceDb(ports);
  await device.open();
  const rows = await Promise.all([...phone.db.tables, ...device.tables].map((table) => table.toArray()));
  expect(JSON.stringify(rows)).not.toContain(FOREIGN_PASSWORD);
});

test('an API with other shapes, such as a captive portal, deletes no rows of a phone that has synced with our server', async () => {
  const { phone, sync } = await makeForeignPhone();
  await saveMeta(phone.db, 'epoch', 'first');
  const before = await phone.db.contacts.toArray();
  expect(await sync()).toBe('failed');
  expect(await phone.db.contacts.toArray()).toEqual(before);
});

test('does not look for the configuration of a foreign API if our own server responds', async () => {
  const server = new FakeServer();
  const urls: string[] = [];
  const ports = makePorts({
    fetch: (url, init) => {
      urls.push(url);
      return server.fetch(url, init);
    },
  });
  const device = openDeviceDb(ports);
  const credentials = { username: LENA, password: server.password, language: null };
  await login(withDocumentedApi(ports), device, credentials);
  expect(urls).not.toContain('/config.json');
  expect(urls).not.toContain('/api/configs/get_all_configs/');
});

test('checks at most every 30 s whether a captive portal is an API, and passes on the page of the portal', async () => {
  const urls: string[] = [];
  const ports = makePorts({
    fetch: async (url) => {
      urls.push(url);
      return htmlResponse(200);
    },
  });
  const translated = withDocumentedApi(ports);
  const ask = () => translated.fetch('/api/accounts/me/', {});
  await ask();
  expect(urls).toEqual(['/api/accounts/me/', '/config.json', '/api/configs/get_all_configs/']);
  urls.length = 0;
  ports.clock.pass(29_999);
  expect(await (await ask()).text()).toContain('Welcome');
  expect(urls).toEqual(['/api/accounts/me/']);
  ports.clock.pass(1);
  await ask();
  expect(urls).toHaveLength(4);
});
