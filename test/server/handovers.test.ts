import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Handover } from '../../contract/entities/handover.ts';
import { ContactOps, withoutOpId } from '../helpers/contacts.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

let server: SyncServer;
let ops: ContactOps;
let carl: Person;
let mary: Person;
let olga: Person;
let anna: Person;

beforeAll(async () => {
  server = await openSyncServer();
  ops = new ContactOps(server);
  mary = await server.manager();
  carl = await server.consultant({ responsible_id: mary.id });
  olga = await server.consultant({ first_name: 'Olga' });
  anna = await server.person();
});
afterAll(() => server.close());

function offer(entity: string, entity_id: string, args: Record<string, unknown> = {}, id = uuidv7()) {
  const kind = 'contact.edit';
  return ops.op('handover.offer', id, { entity, entity_id, kind, title: 'Note of Nina', args, at: server.iso() });
}

const answer = (id: string, decision: 'take' | 'decline') => ops.op(`handover.${decision}`, id, { at: server.iso() });

/** Creates a contact to which Carl has lost access, because it was reassigned to Olga. */
async function createLostContact(): Promise<string> {
  const { id } = await ops.createFor(olga);
  await server.recordLostAccess(carl, 'contacts', id);
  return id;
}

async function makeOffer(): Promise<string> {
  const id = await createLostContact();
  const op = offer('contacts', id, { notes: 'Wants to come' });
  expect(await server.send(carl, op)).toMatchObject({ status: 200 });
  return op.id;
}

describe('handover offers', () => {
  it('a handover offers a change of a contact to its current owner', async () => {
    const id = await createLostContact();
    const op = offer('contacts', id, { notes: 'Wants to come' });
    const audiences: string[][] = [];
    server.deps.pokes.onAnnounce = ({ audience }) => audiences.push([...audience].toSorted());
    const result = await server.send(carl, op);
    server.deps.pokes.onAnnounce = null;
    expect(Handover.parse(result.row)).toEqual(result.row);
    expect(result.row).toMatchObject({
      from_id: carl.id,
      from_name: 'Carl Person',
      to_id: olga.id,
      to_name: 'Olga Person',
      state: 'offered',
      args: { notes: 'Wants to come' },
    });
    expect(audiences).toEqual([[carl.id, olga.id].toSorted()]);
    for (const [person, expected] of [
      [carl, true],
      [olga, true],
      [mary, false],
      [anna, false],
    ] as const) {
      const { changes } = await server.changes(person, { p0: 0 });
      expect(changes.some((change) => change.id === op.id)).toBe(expected);
      const { body } = await server.snapshot(person, { group: 'p0', limit: 1000 });
      expect(body.rows.some((row) => row.id === op.id)).toBe(expected);
    }
  });

  it('a handover offers a call to the owner of its contact, even if the call was never stored', async () => {
    const contact_id = await createLostContact();
    const log = ops.log({ contact_id });
    await server.send(olga, log);
    expect(await server.send(carl, offer('interactions', log.id))).toMatchObject({ row: { to_id: olga.id } });
    const refused = offer('interactions', uuidv7(), { contact_id });
    expect(await server.send(carl, refused)).toMatchObject({ row: { to_id: olga.id } });
  });

  it('a handover offers a change of a task to its assignee', async () => {
    const task = server.task();
    await server.send(olga, task);
    await server.recordLostAccess(carl, 'tasks', task.id);
    expect(await server.send(carl, offer('tasks', task.id))).toMatchObject({ row: { to_id: olga.id } });
  });

  it('a handover offers work to the responsible employee when no one else has the record', async () => {
    const own = await ops.createFor(carl);
    const refused = ops.create({ status: 'partner' });
    expect(await server.send(carl, refused)).toMatchObject({ code: 'status_by_system' });
    const { id: entity_id, args } = refused;
    const sent = { entity: 'contacts', entity_id, kind: 'contact.create', title: 'Nina', args, at: server.iso() };
    for (const op of [offer('contacts', own.id), ops.op('handover.offer', uuidv7(), sent)])
      expect(await server.send(carl, op)).toMatchObject({ status: 200, row: { to_id: mary.id } });
    const contactOfAnna = await ops.createFor(anna);
    expect(await server.send(anna, offer('contacts', contactOfAnna.id))).toMatchObject({
      status: 422,
      code: 'no_recipient',
    });
  });

  it('hands no work over to people who are deleted, blocked or deactivated', async () => {
    for (const inactiveState of [{ deleted_at: server.iso() }, { is_blocked: true }, { is_active: false }]) {
      const inactiveOwner = await server.consultant();
      const { id } = await ops.createFor(inactiveOwner);
      await server.deps.db.updateTable('users').set(inactiveState).where('id', '=', inactiveOwner.id).execute();
      for (const sender of [carl, anna]) await server.recordLostAccess(sender, 'contacts', id);
      expect(await server.send(carl, offer('contacts', id))).toMatchObject({ row: { to_id: mary.id } });
      expect(await server.send(anna, offer('contacts', id))).toMatchObject({ code: 'no_recipient' });
    }
  });

  it('accepts at most a hundred handover offers a day', async () => {
    const employeeAtLimit = await server.consultant({ responsible_id: mary.id });
    const { id } = await ops.createFor(employeeAtLimit);
    for (let sent = 0; sent < 100; sent += 1)
      expect(await server.send(employeeAtLimit, offer('contacts', id))).toMatchObject({ status: 200 });
    expect(await server.send(employeeAtLimit, offer('contacts', id))).toMatchObject({
      status: 429,
      code: 'daily_limit',
    });
  });

  it('creates a handover offer once and rejects its id from another sender', async () => {
    const id = await createLostContact();
    const op = offer('contacts', id);
    const first = await server.send(carl, op);
    expect(await server.send(carl, { ...op, op_id: uuidv7() })).toMatchObject({ status: 200, rev: first.rev });
    await server.recordLostAccess(anna, 'contacts', id);
    expect(await server.send(anna, offer('contacts', id, {}, op.id))).toMatchObject({ status: 404 });
  });
});

