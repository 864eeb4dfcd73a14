import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InjectOptions } from 'fastify';
import { openDeviceDb } from '../../../src/db/schema/db.ts';
import type { Ports } from '../../../src/lib/ports.ts';
import { login } from '../../../workers/sync/account.ts';
import { withDocumentedApi } from '../../../workers/sync/api-transport.ts';
import { openSyncClient } from '../../../workers/sync/sync-client.ts';
import '../../../workers/sync/documented/open.ts';
import '../../../workers/sync/push.ts';
import { blankContact } from '../../helpers/blank-contact.ts';
import { makePorts, newId, startTask } from '../../helpers/phone.ts';
import { TEST_PASSWORD, roles } from '../../helpers/server.ts';
import { openSyncServer, type SyncServer } from '../../helpers/sync-server.ts';

let server: SyncServer;

beforeAll(async () => {
  server = await openSyncServer({ app: { sync_calls: false, rate_limits: false } });
});
afterAll(() => server.close());

async function bytesOf(init: RequestInit): Promise<Pick<InjectOptions, 'headers' | 'payload'>> {
  const request = new Request('https://api.test/', { ...init, signal: null });
  const headers = Object.fromEntries(request.headers.entries());
  return init.body ? { headers, payload: Buffer.from(await request.arrayBuffer()) } : { headers };
}

/**
 * Sends the requests of a phone to the server. The responses to the paths in `lostPaths` are lost, once each and in
 * this order.
 */
function connect(): { fetch: Ports['fetch']; lostPaths: string[] } {
  const lostPaths: string[] = [];
  const fetch: Ports['fetch'] = async (url, init) => {
    const method = (init.method ?? 'GET') as 'GET';
    const reply = await server.plain.app.inject({ method, url, ...(await bytesOf(init)) });
    if (lostPaths[0] === url) {
      lostPaths.shift();
      throw new TypeError('the response was lost');
    }
    const headers = Object.entries(reply.headers).map(([name, value]): [string, string] => [name, String(value)]);
    const isEmpty = reply.statusCode === 304 || reply.statusCode === 204;
    return new Response(isEmpty ? null : new Uint8Array(reply.rawPayload), { status: reply.statusCode, headers });
  };
  return { fetch, lostPaths };
}

async function phoneOf(username: string) {
  const ports = makePorts();
  ports.clock.ms = server.now;
  const network = connect();
  ports.fetch = network.fetch;
  const translated = withDocumentedApi(ports);
  const device = openDeviceDb(ports);
  const result = await login(translated, device, { username, password: TEST_PASSWORD, language: null });
  device.close();
  if (!result.ok) throw new Error(`the login failed: ${result.why}`);
  const phone = await openSyncClient(translated, result.user_id);
  const sync = async (ms = 61_000) => {
    ports.clock.pass(ms);
    server.pass(ms);
    translated.expire?.();
    return phone.runCycle();
  };
  await sync(0);
  return { phone, sync, lostPaths: network.lostPaths };
}

test('a learner learns, comments and keeps contacts with our server without its sync calls', async () => {
  const user = await server.plain.user();
  const lesson = await server.lesson(await server.category(), { title: 'Listening well' });
  const { phone, sync, lostPaths } = await phoneOf(user.email!);
  expect(await phone.db.lessons.toArray()).toMatchObject([
    { id: lesson, title: 'Listening well', body: '<p>Text</p>' },
  ]);
  const at = server.iso();
  const contact_id = newId();
  const contact = { ...blankContact, first_name: 'Nora', phones: [{ number: '+4915112345678', label: 'home' }], at };
  await phone.store.write({ kind: 'comment.add', id: newId(), args: { lesson, parent: null, text: 'Clear', at } });
  await phone.store.write({ kind: 'contact.create', id: contact_id, args: contact });
  lostPaths.push('/api/contacts/');
  expect(await sync()).toBe('failed');
  expect(await sync()).toBe('done');
  await phone.store.write({ kind: 'contact.edit', id: contact_id, args: { city: 'Kassel' } });
  expect(await sync()).toBe('done');
  expect(await phone.db.outbox.toArray()).toEqual([]);
  expect((await server.comments()).map(({ text }) => text)).toEqual(['Clear']);
  const saved = await server.deps.db.selectFrom('contacts').selectAll().where('owner_id', '=', user.id).execute();
  expect(saved).toMatchObject([{ id: contact_id, first_name: 'Nora', city: 'Kassel' }]);
  expect(await phone.db.contacts.toArray()).toMatchObject([{ id: contact_id, phones: [{ label: 'home' }] }]);
});

test('a consultant works on tasks with our server without its sync calls', async () => {
  const user = await server.plain.user(roles.consultant);
  const { phone, sync, lostPaths } = await phoneOf(user.email!);
  const id = newId();
  const { args } = server.task({ title: 'Meet Ivan' });
  await phone.store.write({ kind: 'task.create', id, args: args as never });
  expect(await sync()).toBe('done');
  await phone.store.write(startTask(id));
  lostPaths.push('/api/user_tasks/update/');
  await sync();
  await sync();
  expect(await phone.db.outbox.toArray()).toEqual([]);
  expect(await phone.db.tasks.get(id)).toMatchObject({ title: 'Meet Ivan', state: 'in_progress' });
  const saved = await server.deps.db.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(saved).toMatchObject({ state: 'in_progress' });
  expect(saved.slices).toHaveLength(1);
});
