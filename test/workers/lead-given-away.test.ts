import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { acceptOffer } from '../../src/components/handover/handover-actions.ts';
import type { Draft } from '../../src/db/outbox/outbox.ts';
import { iso } from '../../src/lib/ports.ts';
import { LeadOps } from '../helpers/leads.ts';
import { newId, START } from '../helpers/phone.ts';
import { createRealPhone, type RealPhone } from '../helpers/e2e-devices.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

let server: SyncServer;
let ops: LeadOps;
let mary: Person;
let carl: Person;
let olga: Person;

beforeAll(async () => {
  server = await openSyncServer();
  ops = new LeadOps(server);
  mary = await server.manager();
  carl = await server.consultant({ responsible_id: mary.id });
  olga = await server.consultant({ first_name: 'Olga', responsible_id: mary.id });
});
afterAll(() => server.close());

const note = (person_id: string, text: string): Draft => ({
  kind: 'person.note',
  id: newId(),
  args: { person_id, text, at: iso(START) },
  title: 'Ivan Petrov',
});

async function phones(): Promise<[RealPhone, RealPhone]> {
  const phonePair = [await createRealPhone(server, carl), await createRealPhone(server, olga)] as const;
  for (const phone of phonePair) await phone.sync();
  return [...phonePair];
}

describe('lead reassigned while its previous owner is offline', () => {
  test('removes a reassigned lead from the device, and hands its two unsent notes to the new owner', async () => {
    const id = await ops.of(carl);
    await server.send(carl, ops.note(id, 'An old note'));
    const [carlsPhone, olgasPhone] = await phones();
    expect(await carlsPhone.db.people.get(id)).toMatchObject({ first_name: 'Ivan', responsible_id: carl.id });
    carlsPhone.offline = true;
    await carlsPhone.store.writeAll([note(id, 'Likes to read'), note(id, 'Call after six')]);
    const task = server.task({ type: 'call', linked_user_id: id });
    await server.send(carl, task);
    expect(await server.send(mary, ops.give(id, olga))).toMatchObject({ status: 200 });
    carlsPhone.offline = false;
    await carlsPhone.sync();
    await olgasPhone.sync();
    // The local copy is removed with everything that depends on it, and nothing waits to be sent.
    expect(await carlsPhone.db.people.get(id)).toBeUndefined();
    expect((await carlsPhone.db.person_events.toArray()).filter(({ person_id }) => person_id === id)).toEqual([]);
    expect(await carlsPhone.db.tasks.get(task.id)).toBeUndefined();
    expect(await carlsPhone.db.outbox.toArray()).toEqual([]);
    // The sender sees the person who received the notes.
    const offered = await carlsPhone.db.handovers.toArray();
    expect(offered).toHaveLength(2);
    for (const { to_id, state } of offered) expect([to_id, state]).toEqual([olga.id, 'offered']);
    expect(new Set(offered.map(({ args }) => args['text']))).toEqual(new Set(['Call after six', 'Likes to read']));
    // The new owner has the person, the old note, the task, and both new notes, which the new owner can accept.
    expect(await olgasPhone.db.people.get(id)).toMatchObject({ responsible_id: olga.id });
    expect(await olgasPhone.db.tasks.get(task.id)).toMatchObject({ assignee_id: olga.id });
    const offers = await olgasPhone.db.handovers.toArray();
    expect(offers).toHaveLength(2);
    for (const offer of offers) await acceptOffer(olgasPhone.store, offer);
    await olgasPhone.sync();
    const notes = (await olgasPhone.db.person_events.toArray()).filter((e) => e.person_id === id && e.kind === 'note');
    expect(new Set(notes.map(({ detail }) => detail['text']))).toEqual(
      new Set(['An old note', 'Carl Person: Call after six', 'Carl Person: Likes to read']),
    );
    expect(notes).toHaveLength(3);
    await carlsPhone.sync();
    expect((await carlsPhone.db.handovers.toArray()).map(({ state }) => state)).toEqual(['taken', 'taken']);
    await carlsPhone.close();
    await olgasPhone.close();
  });

  test('hands two notes and an edit, written offline after the lead was reassigned, to the new owner', async () => {
    const id = await ops.of(carl);
    const [carlsPhone, olgasPhone] = await phones();
    const before = (await carlsPhone.db.handovers.toArray()).length;
    await server.send(carl, ops.give(id, olga));
    carlsPhone.offline = true;
    await carlsPhone.store.writeAll([note(id, 'One'), note(id, 'Two')]);
    await carlsPhone.store.write({ kind: 'person.edit', id, args: { city: 'Bonn' }, title: 'Ivan Petrov' });
    carlsPhone.offline = false;
    await carlsPhone.sync();
    await olgasPhone.sync();
    expect(await carlsPhone.db.outbox.toArray()).toEqual([]);
    expect(await carlsPhone.db.handovers.count()).toBe(before + 3);
    const kinds = (await olgasPhone.db.handovers.toArray())
      .filter(({ state }) => state === 'offered')
      .map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['person.edit', 'person.note', 'person.note']);
    await carlsPhone.close();
    await olgasPhone.close();
  });
});

