import { uuidv7 } from 'uuidv7';
import { afterAll, describe, expect, it } from 'vitest';
import { PersonEvent } from '../../contract/entities/person-event.ts';
import { Person as PersonRow } from '../../contract/entities/person.ts';
import { WaitingLead } from '../../contract/entities/waiting-lead.ts';
import { assignFromPool } from '../../server/features/people/claim.ts';
import { inScope } from '../../server/context.ts';
import { openLeadWorld } from '../helpers/leads.ts';

const DAY = 86_400_000;
const { server, ops, mary, carl, olga, stranger, admin, anna, currentCursors } = await openLeadWorld({
  daily_limit: 200,
});
afterAll(() => server.close());

describe('lead pool', () => {
  it('shows waiting leads, without their last names, to every employee and to no learner', async () => {
    const id = await ops.createWaiting();
    for (const person of [carl, mary, stranger]) {
      const row = (await ops.mirror(person, 'waiting_leads')).get(id);
      expect(WaitingLead.parse(row)).toEqual(row);
      expect(JSON.stringify(row)).not.toContain('Petrov');
      expect((await ops.mirror(person, 'people')).has(id)).toBe(false);
    }
    expect((await ops.mirror(admin, 'people')).has(id)).toBe(true);
    for (const entity of ['waiting_leads', 'people', 'person_events'])
      expect((await ops.mirror(anna, entity)).size).toBe(0);
  });

  it('removes a taken lead from every device, and sends the person to the employee who took it', async () => {
    const id = await ops.createWaiting();
    const [mine, theirs] = [await currentCursors(carl), await currentCursors(stranger)];
    const notifications: string[] = [];
    server.deps.pokes.onAnnounce = ({ audience }) => notifications.push(...(audience === 'all' ? ['all'] : audience));
    const op = ops.take(id);
    expect(await server.send(carl, op)).toMatchObject({ status: 200, row: null });
    server.deps.pokes.onAnnounce = null;
    expect(notifications).toEqual(expect.arrayContaining([carl.id, olga.id, stranger.id, mary.id]));
    expect(notifications).not.toContain(anna.id);
    expect((await server.changes(stranger, theirs)).changes).toEqual([
      expect.objectContaining({ c: 'waiting_leads', op: 'del', id }),
    ]);
    const got = (await server.changes(carl, mine)).changes;
    const person = got.find(({ c }) => c === 'people');
    expect(PersonRow.parse(person?.row)).toEqual(person?.row);
    expect(person?.row).toMatchObject({ status: 'processing', responsible_id: carl.id, phone: expect.any(String) });
    const { task_id } = op.args as { task_id: string };
    expect(got.find(({ c }) => c === 'tasks')).toMatchObject({
      id: task_id,
      row: { linked_user_id: id, title: 'Call Ivan P.', start_at: server.iso(15 * 60_000), assignee_id: carl.id },
    });
    const event = got.find(({ c }) => c === 'person_events')?.row;
    expect(PersonEvent.parse(event)).toEqual(event);
    expect(event).toMatchObject({ kind: 'taken', by_name: 'Carl Person', person_id: id });
    expect((await ops.mirror(mary, 'people')).has(id)).toBe(true);
  });
});

