import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

/** Counts the existing people. For each member, only the newest month in which someone joined is counted. */
const backfill = `
  insert into team_counts (scope, user_id, people, line_1, month, month_people)
  with recursive below (scope, ancestor, id, referrer, joined) as (
    select u.scope, u.referrer_id, u.id, u.referrer_id, to_char(u.created_at at time zone 'UTC', 'YYYY-MM')
    from users u where u.referrer_id is not null and u.deleted_at is null
    union
    select b.scope, p.referrer_id, b.id, b.referrer, b.joined
    from below b join users p on p.scope = b.scope and p.id = b.ancestor
    where p.referrer_id is not null),
  newest as (select scope, ancestor, max(joined) as month from below group by scope, ancestor)
  select b.scope, b.ancestor, count(*), count(*) filter (where b.referrer = b.ancestor), n.month,
    count(*) filter (where b.joined = n.month)
  from below b join newest n on n.scope = b.scope and n.ancestor = b.ancestor
  group by b.scope, b.ancestor, n.month`;

const statements = [
  `create table team_counts (
    scope text not null, user_id text not null, people int not null, line_1 int not null, month text not null,
    month_people int not null, primary key (scope, user_id))`,
  `create index users_referrer on users (scope, referrer_id, created_at, id) where referrer_id is not null`,
  `alter table users add column show_contact_to_team boolean not null default false`,
  backfill,
];

export const name = '0029_team';

/**
 * Adds the counts of people below each member in the tree of referrers, and the setting that shows a member's contact
 * details to the people above.
 */
export async function up(tx: Tx): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx);
}