test('keeps the request for a lead that another employee got, with the reason, and hands its notes to that employee', async () => {
  const id = await ops.createWaiting();
  const [carlsPhone, olgasPhone] = await phones();
  carlsPhone.offline = true;
  const args = { task_id: newId(), start_in: 15, type: 'call' as const, at: iso(START) };
  const take: Draft = { kind: 'lead.take', id, args, title: 'Ivan' };
  await carlsPhone.store.writeAll([take, { ...note(id, 'Sister of Lena'), deps: ['#0'] }]);
  // The person is not assigned to the sender yet.
  expect(await carlsPhone.db.people.get(id)).toBeUndefined();
  expect(await carlsPhone.db.waiting_leads.get(id)).toMatchObject({ first_name: 'Ivan' });
  await server.send(olga, ops.take(id));
  carlsPhone.offline = false;
  await carlsPhone.sync();
  expect(await carlsPhone.db.waiting_leads.get(id)).toBeUndefined();
  const [refused, behind] = await carlsPhone.db.outbox.orderBy('seq').toArray();
  expect(refused).toMatchObject({ state: 'rejected', error: { code: 'taken', fields: { by: 'Olga Person' } } });
  expect(behind).toMatchObject({ state: 'blocked', kind: 'person.note' });
  await carlsPhone.store.handOver(refused!.op_id);
  await carlsPhone.sync();
  await olgasPhone.sync();
  expect(await carlsPhone.db.outbox.toArray()).toEqual([]);
  const offers = (await olgasPhone.db.handovers.toArray()).filter(({ entity }) => entity === 'person_events');
  expect(offers.map(({ args: said }) => said['text'])).toContain('Sister of Lena');
  await carlsPhone.close();
  await olgasPhone.close();
});

test('hands notes on a new lead over to the colleague to whom the person already belongs', async () => {
  const id = await ops.of(olga, { notes: '' });
  const { phone } = await ops.userRow(id);
  const [carlsPhone, olgasPhone] = await phones();
  const fields = ops.create({ phone, notes: 'Wants to sing' }).args;
  const lead = newId();
  carlsPhone.offline = true;
  await carlsPhone.store.writeAll([
    { kind: 'lead.create', id: lead, args: fields, title: 'Nina Berg' } as Draft,
    { ...note(lead, 'Has a dog'), deps: ['#0'] },
  ]);
  expect(await carlsPhone.db.people.get(lead)).toMatchObject({ first_name: 'Nina', status: 'processing' });
  carlsPhone.offline = false;
  await carlsPhone.sync();
  const refused = (await carlsPhone.db.outbox.orderBy('seq').toArray())[0]!;
  const errorFields = { phone: 'phone_taken', responsible_name: 'Olga Person' };
  expect(refused).toMatchObject({ state: 'rejected', error: { code: 'phone_taken', fields: errorFields } });
  expect(await carlsPhone.db.people.get(lead)).toBeUndefined();
  await carlsPhone.store.handOver(refused.op_id);
  await carlsPhone.sync();
  await olgasPhone.sync();
  expect(await carlsPhone.db.outbox.toArray()).toEqual([]);
  for (const offer of (await olgasPhone.db.handovers.toArray()).filter(({ state }) => state === 'offered'))
    if (['lead.create', 'person.note'].includes(offer.kind)) await acceptOffer(olgasPhone.store, offer);
  await olgasPhone.sync();
  expect(await olgasPhone.db.outbox.toArray()).toEqual([]);
  const notes = (await olgasPhone.db.person_events.toArray()).filter((e) => e.person_id === id && e.kind === 'note');
  expect(new Set(notes.map(({ detail }) => detail['text']))).toEqual(
    new Set(['Carl Person: Wants to sing', 'Carl Person: Has a dog']),
  );
  await carlsPhone.close();
  await olgasPhone.close();
});