describe('taking a lead', () => {
  it('assigns a lead to the first employee who takes it, and names that employee to the next one who tries', async () => {
    const id = await ops.createWaiting();
    await server.send(olga, ops.take(id));
    const at = server.iso();
    expect(await server.send(carl, ops.take(id))).toMatchObject({
      status: 409,
      code: 'taken',
      fields: { by: 'Olga Person', at },
    });
    const reply = await server.plain.call('people.new_lead_task', {
      token: carl.token,
      body: { user_id: id, start_in: 0, type: 'call' },
    });
    expect([reply.status, reply.body['code']]).toEqual([409, 'taken']);
    expect((await ops.mirror(carl, 'people')).has(id)).toBe(false);
  });

  it('accepts a repeated take, and does not reveal a person assigned to another employee', async () => {
    const id = await ops.createWaiting();
    const op = ops.take(id);
    await server.send(carl, op);
    expect(await server.send(carl, ops.take(id))).toMatchObject({ status: 200, row: null });
    const tasks = await ops.mirror(carl, 'tasks', 'p0');
    expect([...tasks.values()].filter((task) => task['linked_user_id'] === id)).toHaveLength(1);
    for (const other of [await ops.of(olga), carl.id, uuidv7()])
      expect(await server.send(stranger, ops.take(other))).toMatchObject({ status: 404, code: 'not_found' });
  });

  it('requires a confirmation that a lead is still wanted if the request is half an hour old', async () => {
    const id = await ops.createWaiting();
    const at = server.iso(-31 * 60_000);
    expect(await server.send(carl, ops.take(id, {}, { at }))).toMatchObject({ status: 409, code: 'request_old' });
    expect(await server.send(carl, ops.take(id, { confirmed: true }, { at }))).toMatchObject({ status: 200 });
  });

  it("refuses leads beyond the daily limit until the employee's midnight", async () => {
    const fullEmployee = await server.consultant({ daily_limit: 1, time_zone: 'Asia/Almaty' });
    await server.send(fullEmployee, ops.take(await ops.createWaiting()));
    const id = await ops.createWaiting();
    const fields = { limit: 1, taken: 1 };
    expect(await server.send(fullEmployee, ops.take(id))).toMatchObject({ status: 409, code: 'limit_reached', fields });
    // A change to a time zone in which it is already tomorrow does not start a new day.
    const { db } = server.deps;
    await db.updateTable('users').set({ time_zone: 'Pacific/Kiritimati' }).where('id', '=', fullEmployee.id).execute();
    expect(await server.send(fullEmployee, ops.take(id))).toMatchObject({ code: 'limit_reached' });
    server.pass(DAY);
    expect(await server.send(fullEmployee, ops.take(id))).toMatchObject({ status: 200 });
    const none = await server.consultant({ daily_limit: 0 });
    expect(await server.send(none, ops.take(await ops.createWaiting()))).toMatchObject({ code: 'limit_reached' });
  });

  it('refuses a lead for 30 days to the employee who returned it', async () => {
    const id = await ops.of(carl);
    await server.send(carl, ops.reject(id));
    expect(await server.send(carl, ops.take(id))).toMatchObject({ status: 422, code: 'excluded' });
    server.pass(30 * DAY + 1);
    expect(await server.send(carl, ops.take(id))).toMatchObject({ status: 200 });
  });

  it('lets only employees take leads, and requires a valid start and type of the first task', async () => {
    expect(await server.send(anna, ops.take(await ops.createWaiting()))).toMatchObject({
      status: 403,
      code: 'forbidden',
    });
    for (const args of [{ start_in: 20 }, { start_in: undefined }, { type: 'visit' }])
      expect(await server.send(carl, ops.take(await ops.createWaiting(), args))).toMatchObject({ status: 400 });
  });

  it('lets exactly one of 50 simultaneous takes of a lead win, without server errors', async () => {
    const team = await Promise.all(Array.from({ length: 10 }, () => server.consultant({ daily_limit: 200 })));
    const id = await ops.createWaiting();
    const callers = Array.from({ length: 50 }, (_, index) => team[index % team.length]!);
    const results = await Promise.all(
      callers.map(async (person, index) => {
        if (index % 2 === 0) return server.send(person, ops.take(id));
        const body = { user_id: id, start_in: 0, type: 'call' };
        const reply = await server.plain.call('people.new_lead_task', { token: person.token, body });
        return { status: reply.status, code: reply.body['code'] };
      }),
    );
    const { responsible_id } = await ops.userRow(id);
    for (const [index, { status, code }] of results.entries()) {
      const isWinner = callers[index]!.id === responsible_id;
      expect([status < 300, code]).toEqual(isWinner ? [true, undefined] : [false, 'taken']);
    }
    const takes = await server.deps.db.selectFrom('lead_claims').selectAll().where('person_id', '=', id).execute();
    expect(takes).toHaveLength(1);
    const tasks = await server.deps.db.selectFrom('tasks').select('id').where('linked_user_id', '=', id).execute();
    expect(tasks).toHaveLength(1);
  });

  it('an automatic assignment within the daily limit creates one first task of high priority', async () => {
    const consultant = await server.consultant({ daily_limit: 1 });
    const assign = (person_id: string) =>
      inScope(server.deps, server.deps.scope, (context) =>
        assignFromPool(context, { person_id, consultant_id: consultant.id, start_at: server.iso(DAY) }),
      );
    const id = await ops.createWaiting();
    expect(await assign(id)).toBe(true);
    expect(await assign(id)).toBe(false);
    expect(await assign(await ops.createWaiting())).toBe(false);
    const [task] = (await ops.mirror(consultant, 'tasks', 'p0')).values();
    expect(task).toMatchObject({ source: 'lead_auto', priority: 'high', type: 'call' });
  });
});
