import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Task } from '../../contract/entities/task.ts';
import { workedSeconds } from '../../contract/states/task-time.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

let server: SyncServer;
let carl: Person;
let olga: Person;
let otto: Person;
let mary: Person;
let client: Person;

beforeAll(async () => {
  server = await openSyncServer();
  mary = await server.manager();
  carl = await server.consultant({ responsible_id: mary.id });
  olga = await server.consultant({ first_name: 'Olga', responsible_id: mary.id });
  otto = await server.consultant({ first_name: 'Otto' });
  client = await server.person({ first_name: 'Nina', last_name: 'Client', responsible_id: carl.id });
});
afterAll(() => server.close());

const rowOf = (result: { row?: unknown }) => result.row as Task;
const command = (id: string, name: string, args: Record<string, unknown>) =>
  server.op({ kind: `task.${name}`, id, args: { at: server.iso(), ...args } });

async function makeTask(person: Person, more: Record<string, unknown> = {}): Promise<string> {
  const create = server.task(more);
  expect(await server.send(person, create)).toMatchObject({ status: 200 });
  return create.id;
}

const slice = (clock_offset_ms = 0) => ({ slice_id: uuidv7(), clock_offset_ms });

describe('task time', () => {
  it('marks a time slice as doubtful if the clock was changed during it, and counts it once it is confirmed', async () => {
    const id = await makeTask(carl);
    await server.send(carl, command(id, 'start', slice()));
    server.pass(20 * MINUTE);
    // The clock of the device was set a day ahead, and the device has measured its offset.
    const ahead = { at: server.iso(DAY), clock_offset_ms: -DAY };
    const paused = rowOf(await server.send(carl, command(id, 'pause', ahead)));
    expect(paused.slices).toMatchObject([{ needs_review: true, to: ahead.at }]);
    expect(workedSeconds(paused.slices, server.iso())).toBe(0);
    const times = { slice_id: paused.slices[0]!.id, from: server.iso(-20 * MINUTE), to: server.iso() };
    const long = command(id, 'confirm_slice', { ...times, from: server.iso(-DAY) });
    expect(await server.send(carl, long)).toMatchObject({ status: 422, code: 'slice_invalid', row: { id } });
    const unknown = command(id, 'confirm_slice', { ...times, slice_id: uuidv7() });
    expect(await server.send(carl, unknown)).toMatchObject({ status: 422, code: 'slice_invalid' });
    expect(await server.send(otto, command(id, 'confirm_slice', times))).toMatchObject({ status: 404 });
    const sure = await server.send(carl, command(id, 'confirm_slice', times));
    expect(workedSeconds(rowOf(sure).slices, server.iso())).toBe(1200);
    expect(await server.send(carl, command(id, 'confirm_slice', times))).toMatchObject({ status: 200, rev: sure.rev });
  });

  it('marks a time slice as doubtful if it starts or ends in the future', async () => {
    const id = await makeTask(carl);
    await server.send(carl, command(id, 'start', slice()));
    server.pass(20 * MINUTE);
    const ahead = { at: server.iso(2 * 3_600_000), clock_offset_ms: 0 };
    expect(rowOf(await server.send(carl, command(id, 'pause', ahead))).slices).toMatchObject([{ needs_review: true }]);
    const other = await makeTask(carl);
    const early = { ...slice(), at: server.iso(DAY) };
    expect(rowOf(await server.send(carl, command(other, 'start', early))).slices).toMatchObject([
      { needs_review: true, to: null },
    ]);
    await server.send(carl, command(other, 'pause', { at: server.iso(DAY + MINUTE) }));
  });

  it("counts worked time to within a minute even though the device's clock is wrong all day", async () => {
    const id = await makeTask(carl);
    const wrong = (ms = 0) => server.iso(ms - DAY);
    await server.send(carl, command(id, 'start', { ...slice(DAY), at: wrong() }));
    server.pass(20 * MINUTE);
    const paused = await server.send(carl, command(id, 'pause', { at: wrong(), clock_offset_ms: DAY + 50_000 }));
    expect(rowOf(paused).slices).toMatchObject([{ needs_review: false }]);
    expect(workedSeconds(rowOf(paused).slices, server.iso())).toBe(1200);
  });
});

