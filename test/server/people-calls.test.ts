import { uuidv7 } from 'uuidv7';
import { afterAll, describe, expect, it } from 'vitest';
import type { CallName } from '../../contract/api-calls/index.ts';
import { openLeadWorld } from '../helpers/leads.ts';
import { roles } from '../helpers/server.ts';
import type { Person } from '../helpers/sync-server.ts';

const DAY = 86_400_000;
const { server, ops, mary, carl, olga, stranger } = await openLeadWorld();
afterAll(() => server.close());

const call = (person: Person, name: CallName, body: unknown, query: Record<string, string | number> = {}) =>
  server.plain.call(name, { token: person.token, body, query });

describe('people calls', () => {
  it('returns whether a person is subscribed at the time of the request', async () => {
    const colleague = await server.consultant();
    const person = await ops.of(colleague, { subscribed_until: server.iso(DAY) });
    const isSubscribed = async () => {
      const { body } = await call(colleague, 'team.structure_users', {});
      return (body['results'] as unknown as { id: string; is_subscribed: boolean }[]).find(({ id }) => id === person)
        ?.is_subscribed;
    };
    expect(await isSubscribed()).toBe(true);
    server.plain.clock.advance(DAY);
    expect(await isSubscribed()).toBe(false);
    server.plain.clock.advance(-DAY);
  });

  it("lists the caller's people with columns, tags by group, filters and search", async () => {
    const manager = await server.manager();
    const [kim, lee] = [
      await server.consultant({ responsible_id: manager.id }),
      await server.consultant({ responsible_id: manager.id }),
    ];
    const names = ['Ada', 'Ben', 'Cleo'];
    const ids = await Promise.all(
      names.map((first_name, index) =>
        ops.of(index === 2 ? lee : kim, {
          first_name,
          last_name: 'Holm',
          tags: index === 0 ? ['music'] : [],
          country: 'SE',
        }),
      ),
    );
    const list = async (person: Person, body: object, query = {}) => {
      const reply = await call(person, 'team.structure_users', body, query);
      expect(reply.status).toBe(200);
      return reply.body as unknown as {
        results: { id: string; first_name: string; tags_groups: Record<string, string[]> }[];
        count: number;
        total_count: number;
        columns: { key: string }[];
        tags_groups_columns: { key: string; label: string }[];
      };
    };
    const first = (found: Awaited<ReturnType<typeof list>>) => found.results.map(({ first_name }) => first_name);
    expect(first(await list(manager, {}))).toEqual(names);
    expect(first(await list(kim, {}, { ordering: '-name' }))).toEqual(['Ben', 'Ada']);
    expect(await list(manager, { tags: ['music'] })).toMatchObject({ count: 1, total_count: 3 });
    expect(first(await list(manager, { responsible_id: lee.id }))).toEqual(['Cleo']);
    expect(first(await list(manager, { status: ['active'] }))).toEqual([]);
    expect(first(await list(manager, {}, { search: 'holm b' }))).toEqual(['Ben']);
    const { phone } = await ops.userRow(ids[0]!);
    expect(first(await list(manager, {}, { search: phone!.slice(-6) }))).toEqual(['Ada']);
    const all = await list(manager, {}, { page_size: 1 });
    expect(all.columns.map(({ key }) => key)).toContain('last_contact_at');
    const [group] = all.tags_groups_columns;
    expect(group).toMatchObject({ label: 'Interests' });
    expect(all.results[0]?.tags_groups[group!.key]).toEqual(['music']);
    const choices = (await call(manager, 'team.structure_choices', undefined)).body;
    expect(choices).toMatchObject({
      countries: [{ value: 'SE', label: 'Sweden' }],
      tags: [{ value: 'music' }, { value: 'books' }, { value: 'hiking' }],
    });
    expect((choices['responsible'] as unknown as unknown[]).length).toBe(2);
  });

  it('lists only ids and names of the colleagues who can be assigned a person', async () => {
    const kim = await server.consultant({ first_name: 'Kim', responsible_id: mary.id });
    const [gone, blocked] = [
      await server.consultant({ last_name: 'Gone', deleted_at: server.iso() }),
      await server.consultant({ last_name: 'Blocked', is_blocked: true }),
    ];
    const choices = (await call(stranger, 'team.structure_choices', undefined)).body;
    const colleagues = choices['colleagues'] as unknown as { value: string; label: string }[];
    expect(colleagues).toContainEqual({ value: kim.id, label: 'Kim Person' });
    expect(colleagues.every((colleague) => Object.keys(colleague).length === 2)).toBe(true);
    const ids = colleagues.map(({ value }) => value);
    expect(ids).toEqual(expect.arrayContaining([mary.id, olga.id]));
    const learner = await server.person();
    for (const { id } of [stranger, gone, blocked, learner]) expect(ids).not.toContain(id);
    const user_id = await ops.of(stranger);
    const givenReply = await call(stranger, 'people.give', { user_id, consultant_id: colleagues[0]!.value, note: '' });
    expect(givenReply.status).toBe(200);
    expect((await call(learner, 'team.structure_choices', undefined)).status).toBe(403);
  });

  it('lists waiting leads oldest first, without phone numbers', async () => {
    const old = await ops.createWaiting({ waiting_since: server.iso(-DAY), city: 'Narvik' });
    const newer = await ops.createWaiting({ city: 'Narvik', language: 'ru' });
    const { body } = await call(stranger, 'team.waiting_users', {}, { search: 'narvik' });
    const rows = body['results'] as unknown as Record<string, unknown>[];
    expect(rows.map(({ id }) => id)).toEqual([old, newer]);
    expect(Object.keys(rows[0]!)).not.toContain('phone');
    const russianLeads = await call(stranger, 'team.waiting_users', { language: 'ru' }, { search: 'narvik' });
    expect(russianLeads.body).toMatchObject({ count: 1 });
  });

  it('shows a person, the action log and completed tasks only to the employees in charge', async () => {
    const id = await ops.of(carl);
    await ops.logFinishedCall(carl, id, 'reached');
    await server.send(carl, ops.note(id));
    await server.send(carl, ops.edit(id, { city: 'Bonn' }));
    const personReply = await call(mary, 'people.details', { user_id: id });
    expect(personReply.body).toMatchObject({
      user: { id, city: 'Bonn' },
      events: [{ kind: 'note', by_name: 'Carl Person' }],
    });
    const actions = (await call(carl, 'people.action_logs', { user_id: id })).body;
    expect(actions).toMatchObject({ count: 1, results: [{ action: 'person_edited', by_name: 'Carl Person' }] });
    const done = [{ result: 'reached', linked_user_id: id }];
    expect((await call(carl, 'team.completed_tasks', { user_id: id })).body).toMatchObject(done);
    expect((await call(carl, 'team.completed_tasks', { user_id: id }, { page: 1 })).body).toMatchObject({
      count: 1,
      results: done,
    });
    for (const name of ['people.details', 'people.action_logs', 'team.completed_tasks'] as const) {
      const missing = await call(stranger, name, { user_id: uuidv7() });
      const strangerReply = await call(stranger, name, { user_id: id });
      expect([strangerReply.status, strangerReply.body['code']]).toEqual([404, 'not_found']);
      expect([missing.status, missing.body['code']]).toEqual([404, 'not_found']);
    }
  });

  it("shows an employee and the action log only to the team's manager and to admins", async () => {
    const manager = await server.manager();
    const admin = await server.person({ ...roles.admin, first_name: 'Viktor' });
    const kim = await server.consultant({ responsible_id: manager.id, first_name: 'Kim' });
    const lee = await server.consultant({ responsible_id: manager.id });
    await call(manager, 'employees.settings', { user_id: kim.id, rating: 7, daily_limit: 9 });
    await call(admin, 'employees.block', { user_id: kim.id, is_blocked: true });
    for (const reader of [manager, admin]) {
      const personReply = await call(reader, 'people.details', { user_id: kim.id });
      const user = { id: kim.id, rating: 7, daily_limit: 9, is_blocked: true, in_team: true, manager_id: manager.id };
      expect([personReply.status, personReply.body]).toMatchObject([200, { user, events: [] }]);
      const { body } = await call(reader, 'people.action_logs', { user_id: kim.id });
      const lines = (body as unknown as { results: { action: string; by_id: string }[] }).results.map(
        ({ action, by_id }) => [action, by_id],
      );
      expect(lines).toEqual([
        ['blocked', admin.id],
        ['settings', manager.id],
      ]);
    }
    for (const name of ['people.details', 'people.action_logs'] as const)
      for (const reader of [mary, lee, stranger]) {
        const strangerReply = await call(reader, name, { user_id: kim.id });
        expect([strangerReply.status, strangerReply.body['code']]).toEqual([404, 'not_found']);
      }
  });

  it("changes a person's status according to the state table, and changes tags", async () => {
    const id = await ops.of(carl);
    const set = (body: object) => call(carl, 'people.update_settings', { user_id: id, ...body });
    expect((await set({})).status).toBe(400);
    expect((await set({ status: 'not_active' })).status).toBe(400);
    // The rules of the corresponding pushed write also apply to this call.
    const end = (body: object) => set({ status: 'not_active', ...body });
    const wrong = [
      { reason: 'other', text: 'ab' },
      { reason: 'duplicate' },
      { reason: 'not_interested', duplicate_of: uuidv7() },
      { reason: 'not_interested', text: 'x'.repeat(501) },
    ];
    for (const body of wrong) expect((await end(body)).status).toBe(400);
    expect((await set({ status: 'active' })).body['code']).toBe('not_reached_yet');
    expect((await set({ status: 'waiting' })).body['code']).toBe('lead_state');
    expect((await set({ status: 'not_active', reason: 'not_interested', tags: ['books'] })).body).toMatchObject({
      status: 'not_active',
      tags: ['books'],
    });
    expect((await set({ status: 'processing' })).body).toMatchObject({ status: 'processing' });
    const events = [...(await ops.mirror(carl, 'person_events')).values()].filter((event) => event['person_id'] === id);
    expect(events.map(({ kind }) => kind)).toEqual(['status', 'settings', 'status']);
  });

  it("uses the specification's messages for assigned, rejected and taken leads", async () => {
    const id = await ops.of(carl);
    const giveReply = await call(carl, 'people.give', { user_id: id, consultant_id: olga.id });
    expect([giveReply.status, giveReply.body['message']]).toEqual([200, 'Operation successful']);
    expect((await call(carl, 'people.give', { user_id: id, consultant_id: olga.id })).status).toBe(404);
    expect((await call(mary, 'people.assign', { user_id: id, consultant_id: carl.id })).status).toBe(200);
    expect((await call(carl, 'team.reject_user', { user_id: id, reason: 'other' })).status).toBe(400);
    const rejectReply = await call(carl, 'team.reject_user', { user_id: id, reason: 'no_contact' });
    expect(rejectReply.body).toEqual({ ok: true, message: 'User rejected successfully' });
    const body = { user_id: id, start_in: 30, type: 'message' };
    const task = await call(olga, 'people.new_lead_task', body);
    expect([task.status, task.body['message']]).toEqual([201, 'Task created']);
    expect(task.body).toMatchObject({ user: { id, responsible_id: olga.id }, task: { type: 'message' } });
  });
});

