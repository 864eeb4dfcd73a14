import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallName } from '../../contract/calls/index.ts';
import { eraseRemoved } from '../../server/features/accounts/deletion.ts';
import { LeadOps } from '../helpers/leads.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

const DAY = 86_400_000;
let server: SyncServer;
let ops: LeadOps;
let mary: Person;
let carl: Person;
let olga: Person;
let stranger: Person;
let anna: Person;

beforeAll(async () => {
  server = await openSyncServer();
  ops = new LeadOps(server);
  mary = await server.manager();
  carl = await server.consultant({ responsible_id: mary.id });
  olga = await server.consultant({ responsible_id: mary.id, first_name: 'Olga' });
  stranger = await server.consultant({ first_name: 'Sven' });
  anna = await server.person();
  await ops.tagged();
});
afterAll(() => server.close());

const call = (person: Person, name: CallName, body: unknown, query: Record<string, string | number> = {}) =>
  server.plain.call(name, { token: person.token, body, query });

describe('a lead made by hand', () => {
  it('is in the hands of whoever made it, once', async () => {
    const op = ops.create({ tags: ['music'], notes: 'Met at the fair' });
    const made = await server.send(carl, op);
    expect(made).toMatchObject({
      ...{ status: 200, row: { status: 'processing', responsible_id: carl.id, source: 'manual', tags: ['music'] } },
    });
    expect(await server.send(carl, { ...op, op_id: uuidv7() })).toMatchObject({ status: 200, rev: made.rev });
    expect(await server.send(stranger, { ...op, op_id: uuidv7() })).toMatchObject({ code: 'phone_taken' });
    const other = { ...op, op_id: uuidv7(), args: { ...(op.args as object), phone: ops.number() } };
    expect(await server.send(stranger, other)).toMatchObject({ status: 404, code: 'not_found' });
    expect(await server.send(anna, ops.create())).toMatchObject({ status: 403, code: 'forbidden' });
  });

  it('with a number or an address of somebody’s is refused, and says as much of whose as one may know', async () => {
    const first = ops.create({ email: 'Nina@Example.org' });
    await server.send(carl, first);
    const { phone } = first.args as { phone: string };
    const own = await server.send(carl, ops.create({ phone }));
    expect(own).toMatchObject({ status: 409, code: 'phone_taken' });
    expect(own.fields).toEqual({
      ...{ phone: 'phone_taken', responsible_name: 'Carl Person', person_id: first.id, person_name: 'Nina Berg' },
    });
    const foreign = await server.send(stranger, ops.create({ email: 'nina@example.org' }));
    expect(foreign).toMatchObject({ status: 409, code: 'email_taken' });
    expect(foreign.fields).toEqual({ email: 'email_taken', responsible_name: 'Carl Person' });
    const colleague = (await ops.userRow(olga.id)).phone;
    const staff = await server.send(stranger, ops.create({ phone: colleague }));
    expect(staff.fields).toEqual({ phone: 'phone_taken' });
  });

  it('that was refused goes as a hand-over to who looks after that person, with what was noted behind it', async () => {
    const first = ops.create();
    await server.send(carl, first);
    const { phone } = first.args as { phone: string };
    const offer = (entity: string, args: Record<string, unknown>) =>
      server.op({
        kind: 'handover.offer',
        id: uuidv7(),
        args: { entity, entity_id: uuidv7(), kind: 'lead.create', title: 'Nina', args, at: server.iso() },
      });
    expect(await server.send(stranger, offer('people', { phone, first_name: 'Nina' }))).toMatchObject({
      status: 200,
      row: { to_id: carl.id },
    });
    for (const [entity, args] of [
      ['person_events', { person_id: first.id, text: 'x' }],
      ['interactions', { user_id: first.id, contact_id: null }],
      ['tasks', { linked_user_id: first.id }],
    ] as const)
      expect(await server.send(stranger, offer(entity, args))).toMatchObject({ row: { to_id: carl.id } });
  });

  it('by two at once with one number is one', async () => {
    const phone = ops.number();
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, index) => server.send(index % 2 ? carl : stranger, ops.create({ phone }))),
    );
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(results.filter(({ status }) => status !== 200).map(({ code }) => code)).toEqual(
      Array.from({ length: 9 }, () => 'phone_taken'),
    );
  });
});

