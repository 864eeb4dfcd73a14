import { sql } from 'kysely';
import type { Tx } from '../../db/tables.ts';

interface Joined {
  scope: string;
  id: string;
  /** The member who invited this person; null if no one did. */
  referrer_id: string | null;
  created_at: string;
}

/** Returns the ids of everyone above a person. A cycle ends the walk, because `union` drops repeated rows. */
async function ancestorsOf(tx: Tx, { scope, referrer_id }: Joined): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive up (id) as (
      select ${referrer_id}::text
      union
      select u.referrer_id from users u join up on u.id = up.id where u.scope = ${scope} and u.referrer_id is not null)
    select id from up`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Adds `step` to the counts of everyone above a person. The rows are written in the order of their ids, so that two
 * transactions do not wait for each other.
 */
async function count(tx: Tx, person: Joined, ancestors: readonly string[], step: 1 | -1): Promise<void> {
  const { scope, referrer_id, created_at } = person;
  const month = created_at.slice(0, 7);
  await tx
    .insertInto('team_counts')
    .values(
      [...ancestors].sort().map((user_id) => ({
        scope,
        user_id,
        people: step,
        line_1: user_id === referrer_id ? step : 0,
        month,
        month_people: step,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['scope', 'user_id']).doUpdateSet({
        people: sql`team_counts.people + excluded.people`,
        line_1: sql`team_counts.line_1 + excluded.line_1`,
        month_people: sql`case when team_counts.month < excluded.month then excluded.month_people
          when team_counts.month = excluded.month then team_counts.month_people + excluded.month_people else team_counts.month_people end`,
        month: sql`greatest(team_counts.month, excluded.month)`,
      }),
    )
    .execute();
}

/**
 * Counts a new person in the teams of everyone above. It must run in the transaction that adds the person. Throws if the
 * referrer is below the person, which only wrong data can cause.
 */
export async function joinTeam(tx: Tx, person: Joined): Promise<void> {
  if (person.referrer_id === null) return;
  const ancestors = await ancestorsOf(tx, person);
  if (ancestors.includes(person.id)) throw new Error(`The referrer of ${person.id} is in their own branch`);
  await count(tx, person, ancestors, 1);
}

/**
 * Subtracts a person from the teams of everyone above. It must run in the transaction that removes the person, before
 * the removal; it does nothing for a person who has already been removed.
 */
export async function leaveTeam(tx: Tx, scope: string, id: string): Promise<void> {
  const person = await tx
    .selectFrom('users')
    .select(['scope', 'id', 'referrer_id', 'created_at'])
    .where('scope', '=', scope)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!person || person.referrer_id === null) return;
  await count(tx, person, await ancestorsOf(tx, person), -1);
}
