import { uuidv7 } from 'uuidv7';
import { afterAll, describe, expect, it } from 'vitest';
import type { PersonEvent } from '../../contract/entities/person-event.ts';
import { openLeadWorld } from '../helpers/leads.ts';

const { server, ops, mary, carl, olga, stranger, admin, anna, currentCursors } = await openLeadWorld({
  daily_limit: 200,
});
afterAll(() => server.close());

describe('assigning a person', () => {
  it("moves a reassigned person with all dependent records to the new employee's device", async () => {
    const id = await ops.of(carl);
    const note = ops.note(id);
    const task = server.task({ type: 'call', linked_user_id: id });
    const call = {
      kind: 'call',
      direction: 'out',
      duration_s: 60,
      result: 'reached',
      note: 'Good talk',
      follow_up_at: null,
      contact_id: null,
      user_id: id,
      phone_raw: null,
      task_id: null,
      at: server.iso(),
    };
    const log = server.op({ kind: 'interaction.log', id: uuidv7(), args: call });
    for (const op of [note, task, log]) expect(await server.send(carl, op)).toMatchObject({ status: 200 });
    await server.send(
      carl,
      server.op({ kind: 'task.start', id: task.id, args: { slice_id: uuidv7(), at: server.iso() } }),
    );
    const [old, fresh, manager] = [
      await currentCursors(carl),
      await currentCursors(stranger),
      await currentCursors(mary),
    ];
    server.pass(60_000);
    expect(await server.send(carl, ops.give(id, stranger, { note: 'Speaks Swedish' }))).toMatchObject({
      status: 200,
      row: null,
    });
    const lossChanges = (await server.changes(carl, old)).changes;
    expect(lossChanges).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ c: 'people', op: 'gone', id, reason: 'access' }),
        expect.objectContaining({ c: 'tasks', op: 'gone', id: task.id }),
      ]),
    );
    expect(lossChanges.filter(({ op }) => op === 'put')).toEqual([]);
    // Sven is not in Mary's team.
    expect((await server.changes(mary, manager)).changes).toContainEqual(
      expect.objectContaining({ c: 'people', op: 'gone', id }),
    );
    const newChanges = (await server.changes(stranger, fresh)).changes;
    expect(newChanges.find(({ c }) => c === 'people')).toMatchObject({
      op: 'put',
      row: { responsible_id: stranger.id },
    });
    expect(newChanges.find(({ c }) => c === 'tasks')?.row).toMatchObject({ state: 'paused', assignee_id: stranger.id });
    expect(newChanges.find(({ c }) => c === 'interactions')?.id).toBe(log.id);
    expect(newChanges.filter(({ c }) => c === 'person_events').map(({ row }) => (row as PersonEvent).kind)).toEqual(
      expect.arrayContaining(['note', 'given']),
    );
    expect(await server.send(carl, ops.note(id))).toMatchObject({ status: 404, code: 'access_lost' });
    expect(await server.send(carl, ops.edit(id, { city: 'Bonn' }))).toMatchObject({ code: 'access_lost' });
    expect(await server.send(olga, ops.note(id))).toMatchObject({ status: 404, code: 'not_found' });
  });

  it('keeps a reassigned person visible to the common manager, and sends all dependent records when the person is given back', async () => {
    const id = await ops.of(carl);
    await server.send(carl, ops.note(id));
    const manager = await currentCursors(mary);
    await server.send(carl, ops.give(id, olga));
    const seen = (await server.changes(mary, manager)).changes;
    expect(seen.some(({ op }) => op === 'gone')).toBe(false);
    const back = await currentCursors(carl);
    await server.send(olga, ops.give(id, carl));
    const newChanges = (await server.changes(carl, back)).changes;
    expect(newChanges.some(({ op }) => op === 'gone')).toBe(false);
    expect(newChanges.filter(({ c }) => c === 'person_events')).toHaveLength(3);
  });

  it('lets permitted callers assign a person to active employees only', async () => {
    const id = await ops.of(carl);
    const blocked = await server.consultant({ is_blocked: true });
    for (const to of [anna, blocked, { ...anna, id: uuidv7() }])
      expect(await server.send(carl, ops.give(id, to))).toMatchObject({ status: 422, code: 'employee_required' });
    expect(await server.send(mary, ops.give(id, stranger))).toMatchObject({ code: 'employee_required' });
    expect(await server.send(stranger, ops.give(id, stranger))).toMatchObject({ status: 404 });
    expect(await server.send(mary, ops.give(id, olga))).toMatchObject({
      status: 200,
      row: { responsible_id: olga.id },
    });
    expect(await server.send(mary, ops.give(id, olga))).toMatchObject({ status: 200 });
    expect(await server.send(admin, ops.give(id, stranger))).toMatchObject({ status: 200 });
  });

  it('lets a manager assign from the pool within the limit, or beyond it with a reason', async () => {
    const full = await server.consultant({ responsible_id: mary.id, daily_limit: 1 });
    const [one, two] = [await ops.createWaiting(), await ops.createWaiting()];
    expect(await server.send(carl, ops.give(one, full))).toMatchObject({ status: 404 });
    expect(await server.send(mary, ops.give(one, full))).toMatchObject({ status: 200, row: { status: 'processing' } });
    expect(await server.send(mary, ops.give(two, full))).toMatchObject({ status: 409, code: 'limit_reached' });
    expect(await server.send(mary, ops.give(two, full, { force: true }))).toMatchObject({ status: 400 });
    const forcedOp = ops.give(two, full, { force: true, reason: 'Knows the family' });
    expect(await server.send(mary, forcedOp)).toMatchObject({ status: 200, row: { responsible_id: full.id } });
  });

  it('returns a person to the pool with a reason and cancels the planned tasks', async () => {
    const id = await ops.of(carl);
    const task = server.task({ type: 'call', linked_user_id: id });
    await server.send(carl, task);
    for (const args of [{ reason: undefined }, { reason: 'other' }, { reason: 'other', text: 'ab' }])
      expect(await server.send(carl, ops.reject(id, args))).toMatchObject({ status: 400 });
    expect(await server.send(mary, ops.reject(id))).toMatchObject({ status: 403 });
    const old = await currentCursors(carl);
    expect(await server.send(carl, ops.reject(id, { reason: 'language' }))).toMatchObject({ status: 200, row: null });
    const { changes } = await server.changes(carl, old);
    expect(changes).toContainEqual(expect.objectContaining({ c: 'people', op: 'gone', id }));
    expect(changes.find(({ c }) => c === 'tasks')?.row).toMatchObject({ state: 'cancelled' });
    expect((await ops.mirror(olga, 'waiting_leads')).get(id)).toMatchObject({ waiting_since: server.iso() });
    expect((await ops.mirror(admin, 'people')).get(id)).toMatchObject({ status: 'waiting', responsible_id: null });
  });
});

