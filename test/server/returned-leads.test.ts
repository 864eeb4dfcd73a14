import { uuidv7 } from 'uuidv7';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { readEnvironment } from '../../server/environment.ts';
import { withdrawWarnings } from '../../server/features/assignment/auto-return.ts';
import { startPeriodicJobs } from '../../server/jobs/periodic-jobs.ts';
import { RETURN, ReturnWorld } from '../helpers/return-world.ts';

let world: ReturnWorld;
const open: ReturnWorld[] = [];
afterAll(() => Promise.all(open.map(({ server }) => server.close())));

beforeEach(async () => {
  world = await ReturnWorld.open();
  open.push(world);
});

describe('work on a returned lead', () => {
  it('a task finished offline becomes a handover to the manager, or to the new employee of the lead', async () => {
    const olga = await world.consultant({ first_name: 'Olga' });
    const { id, task_id } = await world.createWarnedLead();
    const late = world.finishOp(task_id);
    world.moveClockTo(RETURN);
    await world.run();
    expect(await world.server.send(world.carl, late)).toMatchObject({ status: 404, code: 'access_lost' });
    const offer = (kind: string, entity: string, entity_id: string, args: unknown) =>
      world.server.op({
        kind: 'handover.offer',
        id: uuidv7(),
        args: { entity, entity_id, kind, title: 'Call Ivan P.', args, at: world.server.iso() },
      });
    const task = offer('task.finish', 'tasks', task_id, late.args);
    expect((await world.server.send(world.carl, task)).row).toMatchObject({ to_id: world.mary.id });
    expect(await world.server.send(olga, world.ops.take(id))).toMatchObject({ status: 200 });
    const again = offer('task.finish', 'tasks', task_id, late.args);
    expect((await world.server.send(world.carl, again)).row).toMatchObject({ to_id: olga.id });
    const note = world.ops.note(id);
    expect(await world.server.send(world.carl, note)).toMatchObject({ code: 'access_lost' });
    const noteOffer = offer('person.note', 'person_events', note.id, note.args);
    expect((await world.server.send(world.carl, noteOffer)).row).toMatchObject({ to_id: olga.id });
  });

  it('still refuses to finish a cancelled task while the employee has the lead', async () => {
    const { task_id } = await world.createTakenLead();
    await world.server.send(
      world.carl,
      world.server.op({ kind: 'task.cancel', id: task_id, args: { at: world.server.iso(), reason: '' } }),
    );
    expect(await world.server.send(world.carl, world.finishOp(task_id))).toMatchObject({
      status: 409,
      code: 'task_state',
    });
  });
});

describe('the automatic return setting', () => {
  it('the automatic return is off unless AUTO_RETURN is on', () => {
    expect(readEnvironment({}).returns).toBe(false);
    expect(readEnvironment({ AUTO_RETURN: 'off' }).returns).toBe(false);
    expect(readEnvironment({ AUTO_RETURN: 'on' }).returns).toBe(true);
    expect(() => readEnvironment({ AUTO_RETURN: 'yes' })).toThrow('AUTO_RETURN must be on or off');
  });

  it('turning the automatic return off withdraws the warnings', async () => {
    const { id } = await world.createWarnedLead();
    expect(await withdrawWarnings(world.server.deps)).toBe(1);
    expect(await withdrawWarnings(world.server.deps)).toBe(0);
    expect((await world.ops.mirror(world.carl, 'people')).get(id)).toMatchObject({ returns_at: null });
    expect(await world.run()).toMatchObject({ warned: 1 });
  });

  it('withdraws the warnings when the server starts with the automatic return off', async () => {
    const { id } = await world.createWarnedLead();
    const returnsAt = async () => (await world.ops.userRow(id)).returns_at;
    const options = { payments: undefined, assigns: false };
    await startPeriodicJobs(world.server.deps, { ...options, returns: true })();
    expect(await returnsAt()).toBe(RETURN);
    await startPeriodicJobs(world.server.deps, { ...options, returns: false })();
    await expect.poll(returnsAt).toBeNull();
  });
});
