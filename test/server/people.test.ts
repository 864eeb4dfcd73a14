import { uuidv7 } from 'uuidv7';
import { afterAll, describe, expect, it } from 'vitest';
import { eraseRemoved } from '../../server/features/accounts/deletion.ts';
import { ContactOps } from '../helpers/contacts.ts';
import { openLeadWorld } from '../helpers/leads.ts';
import type { Person } from '../helpers/sync-server.ts';

const DAY = 86_400_000;
const { server, ops, mary, carl, olga, stranger, anna } = await openLeadWorld();
afterAll(() => server.close());

describe('leads created manually', () => {
  it('assigns a manually created lead to its creator, and a repeated create changes nothing', async () => {
    const op = ops.create({ tags: ['music'], notes: 'Met at the fair' });
    const createResult = await server.send(carl, op);
    expect(createResult).toMatchObject({
      status: 200,
      row: { status: 'processing', responsible_id: carl.id, source: 'manual', tags: ['music'] },
    });
    expect(await server.send(carl, { ...op, op_id: uuidv7() })).toMatchObject({ status: 200, rev: createResult.rev });
    expect(await server.send(stranger, { ...op, op_id: uuidv7() })).toMatchObject({ code: 'phone_taken' });
    const other = { ...op, op_id: uuidv7(), args: { ...(op.args as object), phone: ops.unusedPhone() } };
    expect(await server.send(stranger, other)).toMatchObject({ status: 404, code: 'not_found' });
    expect(await server.send(anna, ops.create())).toMatchObject({ status: 403, code: 'forbidden' });
  });

  it('rejects a lead with a taken number, and names the owner only if the caller may see that person', async () => {
    const first = ops.create({ email: 'Nina@Example.org' });
    await server.send(carl, first);
    const { phone } = first.args as { phone: string };
    const own = await server.send(carl, ops.create({ phone }));
    expect(own).toMatchObject({ status: 409, code: 'phone_taken' });
    expect(own.fields).toEqual({
      phone: 'phone_taken',
      responsible_name: 'Carl Person',
      person_id: first.id,
      person_name: 'Nina Berg',
    });
    const strangerResult = await server.send(stranger, ops.create({ email: 'nina@example.org' }));
    expect(strangerResult).toMatchObject({ status: 409, code: 'email_taken' });
    expect(strangerResult.fields).toEqual({ email: 'email_taken', responsible_name: 'Carl Person' });
    const colleague = (await ops.userRow(olga.id)).phone;
    const staff = await server.send(stranger, ops.create({ phone: colleague }));
    expect(staff.fields).toEqual({ phone: 'phone_taken' });
  });

  it('hands a rejected lead over to the responsible employee together with its notes', async () => {
    const first = ops.create();
    await server.send(carl, first);
    const { phone } = first.args as { phone: string };
    const second = ops.create({ phone });
    expect(await server.send(stranger, second)).toMatchObject({ code: 'phone_taken' });
    const offer = (entity: string, kind: string, args: unknown, entity_id = uuidv7()) =>
      server.op({
        kind: 'handover.offer',
        id: uuidv7(),
        args: { entity, entity_id, kind, title: 'Nina', args, at: server.iso() },
      });
    expect(await server.send(stranger, offer('people', 'lead.create', second.args, second.id))).toMatchObject({
      status: 200,
      row: { to_id: carl.id },
    });
    for (const [entity, kind, args] of [
      ['person_events', 'person.note', { person_id: second.id, text: 'x' }],
      ['interactions', 'interaction.log', { user_id: second.id, contact_id: null }],
      ['tasks', 'task.create', { linked_user_id: second.id }],
    ] as const)
      expect(await server.send(stranger, offer(entity, kind, args))).toMatchObject({ row: { to_id: carl.id } });
  });

  it('creates one lead when two employees submit the same number at the same time', async () => {
    const phone = ops.unusedPhone();
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, index) => server.send(index % 2 ? carl : stranger, ops.create({ phone }))),
    );
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(results.filter(({ status }) => status !== 200).map(({ code }) => code)).toEqual(
      Array.from({ length: 9 }, () => 'phone_taken'),
    );
  });
});