describe('handover decisions', () => {
  it('the recipient decides about a handover offer, and the decision is reported to the sender', async () => {
    const id = await makeOffer();
    const takeResult = await server.send(olga, answer(id, 'take'));
    expect(takeResult).toMatchObject({ status: 200, row: { state: 'taken' } });
    const { changes } = await server.changes(carl, { p0: 0 });
    expect(changes.find((change) => change.id === id)).toMatchObject({ rev: takeResult.rev, row: { state: 'taken' } });
  });

  it("responds identically for another person's handover offer and a missing one", async () => {
    const id = await makeOffer();
    for (const person of [carl, mary, anna]) {
      for (const decision of ['take', 'decline'] as const) {
        const result = await server.send(person, answer(id, decision));
        expect(withoutOpId(result)).toMatchObject({ status: 404, code: 'not_found' });
      }
    }
    const result = await server.send(anna, answer(id, 'take'));
    expect(withoutOpId(result)).toEqual(withoutOpId(await server.send(anna, answer(uuidv7(), 'take'))));
  });

  it('accepts a repeated decision on a handover offer and rejects the opposite one', async () => {
    const [one, two] = [await makeOffer(), await makeOffer()];
    const takeResult = await server.send(olga, answer(one, 'take'));
    expect(await server.send(olga, answer(one, 'take'))).toMatchObject({ status: 200, rev: takeResult.rev });
    expect(await server.send(olga, answer(one, 'decline'))).toMatchObject({
      status: 409,
      code: 'handover_closed',
      row: { state: 'taken' },
    });
    expect(await server.send(olga, answer(two, 'decline'))).toMatchObject({ row: { state: 'declined' } });
    expect(await server.send(olga, answer(two, 'take'))).toMatchObject({ status: 409, code: 'handover_closed' });
  });
});
