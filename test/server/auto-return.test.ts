import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { defaultWorkTimes } from '../../contract/work-times.ts';
import { assignWaitingLeads } from '../../server/features/assignment/run.ts';
import { dueLeads, MAX_CHECKS_PER_RUN } from '../../server/features/assignment/auto-return.ts';
import { RETURN, ReturnWorld, WARNING } from '../helpers/return-world.ts';

let world: ReturnWorld;
const open: ReturnWorld[] = [];
afterAll(() => Promise.all(open.map(({ server }) => server.close())));

beforeEach(async () => {
  world = await ReturnWorld.open();
  open.push(world);
});

describe('the automatic return of leads', () => {
  it('after 12 working hours, warns once on the devices and in the inbox that a lead will return to the pool', async () => {
    const { id } = await world.createTakenLead();
    world.moveClockTo('2026-03-03T10:59:00.000Z');
    expect(await world.run()).toEqual({ kept: 1, warned: 0, returned: 0 });
    expect((await world.ops.mirror(world.carl, 'people')).get(id)).toMatchObject({ returns_at: null });
    world.moveClockTo(WARNING);
    const cursors = await world.cursorsOf(world.carl);
    expect(await world.run()).toEqual({ kept: 0, warned: 1, returned: 0 });
    expect(await world.run()).toEqual({ kept: 0, warned: 0, returned: 0 });
    const { changes } = await world.server.changes(world.carl, cursors);
    expect(changes.find(({ c }) => c === 'people')?.row).toMatchObject({ id, returns_at: RETURN });
    expect((await world.ops.mirror(world.mary, 'people')).get(id)).toMatchObject({ returns_at: RETURN });
    expect(await world.inboxOf(world.carl)).toEqual([`lead_returning ${id}`]);
  });

  it('returns the lead after 24 working hours, and cancels its tasks', async () => {
    const { id, task_id } = await world.createWarnedLead();
    world.moveClockTo('2026-03-04T13:59:00.000Z');
    expect(await world.run()).toEqual({ kept: 0, warned: 0, returned: 0 });
    const cursors = await world.cursorsOf(world.carl);
    world.moveClockTo(RETURN);
    expect(await world.run()).toEqual({ kept: 0, warned: 0, returned: 1 });
    expect(await world.ops.userRow(id)).toMatchObject({
      ...{ status: 'waiting', responsible_id: null, waiting_since: RETURN },
      ...{ returns_at: null, return_warned_at: null },
    });
    const changes = (await world.server.changes(world.carl, cursors)).changes.map(
      ({ c, op, id: row }) => `${c} ${op} ${row}`,
    );
    expect(changes).toEqual(
      expect.arrayContaining([`people gone ${id}`, `waiting_leads put ${id}`, `tasks put ${task_id}`]),
    );
    expect(await world.inboxOf(world.carl)).toEqual([`lead_returning ${id}`, `lead_returned ${id}`]);
    const { db } = world.server.deps;
    const events = await db.selectFrom('person_events').selectAll().where('person_id', '=', id).orderBy('id').execute();
    expect(events.at(-1)).toMatchObject({
      ...{ kind: 'rejected', by_id: null },
      detail: { reason: 'no_finished_task', from_id: world.carl.id, from_name: 'Carl Person' },
    });
    const entries = await db.selectFrom('audit_log').selectAll().where('target_id', '=', id).execute();
    expect(entries).toMatchObject([{ action: 'lead_returned', actor_id: null, detail: { from_id: world.carl.id } }]);
    expect(await db.selectFrom('tasks').select(['state', 'cancel_reason']).where('id', '=', task_id).execute()).toEqual(
      [{ state: 'cancelled', cancel_reason: 'The lead went back to the waiting leads' }],
    );
  });

  it('does not assign a returned lead to the same employee again, but lets them take it', async () => {
    const { id } = await world.createWarnedLead();
    world.moveClockTo(RETURN);
    await world.run();
    expect(await assignWaitingLeads(world.server.deps)).toBe(0);
    expect(await world.server.send(world.carl, world.ops.take(id))).toMatchObject({ status: 200 });
    await world.server.send(world.carl, world.ops.reject(id));
    expect(await world.server.send(world.carl, world.ops.take(id))).toMatchObject({ code: 'excluded' });
  });

  it('keeps a lead if a task was finished or a call was logged before the warning', async () => {
    const [worked, called] = [await world.createTakenLead(), await world.createTakenLead()];
    expect(await world.server.send(world.carl, world.finishOp(worked.task_id))).toMatchObject({ status: 200 });
    expect(await world.server.send(world.carl, world.call(called.id))).toMatchObject({ status: 200 });
    world.moveClockTo(WARNING);
    expect(await world.run()).toEqual({ kept: 2, warned: 0, returned: 0 });
    world.moveClockTo('2026-04-01T10:00:00.000Z');
    expect(await world.run()).toEqual({ kept: 0, warned: 0, returned: 0 });
  });

  it('withdraws the warning as soon as a task is finished or a call is logged', async () => {
    const { id, task_id } = await world.createWarnedLead();
    await world.server.send(world.carl, world.finishOp(task_id));
    expect((await world.ops.mirror(world.carl, 'people')).get(id)).toMatchObject({ returns_at: null });
    world.moveClockTo(RETURN);
    expect(await world.run()).toEqual({ kept: 0, warned: 0, returned: 0 });
    const other = await world.createTakenLead();
    world.moveClockTo('2026-03-09T12:00:00.000Z');
    expect(await world.run()).toMatchObject({ warned: 1 });
    await world.server.send(world.carl, world.call(other.id));
    expect(await world.ops.userRow(other.id)).toMatchObject({ returns_at: null, return_check_at: null });
  });

  it('warns again after a full period once the finished work is undone', async () => {
    const { id, task_id } = await world.createWarnedLead();
    await world.server.send(world.carl, world.finishOp(task_id));
    const callOp = world.call(id);
    await world.server.send(world.carl, callOp);
    expect(
      await world.server.send(
        world.carl,
        world.server.op({ kind: 'task.reopen', id: task_id, args: { at: world.server.iso() } }),
      ),
    ).toMatchObject({ status: 200 });
    expect(await world.run()).toEqual({ kept: 1, warned: 0, returned: 0 });
    const undo = world.server.op({ kind: 'interaction.delete', id: callOp.id, args: { at: world.server.iso() } });
    expect(await world.server.send(world.carl, undo)).toMatchObject({ status: 200 });
    expect(await world.run()).toEqual({ kept: 0, warned: 1, returned: 0 });
    expect(await world.ops.userRow(id)).toMatchObject({ returns_at: RETURN });
    expect(await world.inboxOf(world.carl)).toHaveLength(2);
  });

  it('restarts the time until the return when a lead gets another employee', async () => {
    const olga = await world.consultant({ first_name: 'Olga' });
    const { id, task_id } = await world.createTakenLead();
    await world.server.send(world.carl, world.finishOp(task_id));
    await world.server.send(world.carl, world.ops.give(id, olga));
    world.moveClockTo(WARNING);
    expect(await world.run()).toEqual({ kept: 0, warned: 1, returned: 0 });
    expect((await world.inboxOf(olga)).at(-1)).toBe(`lead_returning ${id}`);
    await world.server.send(olga, world.ops.give(id, world.carl));
    expect((await world.ops.mirror(world.carl, 'people')).get(id)).toMatchObject({ returns_at: null });
  });

  it('postpones the return of a lead when the employee enters a day off', async () => {
    const { id } = await world.createWarnedLead();
    const off = { from: '2026-03-04', to: '2026-03-04', type: 'off' as const, note: '' };
    const work_times = { ...defaultWorkTimes('Europe/Berlin'), exceptions: [off] };
    const args = { work_times, at: world.server.iso() };
    const change = world.server.op({ kind: 'me.work_times', id: world.carl.id, args });
    expect(await world.server.send(world.carl, change)).toMatchObject({ status: 200 });
    expect(await world.run()).toEqual({ kept: 1, warned: 0, returned: 0 });
    expect(await world.ops.userRow(id)).toMatchObject({ returns_at: '2026-03-05T14:00:00.000Z' });
  });

  it('neither warns about nor returns active people, closed people, waiting leads and employees', async () => {
    await world.ops.of(world.carl, { status: 'active' });
    await world.ops.of(world.carl, { status: 'not_active' });
    await world.ops.createWaiting();
    await world.consultant({ status: 'processing' });
    world.moveClockTo('2026-04-01T10:00:00.000Z');
    expect(await world.run()).toEqual({ kept: 0, warned: 0, returned: 0 });
  });

  it('warns about leads assigned before the return was turned on, and returns them only after a warning', async () => {
    const id = await world.ops.of(world.carl);
    world.moveClockTo('2026-04-01T08:00:00.000Z');
    expect(await world.run()).toEqual({ kept: 0, warned: 1, returned: 0 });
    expect(await world.ops.userRow(id)).toMatchObject({ assigned_at: null, returns_at: '2026-04-02T11:00:00.000Z' });
  });

  it('warns about and returns each lead once if two processes run at the same time', async () => {
    const { id } = await world.createTakenLead();
    world.moveClockTo(WARNING);
    const warnings = await Promise.all([world.run(), world.run()]);
    expect(warnings[0].warned + warnings[1].warned).toBe(1);
    world.moveClockTo(RETURN);
    const returns = await Promise.all([world.run(), world.run()]);
    expect(returns[0].returned + returns[1].returned).toBe(1);
    expect(await world.inboxOf(world.carl)).toEqual([`lead_returning ${id}`, `lead_returned ${id}`]);
  });

  it('checks at most 500 leads in a run and the others in the next one', async () => {
    expect(MAX_CHECKS_PER_RUN).toBe(500);
    const first = await world.ops.of(world.carl);
    await sql`insert into users select (jsonb_populate_record(u, jsonb_build_object('id', 'w' || n, 'email', null,
        'phone', null, 'promo_code', null))).*
      from users u, generate_series(1, 510) n where u.scope = ${world.server.deps.scope} and u.id = ${first}`.execute(
      world.server.deps.db,
    );
    expect(await world.run()).toMatchObject({ kept: 500 });
    expect(await world.run()).toMatchObject({ kept: 11 });
  });

  it('finds the leads that are due for a check through an index, without a sort', async () => {
    const first = await world.ops.of(world.carl);
    const { db, scope } = world.server.deps;
    await sql`insert into users select (jsonb_populate_record(u, jsonb_build_object('id', 'w' || n, 'email', null,
        'phone', null, 'promo_code', null, 'return_check_at', '2030-01-01T00:00:00Z',
        'status', case when n % 10 = 0 then 'processing' else 'active' end))).*
      from users u, generate_series(1, 3000) n where u.scope = ${scope} and u.id = ${first}`.execute(db);
    await sql`analyze users`.execute(db);
    // The planner's choice depends on rows that other tests have left in the table, so turn off the alternatives.
    const plan = await db.transaction().execute(async (tx) => {
      for (const method of ['seqscan', 'bitmapscan', 'sort'])
        await sql`set local ${sql.raw(`enable_${method}`)} = off`.execute(tx);
      return JSON.stringify(await dueLeads({ ...world.server.deps, db: tx }, world.server.iso()).explain());
    });
    expect(plan).toContain('using users_return_checks');
    expect(plan).not.toMatch(/Seq Scan|Sort/);
  });
});
