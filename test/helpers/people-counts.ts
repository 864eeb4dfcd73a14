import type { TestServer } from './server.ts';

interface Viewer {
  token: string;
  /** Ids of the employees whose people the viewer sees; null for an admin, who sees everyone. */
  employees: readonly string[] | null;
}

/** Returns the filters for which the table of people shows a viewer wrong counts. */
export async function findWrongPeopleCounts(server: TestServer, { token, employees }: Viewer): Promise<string[]> {
  const users = await server.db.selectFrom('users').selectAll().where('scope', '=', server.scope).execute();
  const people = users.filter(
    ({ deleted_at, is_staff, is_manager, is_superuser, responsible_id }) =>
      deleted_at === null &&
      !(is_staff || is_manager || is_superuser) &&
      (employees === null || employees.some((id) => id === responsible_id)),
  );
  const owner = employees?.at(-1) ?? people.find(({ responsible_id }) => responsible_id !== null)?.responsible_id;
  const filters = [{}, { country: 'DE' }, { responsible_id: owner }, { country: 'AT', responsible_id: owner }];
  const wrong: string[] = [];
  for (const filter of filters) {
    const { body } = await server.call('team.structure_users', { token, query: { page_size: 1 }, body: filter });
    const matches = people.filter(
      (person) =>
        (filter.country === undefined || person.country === filter.country) &&
        (filter.responsible_id === undefined || person.responsible_id === filter.responsible_id),
    );
    const [count, total] = [Number(body['count']), Number(body['total_count'])];
    if (count !== matches.length || total !== people.length)
      wrong.push(`${JSON.stringify(filter)}: ${count} of ${total}, not ${matches.length} of ${people.length}`);
  }
  return wrong;
}