describe("a new task with one of the caller's leads", () => {
  const ask = (person: Person, user_id: string, more: object = {}) =>
    call(person, 'people.new_lead_task', { user_id, start_in: 15, type: 'message', ...more });

  it('creates at most one open task per type with a lead of the caller', async () => {
    const id = await ops.createWaiting();
    await call(mary, 'people.assign', { user_id: id, consultant_id: carl.id });
    const start_at = new Date(Math.round((server.now + 15 * 60_000) / 60_000) * 60_000).toISOString();
    const first = await ask(carl, id);
    const task = { type: 'message', start_at, linked_user_id: id, assignee_id: carl.id };
    expect([first.status, first.body]).toMatchObject([201, { message: 'Task created', task, user: { id } }]);
    const again = await ask(carl, id, { start_in: 90 });
    expect(again.body).toMatchObject({ message: 'You already have this task', task: first.body['task'] });
    const other = await ask(carl, id, { type: 'call' });
    expect(other.body).toMatchObject({ message: 'Task created', task: { type: 'call' } });
    const { db } = server.deps;
    const count = () => db.selectFrom('tasks').select('id').where('linked_user_id', '=', id).execute();
    expect(await count()).toHaveLength(2);
    await db.updateTable('tasks').set({ state: 'completed' }).where('linked_user_id', '=', id).execute();
    expect((await ask(carl, id)).body).toMatchObject({ message: 'Task created' });
    expect(await count()).toHaveLength(3);
  });

  it.each(['active', 'not_active'] as const)(
    'refuses a new task with a lead in the status %s, even to employees who can see the lead',
    async (status) => {
      const id = await ops.of(carl);
      await server.deps.db.updateTable('users').set({ status }).where('id', '=', id).execute();
      for (const reader of [carl, mary]) {
        const reply = await ask(reader, id);
        expect([reply.status, reply.body]).toMatchObject([409, { code: 'lead_state', details: { state: status } }]);
      }
      const strangerReply = await ask(stranger, id);
      expect([strangerReply.status, strangerReply.body['code']]).toEqual([404, 'not_found']);
    },
  );
});

