import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCallMatrix } from '../security/role-matrix.ts';
import { addLesson, samplesOf } from '../helpers/samples.ts';
import { openTestServer, roles, TEST_PASSWORD, type TestServer } from '../helpers/server.ts';

let server: TestServer;

beforeAll(async () => {
  // Purchases need a payment provider.
  server = await openTestServer({ app: { demo: true } });
});
afterAll(() => server.close());

describe('role matrix', () => {
  it('access matches the contract for every call and caller', async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { email } = await server.user();
    const fixed = { lesson_id: await addLesson(server), email: email!, password: TEST_PASSWORD };
    const { cells, wrong } = await runCallMatrix(server, samplesOf(server, fixed));
    expect(wrong).toEqual([]);
    process.stdout.write(`role matrix of calls: ${cells} cells\n`);
  }, 90_000);

  it('applies a role change at the next request', async () => {
    const user = await server.user(roles.consultant);
    const ask = async () => (await server.call('tasks.users_to_link', { token: user.token })).status;
    expect(await ask()).toBe(200);
    await server.db.updateTable('users').set({ is_staff: false }).where('id', '=', user.id).execute();
    expect(await ask()).toBe(403);
  });

  it('grants no rights from another scope', async () => {
    const elsewhere = await server.tokenFor({ ...(await server.user()), scope: 'another' });
    expect((await server.call('accounts.me', { token: elsewhere })).status).toBe(401);
  });
});