describe('editing a person', () => {
  it('merges edits of a person by field, merges their tags as sets, and reports conflicting values', async () => {
    const id = await ops.of(carl, { notes: 'old', tags: ['music'] });
    const { rev } = (await ops.mirror(carl, 'people')).get(id) as { rev: number };
    const base = { notes: 'old', tags: ['music'] };
    await server.send(mary, ops.edit(id, { notes: 'hers', tags: ['music', 'books'] }, base, rev));
    const ownResult = await server.send(
      carl,
      ops.edit(id, { tags: ['hiking'], city: 'Bonn' }, { ...base, city: 'Ulm' }, rev),
    );
    expect(ownResult).toMatchObject({ status: 200, row: { city: 'Bonn', notes: 'hers' } });
    expect((ownResult.row as { tags: string[] }).tags.toSorted()).toEqual(['books', 'hiking']);
    const clash = await server.send(carl, ops.edit(id, { notes: 'mine' }, base, rev));
    expect(clash).toMatchObject({ status: 409, code: 'conflict', fields: { notes: { theirs: 'hers' } } });
  });

  it('keeps at most twenty tags when edits by two people are merged', async () => {
    const tags = Array.from({ length: 19 }, (_, index) => `tag ${index}`);
    const id = await ops.of(carl, { tags });
    const { rev } = (await ops.mirror(carl, 'people')).get(id) as { rev: number };
    const add = (person: Person, tag: string) =>
      server.send(person, ops.edit(id, { tags: [...tags, tag] }, { tags }, rev));
    expect(await add(mary, 'books')).toMatchObject({ status: 200, row: { tags: [...tags, 'books'] } });
    expect(await add(carl, 'music')).toMatchObject({ status: 200, row: { tags: [...tags, 'books'] } });
  });

  it('only known tags can be added to a person, and existing tags are kept', async () => {
    const id = await ops.of(carl, { tags: ['of old'] });
    expect(await server.send(carl, ops.edit(id, { tags: ['of old', 'music'] }))).toMatchObject({ status: 200 });
    expect(await server.send(carl, ops.edit(id, { tags: ['sailing'] }))).toMatchObject({
      status: 422,
      code: 'tag_unknown',
    });
    expect(await server.send(carl, ops.edit(id, { groups: ['Interests'] }))).toMatchObject({ status: 200 });
    expect(await server.send(carl, ops.edit(id, { groups: ['Sports'] }))).toMatchObject({ code: 'tag_unknown' });
  });

  it("refuses others' changes of an account's phone or email, and a lead with neither", async () => {
    const account = await ops.of(carl, { password_hash: 'x' });
    for (const patch of [{ phone: ops.unusedPhone() }, { email: 'evil@example.org' }])
      expect(await server.send(carl, ops.edit(account, patch))).toMatchObject({
        status: 422,
        code: 'contact_by_owner',
      });
    const lead = await ops.of(carl, { email: null, phone_invalid: true });
    expect(await server.send(carl, ops.edit(lead, { phone: null }))).toMatchObject({ code: 'phone_or_email' });
    const phone = ops.unusedPhone();
    expect(await server.send(carl, ops.edit(lead, { phone }))).toMatchObject({ row: { phone, phone_invalid: false } });
    const other = await ops.of(carl);
    expect(await server.send(carl, ops.edit(other, { phone }))).toMatchObject({ status: 409, code: 'phone_taken' });
  });

  it("responds identically to writes about another employee's person and about a missing one", async () => {
    const id = await ops.of(carl);
    for (const person of [stranger, olga, anna]) {
      const expected = person === anna ? { status: 403, code: 'forbidden' } : { status: 404, code: 'not_found' };
      for (const op of [ops.edit(id, { city: 'X' }), ops.edit(uuidv7(), { city: 'X' }), ops.note(id), ops.close(id)])
        expect(await server.send(person, op)).toMatchObject(expected);
    }
  });
});

