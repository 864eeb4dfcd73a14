import { verify } from '@node-rs/argon2';
import { expect, it, vi } from 'vitest';
import { openTestServer } from '../helpers/server.ts';

vi.mock('@node-rs/argon2', { spy: true });

it('hashes a wrong password once, at the same cost for an unknown login name as for an account', async () => {
  const server = await openTestServer();
  const costOf = (hash: string) => hash.split('$').slice(0, 4).join('$');
  const { email } = await server.user();
  const costs: string[][] = [];
  for (const name of [email!, 'nobody@example.org']) {
    vi.mocked(verify).mockClear();
    expect((await server.call('accounts.login', { body: { username: name, password: 'wrong' } })).status).toBe(401);
    costs.push(vi.mocked(verify).mock.calls.map(([hash]) => costOf(String(hash))));
  }
  const [known, unknown] = costs;
  expect(known).toEqual(['$argon2id$v=19$m=19456,t=2,p=1']);
  expect(unknown).toEqual(known);
  await server.close();
});