describe('an edit', () => {
  it('merges field by field, tags as sets, and asks where two said different things', async () => {
    const id = await ops.of(carl, { notes: 'old', tags: ['music'] });
    const { rev } = (await ops.mirror(carl, 'people')).get(id) as { rev: number };
    const base = { notes: 'old', tags: ['music'] };
    await server.send(mary, ops.edit(id, { notes: 'hers', tags: ['music', 'books'] }, base, rev));
    const mine = await server.send(
      carl,
      ops.edit(id, { tags: ['hiking'], city: 'Bonn' }, { ...base, city: 'Ulm' }, rev),
    );
    expect(mine).toMatchObject({ status: 200, row: { city: 'Bonn', notes: 'hers' } });
    expect((mine.row as { tags: string[] }).tags.toSorted()).toEqual(['books', 'hiking']);
    const clash = await server.send(carl, ops.edit(id, { notes: 'mine' }, base, rev));
    expect(clash).toMatchObject({ status: 409, code: 'conflict', fields: { notes: { theirs: 'hers' } } });
  });

  it('takes known tags alone, and what is there already may stay', async () => {
    const id = await ops.of(carl, { tags: ['of old'] });
    expect(await server.send(carl, ops.edit(id, { tags: ['of old', 'music'] }))).toMatchObject({ status: 200 });
    expect(await server.send(carl, ops.edit(id, { tags: ['sailing'] }))).toMatchObject({
      status: 422,
      code: 'tag_unknown',
    });
    expect(await server.send(carl, ops.edit(id, { groups: ['Interests'] }))).toMatchObject({ status: 200 });
    expect(await server.send(carl, ops.edit(id, { groups: ['Sports'] }))).toMatchObject({ code: 'tag_unknown' });
  });

  it('leaves phone and email of an account to its owner, and one of them to a lead', async () => {
    const account = await ops.of(carl, { password_hash: 'x' });
    for (const patch of [{ phone: ops.number() }, { email: 'evil@example.org' }])
      expect(await server.send(carl, ops.edit(account, patch))).toMatchObject({
        status: 422,
        code: 'contact_by_owner',
      });
    const lead = await ops.of(carl, { email: null, phone_invalid: true });
    expect(await server.send(carl, ops.edit(lead, { phone: null }))).toMatchObject({ code: 'phone_or_email' });
    const phone = ops.number();
    expect(await server.send(carl, ops.edit(lead, { phone }))).toMatchObject({ row: { phone, phone_invalid: false } });
    const other = await ops.of(carl);
    expect(await server.send(carl, ops.edit(other, { phone }))).toMatchObject({ status: 409, code: 'phone_taken' });
  });

  it('of somebody else’s person is like one of a missing one', async () => {
    const id = await ops.of(carl);
    for (const person of [stranger, olga, anna]) {
      const expected = person === anna ? { status: 403, code: 'forbidden' } : { status: 404, code: 'not_found' };
      for (const op of [ops.edit(id, { city: 'X' }), ops.edit(uuidv7(), { city: 'X' }), ops.note(id), ops.close(id)])
        expect(await server.send(person, op)).toMatchObject(expected);
    }
  });
});

