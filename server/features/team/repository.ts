import { sql } from 'kysely';
import type { TeamMember } from '../../../contract/api-calls/team.ts';
import type { HandlerContext, RowsContext } from '../../handlers.ts';
import type { PageResult, PageSpan } from '../../http/paging.ts';

type Context = Pick<HandlerContext, 'tx' | 'caller' | 'received_at'>;

/** SQL condition: the person is shown in the team. A removed person is shown only if there are people below them. */
const isListed = sql<boolean>`(u.deleted_at is null or coalesce(c.people, 0) > 0)`;

/** SQL for a value of the person, or `other` for a removed person. */
const unlessRemoved = <T>(value: ReturnType<typeof sql>, other: T) =>
  sql<T>`case when u.deleted_at is null then ${value} else ${other} end`;

const ifShown = (column: 'phone' | 'email') =>
  sql<string | null>`case when u.deleted_at is null and u.show_contact_to_team then ${sql.ref(`u.${column}`)} end`;

const teamColumns = [
  'u.id',
  unlessRemoved<string>(sql`u.first_name`, '').as('first_name'),
  unlessRemoved<string>(sql`upper(left(trim(u.last_name), 1))`, '').as('last_initial'),
  unlessRemoved<string | null>(sql`u.city`, null).as('city'),
  unlessRemoved<string | null>(sql`to_char(u.created_at at time zone 'UTC', 'YYYY-MM')`, null).as('joined'),
  sql<number>`coalesce(c.people, 0)`.as('people'),
  sql<number>`coalesce(c.line_1, 0)`.as('line_1'),
  ifShown('phone').as('phone'),
  ifShown('email').as('email'),
  sql<boolean>`(u.deleted_at is not null)`.as('is_removed'),
] as const;

const listedMembers = ({ tx, caller }: Pick<RowsContext, 'tx' | 'caller'>) =>
  tx
    .selectFrom('users as u')
    .leftJoin('team_counts as c', (join) => join.onRef('c.scope', '=', 'u.scope').onRef('c.user_id', '=', 'u.id'))
    .where('u.scope', '=', caller.scope)
    .where(isListed);

/**
 * Returns the path from the caller to a person below them: the person whom the caller invited, and so on down to the
 * person with this id. Null if that person is not in the caller's team, or is not shown in it.
 */
export async function pathToMember(context: Context, id: string): Promise<TeamMember[] | null> {
  const { scope, user_id } = context.caller;
  const rows = await listedMembers(context)
    .innerJoin(
      sql<{ id: string; up: number }>`(
        with recursive up (id, referrer_id, up) as (
          select s.id, s.referrer_id, 0 from users s where s.scope = ${scope} and s.id = ${id}
          union
          select p.id, p.referrer_id, up.up + 1 from users p join up on p.id = up.referrer_id
          where p.scope = ${scope} and up.id <> ${user_id})
        select id, up from up where exists (select 1 from up top where top.id = ${user_id}))`.as('w'),
      (join) => join.onRef('w.id', '=', 'u.id'),
    )
    .select([...teamColumns, 'w.up'])
    .orderBy('w.up', 'desc')
    .execute();
  const path = rows
    .filter((row) => row.id !== user_id)
    .map(({ up: _, ...row }, index) => ({ ...row, line: index + 1 }));
  return rows.at(-1)?.id === id ? path : null;
}

/** Returns one page of the people whom a member invited. `line` is their line in the caller's team. */
export async function listInvited(
  context: Context,
  referrer_id: string,
  line: number,
  { offset, limit }: PageSpan,
): Promise<PageResult<TeamMember>> {
  const invited = listedMembers(context).where('u.referrer_id', '=', referrer_id);
  const rows = await invited
    .select(teamColumns)
    .orderBy('u.created_at')
    .orderBy('u.id')
    .offset(offset)
    .limit(limit)
    .execute();
  const { count } = await invited.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  return { rows: rows.map((row) => ({ ...row, line })), count, total_count: count };
}

/** Returns the number of people below a member, and the number of those who joined in the month of the request. */
export async function readBranchFigures(
  { tx, caller, received_at }: Context,
  user_id: string,
): Promise<{ people: number; line_1: number; this_month: number }> {
  const counts = await tx
    .selectFrom('team_counts')
    .select(['people', 'line_1', 'month', 'month_people'])
    .where('scope', '=', caller.scope)
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  const { people = 0, line_1 = 0, month, month_people = 0 } = counts ?? {};
  return { people, line_1, this_month: month === received_at.slice(0, 7) ? month_people : 0 };
}
