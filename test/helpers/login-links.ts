import { roles, type TestServer, type TestUser } from './server.ts';

/** Creates a manager, Maria Kern, and an employee in her team, Olga Sommer, who creates login links. */
export async function createLinkTeam(server: TestServer) {
  const maria = await server.user({ ...roles.manager, first_name: 'Maria', last_name: 'Kern' });
  const olga = await server.user({
    ...roles.consultant,
    first_name: 'Olga',
    last_name: 'Sommer',
    responsible_id: maria.id,
  });
  return { maria, olga };
}

/** Creates a login link for a person, using a new token of the employee. */
export const createLoginLink = async (server: TestServer, by: TestUser, user_id: string) =>
  server.call('accounts.make_link', { token: await server.tokenFor(by), query: { user_id } });

/** Returns the token of a login link. */
export const tokenIn = (url: unknown): string => String(url).split('/').at(-1) ?? '';

/** Returns the login link steps on the person's timeline in chronological order, each with its author. */
export async function readLinkSteps({ db }: TestServer, { id }: TestUser): Promise<unknown[][]> {
  const events = await db
    .selectFrom('person_events')
    .select(['detail', 'by_id'])
    .where('person_id', '=', id)
    .where('kind', '=', 'link')
    .orderBy('id')
    .execute();
  return events.map(({ detail, by_id }) => [detail['step'], by_id]);
}