describe('removing', () => {
  it('is a manager’s who types the name; the person is gone from the phones and can no longer log in', async () => {
    const id = await ops.of(carl, { first_name: 'Pia', last_name: 'Kern' });
    const task = server.task({ type: 'call', linked_user_id: id });
    await server.send(carl, task);
    const remove = (person: Person, typed_name: string) =>
      server.send(person, ops.op('lead.remove', id, { typed_name }));
    expect(await remove(carl, 'Pia Kern')).toMatchObject({ status: 403 });
    expect(await remove(mary, 'Pia')).toMatchObject({ status: 422, code: 'name_mismatch' });
    const token = await server.plain.tokenFor(await ops.userRow(id));
    expect(await remove(mary, 'pia  kern')).toMatchObject({ status: 200, row: null });
    expect((await server.plain.call('accounts.me', { token })).status).toBe(401);
    expect((await ops.mirror(carl, 'people')).has(id)).toBe(false);
    expect((await ops.mirror(carl, 'tasks', 'p0')).get(task.id)).toMatchObject({ state: 'cancelled' });
    expect(await server.send(carl, ops.note(id))).toMatchObject({ status: 404 });
  });

  it('erases what is personal after 30 days, in tasks and notes too', async () => {
    const id = await ops.of(carl, { first_name: 'Pia', last_name: 'Kern', notes: 'secret' });
    const task = server.task({ type: 'call', linked_user_id: id, title: 'Call Pia K.' });
    for (const op of [task, ops.note(id, 'secret')]) await server.send(carl, op);
    await server.send(mary, ops.op('lead.remove', id, { typed_name: 'Pia Kern' }));
    const { db, scope } = server.deps;
    const jobs = await db
      .selectFrom('jobs')
      .selectAll()
      .where('scope', '=', scope)
      .where('kind', '=', 'erase_removed')
      .execute();
    const job = jobs.find(({ payload }) => (payload as { user_id: string }).user_id === id);
    expect(job?.run_at).toBe(server.iso(30 * DAY));
    await eraseRemoved(server.deps, id);
    const row = await ops.userRow(id);
    expect(row).toMatchObject({ first_name: '—', last_name: '', phone: null, email: null, notes: '', tags: [] });
    const events = await db.selectFrom('person_events').selectAll().where('person_id', '=', id).execute();
    expect(events.every(({ detail, deleted_at }) => JSON.stringify(detail) === '{}' && deleted_at !== null)).toBe(true);
    const [kept] = await db.selectFrom('tasks').selectAll().where('id', '=', task.id).execute();
    expect(kept).toMatchObject({ title: '—', state: 'cancelled' });
  });

  it('of a living person erases nothing', async () => {
    const id = await ops.of(carl);
    await eraseRemoved(server.deps, id);
    expect(await ops.userRow(id)).toMatchObject({ first_name: 'Ivan' });
  });
});

