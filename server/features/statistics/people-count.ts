import { sql } from 'kysely';
import type { RowsContext } from '../../handlers.ts';
import { teamOfManager } from '../contacts/visible.ts';
import { notDeletedPeopleWithoutJoin } from '../people/repository.ts';
import { unrecordedRows } from './record.ts';

/** Maximum number of unrecorded revs; with more, reading the changed rows may take longer than counting all people. */
const MAX_UNRECORDED_REVS = 10_000;

/** Conditions for the people to count. If both are absent, everyone in the caller's care is counted. */
export interface CountedPeople {
  country?: string | undefined;
  responsible_id?: string | undefined;
}

/**
 * Returns the number of people in the caller's care from the rollup, in a time that does not depend on their number:
 * each person is one registration in the months of the rollup. People who have changed since the rollup was updated are
 * counted individually. Returns undefined if the rollup is not up to date enough.
 */
export async function countRecordedPeople(
  context: RowsContext,
  { country, responsible_id }: CountedPeople,
): Promise<number | undefined> {
  const { tx, caller } = context;
  const { scope, user_id } = caller;
  const { after, through } = await unrecordedRows(tx, scope);
  if (!caller.is_staff || through - after > MAX_UNRECORDED_REVS) return undefined;
  const isEveryone = caller.user.is_superuser && responsible_id === undefined;
  const isCounted = (alias: string) => {
    const employee = sql.ref(`${alias}.employee_id`);
    const parts = [
      ...(responsible_id === undefined ? [] : [sql`${employee} = ${responsible_id}`]),
      ...(caller.user.is_superuser
        ? []
        : [caller.is_manager ? sql`${employee} = any(${teamOfManager(caller)})` : sql`${employee} = ${user_id}`]),
    ];
    return parts.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(parts, sql` and `)})`;
  };
  const changed = notDeletedPeopleWithoutJoin(context)
    .select(sql<number>`count(*)`.as('count'))
    .where('u.rev', '>', after)
    .$if(country !== undefined, (query) => query.where('u.country', '=', country!))
    .$if(responsible_id !== undefined, (query) => query.where('u.responsible_id', '=', responsible_id!));
  const recordedOfChanged = tx
    .selectFrom('users as u')
    .innerJoin('statistics_facts as f', (join) => join.onRef('f.scope', '=', 'u.scope').onRef('f.id', '=', 'u.id'))
    .select(sql<number>`count(*)`.as('count'))
    .where('u.scope', '=', scope)
    .where('u.rev', '>', after)
    .where('f.kind', '=', 'registration')
    .where(isCounted('f'))
    .$if(country !== undefined, (query) => query.where('f.country', '=', country!));
  const recorded = tx
    .selectFrom('statistics_rollup as r')
    .select(sql<number>`coalesce(sum(r.registrations), 0)`.as('count'))
    .where('r.scope', '=', scope)
    .where('r.unit', '=', 'month')
    .where(isEveryone ? sql<boolean>`r.employee_id = '*'` : isCounted('r'))
    .where('r.country', '=', country ?? '*');
  // Use one statement, so that all three counts refer to the same moment.
  const { rows } = await sql<{ count: number }>`select ((${recorded}) + (${changed})
    - (${recordedOfChanged}))::int as count`.execute(tx);
  return rows[0]?.count;
}
