import { sql } from 'kysely';
import { loadModule } from 'libpg-query';
import { beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../helpers/server.ts';
import { findKeyViolations } from './key-rules.ts';
import { scopeViolations } from './scope-rules.ts';

beforeAll(() => loadModule());

describe('the scope of a statement', () => {
  it.each([
    'select * from contacts where scope = $1 and id = $2',
    'select * from contacts as c where c.scope = $1::text',
    'select * from contacts where scope in ($1, $2)',
    'select * from contacts where scope = any($1)',
    'select * from contacts where (scope, id) in (select scope, id from tasks where scope = $1)',
    'select * from contacts c join users u on u.scope = c.scope and u.id = c.owner_id where c.scope = $1',
    'select * from contacts c, users u where (u.scope, u.id) = (c.scope, c.owner_id) and $1 = u.scope',
    'select * from contacts c where c.scope = $1 and exists (select from tasks t where t.scope = c.scope)',
    'select * from unnest($1::text[]) as s(scope) join tasks t on t.scope = s.scope',
    'with old as (select id from tasks where scope = $1) select * from old',
    'select id from tasks where scope = $1 union all select id from contacts where scope = $1',
    'insert into tasks (scope, id) values ($1, $2) on conflict (scope, id) do nothing',
    'insert into tasks (scope, id) select scope, id from contacts where scope = $1',
    'update tasks set title = $1 from users u where tasks.scope = $2 and u.scope = tasks.scope',
    'delete from tasks using users u where tasks.scope = u.scope and u.scope = $1',
    'select name from migrations',
    'select pg_advisory_xact_lock($1)',
    'listen pokes',
  ])('is known: %s', (statement) => {
    expect(scopeViolations(statement)).toEqual([]);
  });

  it.each([
    ['select * from contacts where id = $1', 'does not name the scope of contacts'],
    ['select * from contacts where scope = $1 or id = $2', 'does not name the scope of contacts'],
    ['select * from contacts where scope <> $1', 'does not name the scope of contacts'],
    [
      'select * from contacts c join users u on u.id = c.owner_id where c.scope = $1',
      'does not name the scope of users',
    ],
    [
      'select * from tasks where scope = $1 and exists (select from users where id = $2)',
      'does not name the scope of users',
    ],
    ['select id from tasks where scope = $1 union select id from contacts', 'does not name the scope of contacts'],
    ['with old as (select id from tasks) select * from old', 'does not name the scope of tasks'],
    ['select (select count(*) from comments) from tasks where scope = $1', 'does not name the scope of comments'],
    ['insert into tasks (id) values ($1)', 'inserts into tasks without a scope'],
    ['insert into tasks (scope, id) select $1, id from contacts', 'does not name the scope of contacts'],
    ['insert into tasks (scope, id) values ($1, $2) on conflict (id) do nothing', 'a conflict in tasks has no scope'],
    ['update tasks set title = $1 where id = $2', 'does not name the scope of tasks'],
    ['update tasks set scope = $1 where scope = $2', 'changes a scope'],
    ['delete from tasks where id = $1', 'does not name the scope of tasks'],
    ['select pg_advisory_lock($1)', 'calls pg_advisory_lock'],
    ["select nextval('numbers')", 'calls nextval'],
    ['select * from audit_log_2026_03 where scope = $1', 'names a partition'],
    ['delete from task_log_default where scope = $1', 'names a partition'],
    ['insert into sync_ops_7 (scope, op_id) values ($1, $2)', 'names a partition'],
  ])('is missing or wrong: %s', (statement, violation) => {
    expect(scopeViolations(statement)).toEqual([violation]);
  });
});

describe('keys', () => {
  it('all keys begin with the scope, and no table has anything that prevents its distribution', async () => {
    expect(await findKeyViolations((await openTestDatabase()).db)).toEqual([]);
  });

  it.each([
    ['create table planted (scope text, id text)', 'planted has no primary key'],
    ['create table planted (scope text, id text primary key)', 'planted_pkey does not begin with the scope'],
    ['create unique index planted on tasks (id, scope)', 'planted does not begin with the scope'],
    ['create unique index planted on tasks ((lower(id)))', 'planted does not begin with the scope'],
    ['create sequence planted', 'planted is a sequence'],
    [
      'create table planted (scope text, at date, primary key (scope, at)) partition by range (at)',
      'planted has no default partition',
    ],
    [
      'create table planted (scope text primary key) partition by hash (scope)',
      'planted lacks a partition of its hash',
    ],
    ['create function planted() returns int language sql as $$ select 1 $$', 'planted is a function'],
    [
      'alter table tasks add constraint planted foreign key (author_id) references sync_counter (scope) not valid',
      'planted may refer to another scope',
    ],
    [
      'create trigger planted before update on tasks for each row execute function suppress_redundant_updates_trigger()',
      'planted is a trigger',
    ],
  ])('reports a key rule that this statement breaks: %s', async (statement, violation) => {
    const { db } = await openTestDatabase();
    const found = db.transaction().execute(async (tx) => {
      await sql.raw(statement).execute(tx);
      const violations = await findKeyViolations(tx);
      throw new Error(violations.join(', '));
    });
    await expect(found).rejects.toThrow(new Error(violation));
  });
});
