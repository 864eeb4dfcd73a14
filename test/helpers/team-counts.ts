import type { Db } from '../../server/db/tables.ts';

interface Counts {
  people: number;
  line_1: number;
  this_month: number;
}

/**
 * Counts the people below each member of a scope from the user rows. The stored counts must equal the result. `month`
 * is the current month, as YYYY-MM.
 */
export async function recountTeams(db: Db, scope: string, month: string): Promise<Record<string, Counts>> {
  const users = await db
    .selectFrom('users')
    .select(['id', 'referrer_id', 'created_at', 'deleted_at'])
    .where('scope', '=', scope)
    .execute();
  const byId = new Map(users.map((user) => [user.id, user]));
  const counts: Record<string, Counts> = {};
  for (const { referrer_id, created_at, deleted_at } of users) {
    if (deleted_at !== null) continue;
    for (let ancestor = referrer_id; ancestor !== null; ancestor = byId.get(ancestor)?.referrer_id ?? null) {
      const teamCounts = (counts[ancestor] ??= { people: 0, line_1: 0, this_month: 0 });
      teamCounts.people += 1;
      if (ancestor === referrer_id) teamCounts.line_1 += 1;
      if (created_at.startsWith(month)) teamCounts.this_month += 1;
    }
  }
  return counts;
}

/** Returns the stored counts in the same form, without the members who have no one below them. */
export async function storedTeams(db: Db, scope: string, month: string): Promise<Record<string, Counts>> {
  const rows = await db.selectFrom('team_counts').selectAll().where('scope', '=', scope).execute();
  return Object.fromEntries(
    rows
      .filter(({ people }) => people !== 0)
      .map(({ user_id, people, line_1, month: newest, month_people }) => [
        user_id,
        { people, line_1, this_month: newest === month ? month_people : 0 },
      ]),
  );
}
