import type { TestServer } from './server.ts';

/** Returns a person assigned to the caller, or an unassigned person if the caller has none. */
export async function ownPerson(server: TestServer, token: string | undefined): Promise<string> {
  const { body } = await server.call('accounts.me', { token });
  const responsible_id = typeof body['id'] === 'string' ? body['id'] : null;
  return (await server.user({ responsible_id })).id;
}
