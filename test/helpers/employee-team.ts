import type { User } from '../../server/db/tables.ts';
import { roles, type TestServer } from './server.ts';

/** Creates Maria, a manager; Olga, who is in her team; and Timur, who has no manager. */
export async function createEmployeeTeam(server: TestServer) {
  const maria = await server.user({ ...roles.manager, first_name: 'Maria' });
  const olga = await server.user({
    ...roles.consultant,
    first_name: 'Olga',
    responsible_id: maria.id,
    country: 'DE',
  });
  const timur = await server.user({ ...roles.consultant, first_name: 'Timur' });
  return { maria, olga, timur };
}

/** Returns a user as stored in the database. */
export const storedUser = ({ db }: TestServer, id: string): Promise<User> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow() as Promise<User>;