describe('lead status', () => {
  it('a lead can be made active only after the person was reached', async () => {
    const id = await ops.of(carl);
    expect(await server.send(carl, ops.op('lead.activate', id))).toMatchObject({
      status: 422,
      code: 'not_reached_yet',
    });
    await ops.logFinishedCall(carl, id, 'no_answer');
    expect(await server.send(carl, ops.op('lead.activate', id))).toMatchObject({ code: 'not_reached_yet' });
    await ops.logFinishedCall(carl, id, 'reached');
    expect(await server.send(carl, ops.op('lead.activate', id))).toMatchObject({ row: { status: 'active' } });
    expect(await server.send(carl, ops.op('lead.activate', id))).toMatchObject({ status: 200 });
  });

  it('closes a lead as not reached after three attempts and cancels its planned tasks', async () => {
    const id = await ops.of(carl);
    const task = server.task({ type: 'meet', linked_user_id: id });
    await server.send(carl, task);
    for (let tries = 0; tries < 3; tries += 1) {
      expect(await server.send(carl, ops.close(id, { reason: 'no_answer' }))).toMatchObject({ code: 'too_few_tries' });
      await ops.logFinishedCall(carl, id, 'no_answer');
    }
    const closed = await server.send(carl, ops.close(id, { reason: 'no_answer' }));
    expect(closed).toMatchObject({ status: 200, row: { status: 'not_active', responsible_id: carl.id } });
    expect((await ops.mirror(carl, 'tasks', 'p0')).get(task.id)).toMatchObject({ state: 'cancelled' });
    const events = [...(await ops.mirror(carl, 'person_events')).values()].filter((event) => event['person_id'] === id);
    expect(events).toContainEqual(
      expect.objectContaining({
        kind: 'status',
        detail: { from: 'processing', to: 'not_active', reason: 'no_answer', text: '' },
      }),
    );
  });

  it('changes the status of a lead by the state table, and names the current status in a refusal', async () => {
    const id = await ops.of(carl, { status: 'not_active' });
    for (const op of [ops.op('lead.activate', id), ops.reject(id), ops.give(id, olga)])
      expect(await server.send(carl, op)).toMatchObject({
        status: 409,
        code: 'lead_state',
        row: { status: 'not_active' },
      });
    expect(await server.send(carl, ops.op('lead.reopen', id))).toMatchObject({ row: { status: 'processing' } });
  });

  it('lets only a manager reopen a lead that was closed because the person wants no contact', async () => {
    const id = await ops.of(carl);
    await server.send(carl, ops.close(id, { reason: 'do_not_contact' }));
    expect(await server.send(carl, ops.op('lead.reopen', id))).toMatchObject({ status: 422, code: 'do_not_contact' });
    const back = await server.send(mary, ops.op('lead.reopen', id));
    expect(back).toMatchObject({ row: { status: 'processing', do_not_contact: false } });
  });

  it('closing a lead as a duplicate requires the id of another person whom the caller may see', async () => {
    const [id, other, far] = [await ops.of(carl), await ops.of(carl), await ops.of(stranger)];
    const close = (duplicate_of: string | null) =>
      server.send(carl, ops.close(id, { reason: 'duplicate', duplicate_of }));
    expect(await close(null)).toMatchObject({ status: 400 });
    for (const wrong of [far, id, uuidv7()]) expect(await close(wrong)).toMatchObject({ status: 404 });
    expect(await close(other)).toMatchObject({ status: 200 });
  });
});