describe('the calls', () => {
  it('list the people of the caller, with columns, tags by group, filters and a search', async () => {
    const boss = await server.manager();
    const [kim, lee] = [
      await server.consultant({ responsible_id: boss.id }),
      await server.consultant({ responsible_id: boss.id }),
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
    expect(first(await list(boss, {}))).toEqual(names);
    expect(first(await list(kim, {}, { ordering: '-name' }))).toEqual(['Ben', 'Ada']);
    expect(await list(boss, { tags: ['music'] })).toMatchObject({ count: 1, total_count: 3 });
    expect(first(await list(boss, { responsible_id: lee.id }))).toEqual(['Cleo']);
    expect(first(await list(boss, { status: ['active'] }))).toEqual([]);
    expect(first(await list(boss, {}, { search: 'holm b' }))).toEqual(['Ben']);
    const { phone } = await ops.userRow(ids[0]!);
    expect(first(await list(boss, {}, { search: phone!.slice(-6) }))).toEqual(['Ada']);
    const all = await list(boss, {}, { page_size: 1 });
    expect(all.columns.map(({ key }) => key)).toContain('last_contact_at');
    const [group] = all.tags_groups_columns;
    expect(group).toMatchObject({ label: 'Interests' });
    expect(all.results[0]?.tags_groups[group!.key]).toEqual(['music']);
    const choices = (await call(boss, 'team.structure_choices', undefined)).body;
    expect(choices).toMatchObject({
      countries: [{ value: 'SE', label: 'Sweden' }],
      tags: [{ value: 'music' }, { value: 'books' }, { value: 'hiking' }],
    });
    expect((choices['responsible'] as unknown as unknown[]).length).toBe(2);
  });

  it('list who waits, the oldest first, without a number', async () => {
    const old = await ops.waiting({ waiting_since: server.iso(-DAY), city: 'Narvik' });
    const young = await ops.waiting({ city: 'Narvik', language: 'ru' });
    const { body } = await call(stranger, 'team.waiting_users', {}, { search: 'narvik' });
    const rows = body['results'] as unknown as Record<string, unknown>[];
    expect(rows.map(({ id }) => id)).toEqual([old, young]);
    expect(Object.keys(rows[0]!)).not.toContain('phone');
    const russian = await call(stranger, 'team.waiting_users', { language: 'ru' }, { search: 'narvik' });
    expect(russian.body).toMatchObject({ count: 1 });
  });

  it('show a person, what was done and the finished tasks to who looks after him, and are 404 to others', async () => {
    const id = await ops.of(carl);
    await ops.called(carl, id, 'reached');
    await server.send(carl, ops.note(id));
    await server.send(carl, ops.edit(id, { city: 'Bonn' }));
    const shown = await call(mary, 'people.details', { user_id: id });
    expect(shown.body).toMatchObject({
      user: { id, city: 'Bonn' },
      events: [{ kind: 'note', by_name: 'Carl Person' }],
    });
    const actions = (await call(carl, 'people.action_logs', { user_id: id })).body;
    expect(actions).toMatchObject({ count: 1, results: [{ action: 'person_edited', by_name: 'Carl Person' }] });
    expect((await call(carl, 'team.completed_tasks', { user_id: id })).body).toMatchObject({
      ...{ count: 1, results: [{ result: 'reached', linked_user_id: id }] },
    });
    for (const name of ['people.details', 'people.action_logs', 'team.completed_tasks'] as const) {
      const missing = await call(stranger, name, { user_id: uuidv7() });
      const foreign = await call(stranger, name, { user_id: id });
      expect([foreign.status, foreign.body['code']]).toEqual([404, 'not_found']);
      expect([missing.status, missing.body['code']]).toEqual([404, 'not_found']);
    }
  });

  it('move a status by its rules, and tags', async () => {
    const id = await ops.of(carl);
    const set = (body: object) => call(carl, 'people.update_settings', { user_id: id, ...body });
    expect((await set({})).status).toBe(400);
    expect((await set({ status: 'not_active' })).status).toBe(400);
    expect((await set({ status: 'active' })).body['code']).toBe('not_reached_yet');
    expect((await set({ status: 'waiting' })).body['code']).toBe('lead_state');
    expect((await set({ status: 'not_active', reason: 'not_interested', tags: ['books'] })).body).toMatchObject({
      ...{ status: 'not_active', tags: ['books'] },
    });
    expect((await set({ status: 'processing' })).body).toMatchObject({ status: 'processing' });
    const events = [...(await ops.mirror(carl, 'person_events')).values()].filter((event) => event['person_id'] === id);
    expect(events.map(({ kind }) => kind)).toEqual(['status', 'settings', 'status']);
  });

  it('give, reject and take with the words of the product', async () => {
    const id = await ops.of(carl);
    const give = await call(carl, 'people.give', { user_id: id, consultant_id: olga.id });
    expect([give.status, give.body['message']]).toEqual([200, 'Operation successful']);
    expect((await call(carl, 'people.give', { user_id: id, consultant_id: olga.id })).status).toBe(404);
    expect((await call(mary, 'people.assign', { user_id: id, consultant_id: carl.id })).status).toBe(200);
    const reject = await call(carl, 'team.reject_user', { user_id: id, reason: 'no_contact' });
    expect(reject.body).toEqual({ ok: true, message: 'User rejected successfully' });
    const body = { user_id: id, start_in: 30, type: 'message' };
    const task = await call(olga, 'people.new_lead_task', body);
    expect([task.status, task.body['message']]).toEqual([201, 'Task created']);
    expect(task.body).toMatchObject({ user: { id, responsible_id: olga.id }, task: { type: 'message' } });
  });
});

describe('a registration', () => {
  it('leaves a line in the history, and goes to the employee who invited', async () => {
    const password = 'long enough to be taken';
    const join = async (email: string, referral_promo_code?: string) => {
      const body = {
        first_name: 'Rita',
        last_name: '',
        email,
        phone: ops.number(),
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
    const waiting = await join('rita1@example.org');
    expect((await ops.mirror(carl, 'waiting_leads')).has(waiting)).toBe(true);
    const { db, scope } = server.deps;
    await db
      .updateTable('users')
      .set({ promo_code: 'CARLCARL' })
      .where('scope', '=', scope)
      .where('id', '=', carl.id)
      .execute();
    const invited = await join('rita2@example.org', 'CARLCARL');
    expect((await ops.mirror(carl, 'people')).get(invited)).toMatchObject({ status: 'processing', has_login: true });
    expect((await ops.mirror(carl, 'waiting_leads')).has(invited)).toBe(false);
  });
});