describe('removing a person', () => {
  it("removing a person requires a manager and the typed name, and ends the person's access", async () => {
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

  it('erases the personal data of a removed person after 30 days, in tasks and notes too', async () => {
    const id = await ops.of(carl, { first_name: 'Pia', last_name: 'Kern', notes: 'secret' });
    const phone_used = '+4915112345678';
    const task = server.task({ type: 'call', linked_user_id: id, title: 'Call Pia K.', phone_used });
    const offered = (entity: string, entity_id: string, args: object) => {
      const offer = { entity, entity_id, kind: 'person.note', title: 'Pia Kern', args, at: server.iso() };
      return server.op({ kind: 'handover.offer', id: uuidv7(), args: offer });
    };
    const offers = [
      offered('person_events', uuidv7(), { person_id: id, text: 'secret' }),
      offered('tasks', task.id, { description: 'secret' }),
    ];
    for (const op of [task, ops.note(id, 'secret')]) await server.send(carl, op);
    await server.recordLostAccess(stranger, 'people', id);
    await server.recordLostAccess(stranger, 'tasks', task.id);
    for (const op of offers) expect(await server.send(stranger, op)).toMatchObject({ status: 200 });
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
    expect(kept).toMatchObject({ title: '—', state: 'cancelled', phone_used: null });
    const ids = offers.map((op) => op.id);
    const gone = await db.selectFrom('handovers').selectAll().where('id', 'in', ids).execute();
    expect(gone.map(({ title, args }) => [title, args])).toEqual(offers.map(() => ['—', {}]));
  });

  it("erasing a person also erases notes about the person's contacts and help requests", async () => {
    const gone = await server.consultant({ responsible_id: carl.id });
    const contacts = new ContactOps(server);
    const [{ id: contact_id }, other] = [await contacts.createFor(gone), await contacts.createFor(gone)];
    const handoverText = { description: 'secret', place: 'secret' };
    const tasks = [
      server.task({ type: 'call', contact_id, title: 'Call secret', ...handoverText }),
      server.task({ title: 'secret', ...handoverText }),
    ];
    const ticket = uuidv7();
    const ticketArgs = { type: 'question', subject: 'secret', body: 'secret', attachments: [], previous_id: null };
    const offer = (entity: string, entity_id: string, args: object) =>
      server.op({
        kind: 'handover.offer',
        id: uuidv7(),
        args: { entity, entity_id, kind: 'any', title: 'secret', args, at: server.iso() },
      });
    const sent = [
      ...tasks.map((op) => [gone, op] as const),
      [gone, offer('contacts', contact_id, { notes: 'secret' })],
      [gone, offer('contacts', other.id, { notes: 'secret' })],
      [gone, offer('interactions', uuidv7(), { contact_id, note: 'secret' })],
      [gone, offer('tasks', tasks[0]!.id, { result_note: 'secret' })],
      [gone, server.op({ kind: 'ticket.create', id: ticket, args: { ...ticketArgs, at: server.iso() } })],
      [carl, offer('staff_tickets', ticket, { body: 'secret' })],
    ] as const;
    for (const [person, op] of sent) expect(await server.send(person, op)).toMatchObject({ status: 200 });
    const { db } = server.deps;
    await db.updateTable('users').set({ deleted_at: server.iso() }).where('id', '=', gone.id).execute();
    await eraseRemoved(server.deps, gone.id);
    const ids = sent.map(([, op]) => op.id);
    const left = [
      await db.selectFrom('tasks').selectAll().where('id', 'in', ids).execute(),
      await db.selectFrom('handovers').selectAll().where('id', 'in', ids).execute(),
    ];
    expect(left.map((rows) => rows.length)).toEqual([2, 5]);
    expect(JSON.stringify(left)).not.toContain('secret');
  });

  it('does not erase a person who has not been removed', async () => {
    const id = await ops.of(carl);
    await eraseRemoved(server.deps, id);
    expect(await ops.userRow(id)).toMatchObject({ first_name: 'Ivan' });
  });
});
