import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { User } from '../../server/db/tables.ts';
import { assignWaitingLeads } from '../../server/features/assignment/run.ts';
import { openTestServer, roles, TestClock, type TestServer, type TestUser } from '../helpers/server.ts';

let server: TestServer;
let clock: TestClock;
let maria: TestUser;
let olga: TestUser;
const open: TestServer[] = [];

beforeEach(async () => {
  // Monday, 10:00 in Berlin.
  clock = new TestClock('2026-03-02T09:00:00.000Z');
  server = await openTestServer({ clock });
  open.push(server);
  maria = await server.user(roles.manager);
  olga = await consultant();
});
afterAll(() => Promise.all(open.map((openServer) => openServer.close())));

const consultant = (fields: Partial<User> = {}) =>
  server.user({ ...roles.consultant, responsible_id: maria.id, time_zone: 'Europe/Berlin', ...fields });
const waiting = (fields: Partial<User> = {}) =>
  server.user({ status: 'waiting', waiting_since: clock.now().toISOString(), ...fields });
const responsibleOf = async ({ id }: User) =>
  (await server.db.selectFrom('users').select('responsible_id').where('id', '=', id).executeTakeFirstOrThrow())
    .responsible_id;
const tasksOf = ({ id }: User) =>
  server.db.selectFrom('tasks').selectAll().where('scope', '=', server.scope).where('assignee_id', '=', id).execute();

describe('automatic assignment', () => {
  it('assigns a waiting lead with a timeline entry and a first task at the next working minute', async () => {
    const anna = await waiting();
    expect(await assignWaitingLeads(server.deps)).toBe(1);
    expect(await responsibleOf(anna)).toBe(olga.id);
    const [task] = await tasksOf(olga);
    expect(task).toMatchObject({ type: 'call', priority: 'high', source: 'lead_auto', linked_user_id: anna.id });
    expect(task?.start_at).toBe('2026-03-02T09:00:00.000Z');
    const events = await server.db
      .selectFrom('person_events')
      .select(['kind', 'by_id', 'detail'])
      .where('person_id', '=', anna.id)
      .execute();
    expect(events).toMatchObject([{ kind: 'taken', by_id: null, detail: { how: 'auto' } }]);
    expect(await assignWaitingLeads(server.deps)).toBe(0);
  });

  it('assigns no leads at night, and schedules an early lead for the start of working time', async () => {
    clock.advance(-2 * 3_600_000);
    await waiting();
    expect(await assignWaitingLeads(server.deps)).toBe(1);
    expect((await tasksOf(olga))[0]?.start_at).toBe('2026-03-02T08:00:00.000Z');
    clock.advance(-5 * 3_600_000);
    await waiting();
    expect(await assignWaitingLeads(server.deps)).toBe(0);
  });

  it("sends an assigned person to the assignee's device and removes the lead from every pool", async () => {
    const anna = await waiting();
    await assignWaitingLeads(server.deps);
    const { body } = await server.call('sync.changes', { token: olga.token, query: { p0: 0, p1: 0 } });
    const changes = body['changes'] as unknown as { c: string; op: string; id: string }[];
    const about = changes.filter(({ id }) => id === anna.id).map(({ c, op }) => `${c} ${op}`);
    expect(about).toEqual(expect.arrayContaining(['people put', 'waiting_leads del']));
    expect(changes.some(({ c }) => c === 'tasks')).toBe(true);
  });

  it('skips managers, and employees who are blocked, unrated or at their limit, or lack the language', async () => {
    await server.db.updateTable('users').set({ is_blocked: true }).where('id', '=', olga.id).execute();
    await consultant({ rating: 0 });
    await consultant({ daily_limit: 0 });
    await consultant({ language: 'ru' });
    const timur = await consultant();
    const anna = await waiting();
    const until = new Date(clock.now().getTime() + 86_400_000).toISOString();
    await server.db
      .insertInto('lead_exclusions')
      .values({ scope: server.scope, user_id: timur.id, person_id: anna.id, until })
      .execute();
    expect(await assignWaitingLeads(server.deps)).toBe(0);
    expect(await responsibleOf(anna)).toBeNull();
  });

  it("assigns a lead in an employee's language before thousands of older leads in other languages", async () => {
    await consultant({ language: 'ru', time_zone: 'Pacific/Auckland' });
    const first = await waiting({ language: 'ru' });
    const anna = await waiting();
    await sql`insert into users select (jsonb_populate_record(u, jsonb_build_object('id', 'w' || n, 'email', null,
        'phone', null, 'promo_code', null, 'waiting_since', u.waiting_since - interval '1 day'))).*
      from users u, generate_series(1, 2100) n where u.scope = ${server.scope} and u.id = ${first.id}`.execute(
      server.db,
    );
    expect(await assignWaitingLeads(server.deps)).toBe(1);
    expect(await responsibleOf(anna)).toBe(olga.id);
  });

  it("does not count colleagues among a consultant's open leads", async () => {
    await consultant();
    const admin = { is_staff: false, is_superuser: true, status: 'processing', responsible_id: olga.id } as const;
    await server.user(admin);
    const anna = await waiting();
    expect(await assignWaitingLeads(server.deps)).toBe(1);
    expect(await responsibleOf(anna)).toBe(olga.id);
  });

  it('assigns at most three leads per run within the daily limit', async () => {
    await server.db.updateTable('users').set({ daily_limit: 4 }).where('id', '=', olga.id).execute();
    for (let index = 0; index < 6; index += 1) await waiting();
    expect(await assignWaitingLeads(server.deps)).toBe(3);
    expect(await assignWaitingLeads(server.deps)).toBe(1);
    expect(await assignWaitingLeads(server.deps)).toBe(0);
    clock.advance(24 * 3_600_000);
    expect(await assignWaitingLeads(server.deps)).toBe(2);
  });

  it('assigns each lead only once when two runs and a manual claim happen at the same time', async () => {
    const people = [await waiting(), await waiting(), await waiting()];
    const claim = server.call('people.new_lead_task', {
      token: olga.token,
      body: { user_id: people[0]!.id, start_in: 0, type: 'call' },
    });
    await Promise.all([assignWaitingLeads(server.deps), assignWaitingLeads(server.deps), claim]);
    const claims = await server.db
      .selectFrom('lead_claims')
      .select('person_id')
      .where('scope', '=', server.scope)
      .execute();
    expect(claims.map(({ person_id }) => person_id).toSorted()).toEqual(people.map(({ id }) => id).toSorted());
    expect(await tasksOf(olga)).toHaveLength(3);
  });

  it('queues an assignment run on registration', async () => {
    const n = uuidv7().slice(-8);
    const body = {
      first_name: 'Nina',
      last_name: '',
      email: `${n}@example.org`,
      phone: `+4917${parseInt(n, 16)}`.slice(0, 14),
      password: 'long enough to be taken',
      language: 'en',
      consent: true,
    };
    expect((await server.call('accounts.register', { body })).status).toBe(200);
    const jobs = await server.db.selectFrom('jobs').select('kind').where('scope', '=', server.scope).execute();
    expect(jobs).toContainEqual({ kind: 'assign_leads' });
  });
});
