import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

let server: SyncServer;
let anna: Person;

beforeAll(async () => {
  server = await openSyncServer();
  anna = await server.person();
});
afterAll(() => server.close());

const settings = (id: string, args: object) => server.op({ kind: 'settings.update', id, args });

it('merges settings by field, and the last choice wins in each field', async () => {
  const tablet = { ...anna, device_id: uuidv7() };
  await server.send(anna, settings(anna.id, { theme: 'dark', language: 'de' }));
  const result = await server.send(tablet, settings(anna.id, { theme: 'light' }));
  expect(result).toMatchObject({ status: 200, row: { theme: 'light', language: 'de', text_size: 'm' } });
});

it('changes nothing when a setting already has the chosen value', async () => {
  const first = await server.send(anna, settings(anna.id, { text_size: 'l' }));
  expect(await server.send(anna, settings(anna.id, { text_size: 'l' }))).toMatchObject({ status: 200, rev: first.rev });
});

it("rejects changes of another person's settings", async () => {
  const ben = await server.person();
  const other = await server.send(anna, settings(ben.id, { theme: 'dark' }));
  const missing = await server.send(anna, settings(uuidv7(), { theme: 'dark' }));
  expect({ ...other, op_id: '' }).toEqual({ ...missing, op_id: '' });
  expect(other).toMatchObject({ status: 404, code: 'not_found' });
});

it('a role cannot be changed through the settings', async () => {
  const result = await server.send(anna, settings(anna.id, { theme: 'dark', is_staff: true }));
  expect(result).toMatchObject({ status: 400, fields: { is_staff: 'unknown' } });
});

it('sets the language through the documented call', async () => {
  const { rev } = await server.push(anna, [server.comment('before')]);
  expect((await server.call(anna, 'POST', '/api/accounts/set_language/', { language: 'ru' })).status).toBe(200);
  expect((await server.changes(anna, { p0: rev })).changes).toMatchObject([{ c: 'me', row: { language: 'ru' } }]);
});
