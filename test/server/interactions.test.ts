import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Interaction } from '../../contract/entities/interaction.ts';
import { ContactOps, withoutOpId } from '../helpers/contacts.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

let server: SyncServer;
let ops: ContactOps;
let carl: Person;
let mary: Person;
let olga: Person;
let anna: Person;
let client: Person;

beforeAll(async () => {
  server = await openSyncServer();
  ops = new ContactOps(server);
  mary = await server.manager();
  carl = await server.consultant({ responsible_id: mary.id });
  olga = await server.consultant({ first_name: 'Olga' });
  anna = await server.person();
  client = await server.person({ first_name: 'Nina', responsible_id: carl.id });
});
afterAll(() => server.close());

const edit = (id: string, args: Record<string, unknown>, more = {}) => ops.op('interaction.edit', id, args, more);
const remove = (id: string) => ops.op('interaction.delete', id, { at: server.iso() });
const visibleTo = async (person: Person) => (await server.changes(person, { p1: 0 })).changes.map(({ id }) => id);

describe('interactions', () => {
  it('shows an interaction only to the people who can read its contact', async () => {
    const contact = await ops.createFor(carl);
    const log = ops.log(
      { contact_id: contact.id },
      { at: '2026-03-01T10:00:00Z', follow_up_at: server.iso(86_400_000) },
    );
    const result = await server.send(carl, log);
    expect(Interaction.parse(result.row)).toEqual(result.row);
    expect(result.row).toMatchObject({
      at: '2026-03-01T10:00:00.000Z',
      author_id: carl.id,
      author_name: 'Carl Person',
    });
    for (const person of [carl, mary]) expect(await visibleTo(person)).toContain(log.id);
    for (const person of [olga, anna]) expect(await visibleTo(person)).not.toContain(log.id);
    const { body } = await server.snapshot(mary, { group: 'p1', limit: 1000 });
    expect(body.rows.find(({ id }) => id === log.id)).toMatchObject({ c: 'interactions', row: result.row });
  });

  it('lets an employee read, but not edit, an interaction that their manager has logged', async () => {
    const contact = await ops.createFor(carl);
    const log = ops.log({ contact_id: contact.id });
    const notifications: unknown[] = [];
    server.deps.pokes.onAnnounce = ({ audience }) => notifications.push([...audience].toSorted());
    expect(await server.send(mary, log)).toMatchObject({ status: 200, row: { author_name: 'Mary Person' } });
    server.deps.pokes.onAnnounce = null;
    expect(notifications).toEqual([[carl.id, mary.id].toSorted()]);
    expect(await visibleTo(carl)).toContain(log.id);
    for (const write of [edit(log.id, { note: 'x' }), remove(log.id)]) {
      const answer = await server.send(carl, write);
      const missing = await server.send(carl, { ...write, op_id: uuidv7(), id: uuidv7() });
      expect(withoutOpId(answer)).toEqual(withoutOpId(missing));
      expect(answer).toMatchObject({ status: 404 });
    }
    expect(await server.send(mary, edit(log.id, { note: 'Mine' }))).toMatchObject({ row: { note: 'Mine' } });
  });

  it("responds identically to an interaction with another user's contact and with a missing one", async () => {
    const contact = await ops.createFor(carl);
    const other = await server.send(olga, ops.log({ contact_id: contact.id }));
    expect(withoutOpId(other)).toEqual(withoutOpId(await server.send(olga, ops.log({ contact_id: uuidv7() }))));
    expect(other).toMatchObject({ status: 404, code: 'not_found' });
  });

  it('accepts an interaction on a contact that has since been deleted', async () => {
    const contact = await ops.createFor(carl);
    await server.send(mary, ops.remove(contact.id));
    const log = ops.log({ contact_id: contact.id });
    expect(await server.send(carl, log)).toMatchObject({ status: 200, row: { contact_id: contact.id } });
    expect(await visibleTo(carl)).toContain(log.id);
  });

  it('accepts an interaction with a person only from employees in charge of that person', async () => {
    const log = ops.log({ user_id: client.id });
    expect(await server.send(carl, log)).toMatchObject({ status: 200 });
    expect(await server.send(mary, ops.log({ user_id: client.id }))).toMatchObject({ status: 200 });
    // The employee and the manager can read each other's notes about this person; no one else can read them.
    for (const person of [carl, mary]) expect(await visibleTo(person)).toContain(log.id);
    for (const person of [olga, anna]) {
      expect(await visibleTo(person)).not.toContain(log.id);
      const answer = await server.send(person, ops.log({ user_id: client.id }));
      expect(answer).toMatchObject({ status: 404, fields: { user_id: 'not_found' } });
      expect(withoutOpId(answer)).toEqual(withoutOpId(await server.send(person, ops.log({ user_id: uuidv7() }))));
    }
  });

  it('an interaction that names only a phone number is visible only to its author', async () => {
    const log = ops.log({ phone_raw: '112 33' });
    expect(await server.send(anna, log)).toMatchObject({ status: 200, row: { phone_raw: '112 33' } });
    expect(await visibleTo(anna)).toContain(log.id);
    expect(await visibleTo(mary)).not.toContain(log.id);
  });

  it("drops another person's task from an interaction, but keeps one that is not known yet", async () => {
    const task = server.task();
    await server.send(carl, task);
    const own = await server.send(carl, ops.log({ phone_raw: '112' }, { task_id: task.id }));
    expect(own).toMatchObject({ row: { task_id: task.id } });
    expect(await server.send(olga, ops.log({ phone_raw: '112' }, { task_id: task.id }))).toMatchObject({
      status: 200,
      row: { task_id: null },
    });
    // The interaction is sent before the task to which it refers.
    const later = uuidv7();
    expect(await server.send(carl, ops.log({ phone_raw: '112' }, { task_id: later }))).toMatchObject({
      row: { task_id: later },
    });
  });

  it('records the result "wrong number" on the person', async () => {
    const person = await server.person({ first_name: 'Wrong', phone: '+49301112233', responsible_id: carl.id });
    await server.send(carl, ops.log({ user_id: person.id }, { result: 'wrong_number' }));
    const { changes } = await server.changes(carl, { p1: 0 });
    expect(changes.find(({ id }) => id === person.id)?.row).toMatchObject({ phone_invalid: true });
  });

  it('finishing a finished task again as "wrong number" does not mark the number as wrong', async () => {
    const person = await server.person({ first_name: 'Right', responsible_id: carl.id });
    const task = server.task({ type: 'call', linked_user_id: person.id });
    await server.send(carl, task);
    const finish = (result: string) => {
      const worked = { slice_id: uuidv7(), from: server.iso(-60_000), to: server.iso() };
      const args = { at: server.iso(), result, result_note: '', worked };
      return server.send(carl, server.op({ kind: 'task.finish', id: task.id, args }));
    };
    expect(await finish('reached')).toMatchObject({ status: 200 });
    expect(await finish('wrong_number')).toMatchObject({ status: 200, row: { result: 'reached' } });
    const { changes } = await server.changes(carl, { p1: 0 });
    expect(changes.some(({ id }) => id === person.id)).toBe(false);
  });

  it('does not mark a corrected number wrong when the task is finished again', async () => {
    const person = await server.person({ first_name: 'New', responsible_id: carl.id });
    const task = server.task({ type: 'call', linked_user_id: person.id });
    const worked = { slice_id: uuidv7(), from: server.iso(-60_000), to: server.iso() };
    const args = { at: server.iso(), result: 'wrong_number', result_note: '', worked };
    const finish = () => server.send(carl, server.op({ kind: 'task.finish', id: task.id, args }));
    const invalid = async () =>
      (await server.deps.db.selectFrom('users').select('phone_invalid').where('id', '=', person.id).execute())[0];
    await server.send(carl, task);
    await finish();
    expect(await invalid()).toEqual({ phone_invalid: true });
    const corrected = { phone: '+49301112299', phone_invalid: false };
    await server.deps.db.updateTable('users').set(corrected).where('id', '=', person.id).execute();
    expect(await finish()).toMatchObject({ status: 200, row: { result: 'wrong_number' } });
    expect(await invalid()).toEqual({ phone_invalid: false });
  });

  it('an interaction requires one target, a duration of at most 12 hours and a result of the right kind', async () => {
    const errorsOf = async (target: Record<string, unknown>, fields = {}) =>
      (await server.send(anna, ops.log(target, fields))).fields;
    expect(await errorsOf({})).toEqual({ contact_id: 'required' });
    expect(await errorsOf({ contact_id: uuidv7(), phone_raw: '112' })).toEqual({ contact_id: 'required' });
    expect(await errorsOf({ phone_raw: '112' }, { duration_s: 43_201 })).toEqual({ duration_s: 'too_long' });
    expect(await errorsOf({ phone_raw: '112' }, { result: 'held' })).toEqual({ result: 'result_not_for_type' });
    const log = ops.log({ phone_raw: '112' });
    const { rev } = await server.send(anna, log);
    expect(await server.send(anna, edit(log.id, { result: 'held' }))).toMatchObject({
      status: 422,
      code: 'result_not_for_type',
      rev,
    });
  });

  it('logs an interaction once, and only its author may reuse its id', async () => {
    const log = ops.log({ phone_raw: '112' });
    const first = await server.send(anna, log);
    expect(await server.send(anna, { ...log, op_id: uuidv7() })).toMatchObject({ status: 200, rev: first.rev });
    expect(await server.send(olga, { ...log, op_id: uuidv7() })).toMatchObject({ status: 404 });
  });

  it("merges edits of an interaction from the author's own devices", async () => {
    const log = ops.log({ phone_raw: '112' }, { note: 'Old' });
    const { rev } = await server.send(carl, log);
    const base = { base: { note: 'Old', duration_s: 60 }, base_rev: rev! };
    await server.send(carl, edit(log.id, { note: 'One', duration_s: 90 }, base));
    expect(await server.send(carl, edit(log.id, { duration_s: 120 }, base))).toMatchObject({
      row: { duration_s: 120 },
    });
    expect(await server.send(carl, edit(log.id, { note: 'Two' }, base))).toMatchObject({
      code: 'conflict',
      fields: { note: { mine: 'Two', theirs: 'One', theirs_by: 'Carl Person' } },
    });
  });

  it('removes a deleted interaction from devices and reports the deletion to later edits', async () => {
    const contact = await ops.createFor(carl);
    const log = ops.log({ contact_id: contact.id }, { note: 'Was' });
    await server.send(carl, log);
    const gone = await server.send(carl, remove(log.id));
    const { changes } = await server.changes(mary, { p1: 0 });
    expect(changes.find(({ id }) => id === log.id)).toMatchObject({ op: 'del', rev: gone.rev });
    expect(await server.send(carl, remove(log.id))).toMatchObject({ status: 200, row: null, rev: gone.rev });
    expect(await server.send(carl, edit(log.id, { note: 'x' }))).toMatchObject({
      status: 410,
      code: 'record_deleted',
      fields: { row: { note: 'Was' }, deleted_by: 'Carl Person' },
    });
  });
});
