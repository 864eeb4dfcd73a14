import type { adminCalls } from '../../contract/api-calls/admin.ts';
import type { Samples } from './samples.ts';
import type { TestServer } from './server.ts';

let users = 0;

/** Returns valid requests for the admin calls. */
export function adminSamples(server: TestServer): Pick<Samples, keyof typeof adminCalls> {
  const withUser = async () => ({ params: { id: (await server.user()).id } });
  return {
    'admin.users': async () => ({}),
    'admin.user': withUser,
    'admin.create_user': async () => {
      users += 1;
      return { body: { first_name: 'Nina', email: `nina${users}@example.org` } };
    },
    'admin.update_user': async () => ({ ...(await withUser()), body: { country: 'DE' } }),
    'admin.audit_log': async () => ({}),
  };
}