describe('task reassignment', () => {
  it("lets only a manager reassign a task, and moves the task to the new assignee's devices", async () => {
    const id = await makeTask(carl);
    const give = (to: string) => command(id, 'reassign', { assignee_id: to });
    expect(await server.send(carl, give(olga.id))).toMatchObject({ status: 403, code: 'forbidden' });
    expect(await server.send(otto, give(otto.id))).toMatchObject({ status: 404, code: 'not_found' });
    for (const to of [otto.id, client.id, uuidv7()])
      expect(await server.send(mary, give(to))).toMatchObject({ status: 404, fields: { assignee_id: 'not_found' } });
    const { cursors } = await server.changes(carl);
    const given = await server.send(mary, give(olga.id));
    expect(given).toMatchObject({ status: 200, row: { assignee_id: olga.id } });
    expect(await server.send(mary, give(olga.id))).toMatchObject({ status: 200, rev: given.rev });
    const lost = await server.changes(carl, { p0: cursors.p0 ?? 0 });
    expect(lost.changes).toContainEqual(expect.objectContaining({ c: 'tasks', id, op: 'gone', reason: 'access' }));
    expect((await server.changes(olga)).changes).toContainEqual(expect.objectContaining({ c: 'tasks', id, op: 'put' }));
    const late = await server.send(carl, command(id, 'start', slice()));
    expect(late).toMatchObject({ status: 404, code: 'access_lost' });
    await server.send(olga, command(id, 'start', slice()));
    expect(await server.send(mary, give(carl.id))).toMatchObject({ status: 409, code: 'task_state' });
    const url = '/api/user_tasks/update/';
    await server.send(olga, command(id, 'pause', {}));
    const called = await server.call(mary, 'POST', url, { id, action: 'reassign', assignee_id: carl.id });
    expect(called).toMatchObject({ status: 200, body: { assignee_id: carl.id } });
  });
});

describe('linked contact', () => {
  it('accepts only a contact of the assignee for a task', async () => {
    const contact_id = uuidv7();
    const plain = { middle_name: '', phones: [], emails: [], telegram: null, city: '', country: null };
    const rest = { date_birth: null, address: '', work_zone: '', is_partner: false, category_id: null, status: 'new' };
    const args = { first_name: 'Ivan', last_name: 'Book', ...plain, ...rest, notes: '', next_step_at: null };
    const create = server.op({
      kind: 'contact.create',
      id: contact_id,
      args: { ...args, consent: null, at: server.iso() },
    });
    expect(await server.send(carl, create)).toMatchObject({ status: 200 });
    const call = { type: 'call', contact_id, direction: 'out', phone_used: '+49301234567' };
    const task = await server.send(carl, server.task(call));
    expect(task).toMatchObject({ status: 200, row: { contact_id, linked_name: 'Ivan Book', direction: 'out' } });
    expect(await server.send(otto, server.task(call))).toMatchObject({ fields: { contact_id: 'not_found' } });
    expect(await server.send(carl, server.task({ ...call, linked_user_id: client.id }))).toMatchObject({
      status: 422,
      code: 'linked_twice',
    });
    const both = server.op({ kind: 'task.edit', id: rowOf(task).id, args: { linked_user_id: client.id } });
    expect(await server.send(carl, both)).toMatchObject({ status: 422, code: 'linked_twice' });
    const moved = server.op({
      kind: 'task.edit',
      id: rowOf(task).id,
      args: { linked_user_id: client.id, contact_id: null },
    });
    expect(await server.send(carl, moved)).toMatchObject({ row: { contact_id: null, linked_name: 'Nina Client' } });
    const url = '/api/user_tasks/create/';
    const body = { type: 'call', title: 'Ring', start_at: server.iso(MINUTE), contact_id };
    expect(await server.call(carl, 'POST', url, body)).toMatchObject({ status: 201, body: { contact_id } });
    const { title: _, ...untitled } = body;
    expect(await server.call(carl, 'POST', url, untitled)).toMatchObject({ body: { title: 'Call Ivan B.' } });
    const alone = { type: 'meet', start_at: server.iso(MINUTE) };
    expect(await server.call(carl, 'POST', url, alone)).toMatchObject({
      status: 400,
      body: { fields: { title: { code: 'required' } } },
    });
  });

  it('stores the phone number, the direction and the follow-up task with the result of a call', async () => {
    const id = await makeTask(carl, { type: 'call', linked_user_id: client.id });
    await server.send(carl, command(id, 'start', slice()));
    const follow_up_task_id = uuidv7();
    const callFields = { direction: 'in', phone_used: '+49301234567', follow_up_task_id };
    const result = await server.send(
      carl,
      command(id, 'finish', { result: 'reached', result_note: '', ...callFields }),
    );
    expect(result).toMatchObject({ status: 200, row: callFields });
  });
});