describe('registration of a lead', () => {
  it('a registration writes a timeline entry, and assigns the new lead to the inviting employee', async () => {
    const password = 'long enough to be taken';
    const registerWith = async (email: string, referral_promo_code?: string) => {
      const body = {
        first_name: 'Rita',
        last_name: '',
        email,
        phone: ops.unusedPhone(),
        password,
        language: 'en',
        consent: true,
      };
      await server.plain.call('accounts.register', {
        body: { ...body, ...(referral_promo_code && { referral_promo_code }) },
      });
      const { db, scope } = server.deps;
      const { id } = await db
        .selectFrom('users')
        .select('id')
        .where('scope', '=', scope)
        .where('email', '=', email)
        .executeTakeFirstOrThrow();
      const events = await db.selectFrom('person_events').selectAll().where('person_id', '=', id).execute();
      expect(events).toMatchObject([{ kind: 'created', detail: { source: 'registration' } }]);
      return id;
    };
    const waiting = await registerWith('rita1@example.org');
    expect((await ops.mirror(carl, 'waiting_leads')).has(waiting)).toBe(true);
    const { db, scope } = server.deps;
    await db
      .updateTable('users')
      .set({ promo_code: 'CARLCARL' })
      .where('scope', '=', scope)
      .where('id', '=', carl.id)
      .execute();
    const invited = await registerWith('rita2@example.org', 'CARLCARL');
    expect((await ops.mirror(carl, 'people')).get(invited)).toMatchObject({ status: 'processing', has_login: true });
    expect((await ops.mirror(carl, 'waiting_leads')).has(invited)).toBe(false);
  });
});
