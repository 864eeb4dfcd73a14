import { sql, type Insertable } from 'kysely';
import type { TeamCountsTable } from '../../db/people-tables.ts';
import type { Tx } from '../../db/tables.ts';

interface Joined {
  scope: string;
  id: string;
  /** The member who invited this person; null if no one did. */
  referrer_id: string | null;
  created_at: string;
}

/**
 * Returns a referrer and everyone above them in the tree of referrers. The recursion also ends if the tree contains a
 * cycle, because `union` drops repeated rows.
 */
async function ancestorsOf(tx: Tx, { scope, referrer_id }: Pick<Joined, 'scope' | 'referrer_id'>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive up (id) as (
      select ${referrer_id}::text
      union
      select u.referrer_id from users u join up on u.id = up.id where u.scope = ${scope} and u.referrer_id is not null)
    select id from up`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Adds the given numbers to the counts of members. Writes the rows in the order of their ids, so that two transactions
 * do not wait for each other.
 */
async function addCounts(tx: Tx, rows: readonly Insertable<TeamCountsTable>[]): Promise<void> {
  await tx
    .insertInto('team_counts')
    .values(rows.toSorted((a, b) => (a.user_id < b.user_id ? -1 : 1)))
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

/** Adds `step` to the counts of everyone above a person. */
async function count(tx: Tx, person: Joined, ancestors: readonly string[], step: 1 | -1): Promise<void> {
  const { scope, referrer_id, created_at } = person;
  const month = created_at.slice(0, 7);
  const rows = ancestors.map((user_id) => ({
    scope,
    user_id,
    people: step,
    line_1: user_id === referrer_id ? step : 0,
    month,
    month_people: step,
  }));
  await addCounts(tx, rows);
}

/**
 * Adds a new person to the team counts of everyone above. Must run in the transaction that adds the person. Throws if
 * the referrer is below the person, which can happen only with wrong data.
 */
export async function joinTeam(tx: Tx, person: Joined): Promise<void> {
  if (person.referrer_id === null) return;
  const ancestors = await ancestorsOf(tx, person);
  if (ancestors.includes(person.id)) throw new Error(`The referrer of ${person.id} is in their own branch`);
  await count(tx, person, ancestors, 1);
}

type Member = Omit<Joined, 'scope'>;

/**
 * Returns the branches of several people: a map from each member above them to the people in the branch of that member.
 */
async function branchesOf(tx: Tx, scope: string, people: readonly Member[]): Promise<Map<string, Member[]>> {
  const branches = new Map<string, Member[]>();
  const byReferrer = Map.groupBy(people, ({ referrer_id }) => referrer_id);
  for (const [referrer_id, invited] of byReferrer) {
    if (referrer_id === null) continue;
    for (const id of await ancestorsOf(tx, { scope, referrer_id }))
      branches.set(id, [...(branches.get(id) ?? []), ...invited]);
  }
  return branches;
}

/** Adds several new people to the team counts of everyone above. See: joinTeam */
export async function joinTeams(tx: Tx, scope: string, people: readonly Member[]): Promise<void> {
  const branches = await branchesOf(tx, scope, people);
  if (branches.size === 0) return;
  const rows = [...branches].map(([user_id, members]) => {
    const months = members.map(({ created_at }) => created_at.slice(0, 7));
    const month = months.reduce((newest, other) => (other > newest ? other : newest));
    const month_people = months.filter((other) => other === month).length;
    const line_1 = members.filter(({ referrer_id }) => referrer_id === user_id).length;
    return { scope, user_id, people: members.length, line_1, month, month_people };
  });
  await addCounts(tx, rows);
}

/** Subtracts several people, who have not been removed yet, from the team counts of everyone above. See: leaveTeam */
export async function leaveTeams(tx: Tx, scope: string, people: readonly Member[]): Promise<void> {
  const branches = await branchesOf(tx, scope, people);
  if (branches.size === 0) return;
  // A row of team_counts contains only the count of the newest month, so subtract the people month by month.
  const rows = [...branches].flatMap(([user_id, members]) =>
    [...Map.groupBy(members, ({ created_at }) => created_at.slice(0, 7))].map(([month, some]) => ({
      scope,
      user_id,
      people: -some.length,
      line_1: -some.filter(({ referrer_id }) => referrer_id === user_id).length,
      month,
      month_people: -some.length,
    })),
  );
  for (const month of new Set(rows.map((row) => row.month)))
    await addCounts(
      tx,
      rows.filter((row) => row.month === month),
    );
}

/**
 * Subtracts a person from the team counts of everyone above. Must run in the transaction that removes the person,
 * before the removal. Does nothing for a person who has already been removed.
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
