import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, roles, type TestServer } from '../helpers/server.ts';

// This test needs PostgreSQL: transactions run concurrently, but an embedded database runs them one by one.
let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

test('keeps at least one superuser when ten admins demote each other simultaneously', async () => {
  const admins = await Promise.all(Array.from({ length: 10 }, () => server.user(roles.admin)));
  const replies = await Promise.all(
    admins.map(({ token }, index) => {
      const { id } = admins[(index + 1) % admins.length]!;
      return server.call('admin.update_user', { token, params: { id }, body: { is_superuser: false } });
    }),
  );
  expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
  const left = await server.db
    .selectFrom('users')
    .select('id')
    .where('scope', '=', server.scope)
    .where('is_superuser', '=', true)
    .execute();
  expect(left.length).toBeGreaterThan(0);
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(10 - left.length);
});
