import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCallMatrix } from '../security/role-matrix.ts';
import { openTestServer, roles, type TestServer } from '../helpers/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

describe('role matrix', () => {
  it('access matches the contract for every call and caller', async () => {
    const { cells, wrong } = await runCallMatrix();
    expect(wrong).toEqual([]);
    process.stdout.write(`role matrix of calls: ${cells} cells\n`);
  });

  it('applies a role change at the next request', async () => {
    const user = await server.user(roles.consultant);
    const ask = async () => (await server.call('tasks.users_to_link', { token: user.token })).status;
    expect(await ask()).toBe(200);
    await server.db.updateTable('users').set({ is_staff: false }).where('id', '=', user.id).execute();
    expect(await ask()).toBe(403);
  });

  it('a token of another organisation grants no rights', async () => {
    const elsewhere = await server.tokenFor({ ...(await server.user()), scope: 'another' });
    expect((await server.call('accounts.me', { token: elsewhere })).status).toBe(401);
  });
});
