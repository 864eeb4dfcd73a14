import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

/** The ids of everyone above a person in the tree of referrers. A cycle ends the walk, because `union` drops repeats. */
const ancestors = `
  create function team_ancestors(of_scope text, of_user text) returns setof text language sql stable as $$
    with recursive up (id) as (
      select u.referrer_id from users u where u.scope = of_scope and u.id = of_user and u.referrer_id is not null
      union
      select u.referrer_id from users u join up on u.id = up.id where u.scope = of_scope and u.referrer_id is not null)
    select id from up
  $$`;

// A trigger counts, so that the counts are part of the same transaction whichever code adds or removes a person. The
// rows are locked in the order of their ids, so that two transactions never wait for each other.
const count = `
  create function count_team() returns trigger language plpgsql as $$
  declare
    step int := case when tg_op = 'INSERT' then 1 else -1 end;
    joined text := to_char(new.created_at at time zone 'UTC', 'YYYY-MM');
  begin
    if exists (select 1 from team_ancestors(new.scope, new.id) a (id) where a.id = new.id) then
      raise exception 'the referrer of % is in their own branch', new.id using errcode = 'integrity_constraint_violation';
    end if;
    insert into team_counts as c (scope, user_id, people, line_1, month, month_people)
      select new.scope, a.id, step, case when a.id = new.referrer_id then step else 0 end, joined, step
      from team_ancestors(new.scope, new.id) a (id) order by a.id
    on conflict (scope, user_id) do update set
      people = c.people + excluded.people,
      line_1 = c.line_1 + excluded.line_1,
      month_people = case
        when c.month < excluded.month then excluded.month_people
        when c.month = excluded.month then c.month_people + excluded.month_people
        else c.month_people end,
      month = greatest(c.month, excluded.month);
    return null;
  end $$`;

const keepReferrer = `
  create function keep_referrer() returns trigger language plpgsql as $$
  begin
    raise exception 'the referrer of % cannot be changed', new.id using errcode = 'integrity_constraint_violation';
  end $$`;

/** Counts the people who are there already. Only the newest month of each branch is kept. */
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
  ancestors,
  count,
  keepReferrer,
  backfill,
  `create trigger users_joined_team after insert on users for each row
    when (new.referrer_id is not null and new.deleted_at is null) execute function count_team()`,
  `create trigger users_left_team after update of deleted_at on users for each row
    when (new.referrer_id is not null and old.deleted_at is null and new.deleted_at is not null)
    execute function count_team()`,
  `create trigger users_keep_referrer before update of referrer_id on users for each row
    when (old.referrer_id is distinct from new.referrer_id) execute function keep_referrer()`,
];

export const name = '0029_team';

/** Counts the people below each member, and adds the setting that shows contact details to the people above. */
export async function up(tx: Tx): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx);
}
