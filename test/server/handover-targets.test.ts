import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ContactOps } from '../helpers/contacts.ts';
import { LeadOps } from '../helpers/leads.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';
import { validArgs } from '../helpers/valid-args.ts';

let server: SyncServer;
let ops: ContactOps;
let leads: LeadOps;
let mary: Person;
let carl: Person;
let olga: Person;
let nina: Person;

const PHONE = '+4917112300099';

beforeAll(async () => {
  server = await openSyncServer();
  ops = new ContactOps(server);
  leads = new LeadOps(server);
  mary = await server.manager();
  carl = await server.consultant({ responsible_id: mary.id });
  olga = await server.consultant({ first_name: 'Olga', responsible_id: mary.id });
  nina = await server.person({ phone: PHONE, email: 'nina@example.org', responsible_id: olga.id });
  await server.recordLostAccess(carl, 'people', nina.id);
});
afterAll(() => server.close());

interface Offer {
  entity: string;
  kind?: string;
  entity_id?: string;
  args?: Record<string, unknown>;
}

/** Sends a handover from an employee who is not the owner. Returns the recipient and the fields of the offer. */
async function sendOffer({ entity, kind = 'x.edit', entity_id = uuidv7(), args = {} }: Offer, from = carl) {
  const fields = { entity, entity_id, kind, title: 'Note', args, at: server.iso() };
  const op = ops.op('handover.offer', uuidv7(), fields);
  const { row, code } = await server.send(from, op);
  const { to_id, entity_id: about, args: kept } = (row ?? {}) as Record<string, unknown>;
  return { id: op.id, to_id, about, args: kept, code };
}

/** Returns the offer as the recipient receives it. */
async function offerSeenBy(to: Person, id: string) {
  const { changes } = await server.changes(to, { p0: 0 });
  const { entity_id: about, args } = (changes.find((change) => change.id === id)?.row ?? {}) as Record<string, unknown>;
  return { about, args };
}

describe('a handover of work on a person', () => {
  it.each([
    ['a person', 'people', {}],
    ['a waiting lead', 'waiting_leads', {}],
  ])('hands over work on %s to the employee who is responsible for the person', async (_, entity, args) => {
    expect(await sendOffer({ entity, entity_id: nina.id, args })).toMatchObject({ to_id: olga.id });
  });

  it('if the server never accepted a record, hands over work on it to the owner of the person named in the work', async () => {
    const named = { person_id: nina.id };
    expect(await sendOffer({ entity: 'people', args: named })).toMatchObject({ to_id: olga.id });
    expect(await sendOffer({ entity: 'person_events', args: named })).toMatchObject({ to_id: olga.id });
    expect(await sendOffer({ entity: 'interactions', args: { user_id: nina.id } })).toMatchObject({ to_id: olga.id });
    expect(await sendOffer({ entity: 'tasks', args: { linked_user_id: nina.id } })).toMatchObject({ to_id: olga.id });
  });

  it('hands over a rejected task to the owner of the contact that the task names', async () => {
    const { id } = await ops.createFor(olga);
    await server.recordLostAccess(carl, 'contacts', id);
    expect(await sendOffer({ entity: 'tasks', args: { contact_id: id } })).toMatchObject({ to_id: olga.id });
  });

  it('hands work over to the manager if the sender owns the record', async () => {
    expect(await sendOffer({ entity: 'people', entity_id: nina.id }, olga)).toMatchObject({ to_id: mary.id });
  });

  it('hands over work on a lead to the employee who took the lead from the pool', async () => {
    const lead = await leads.createWaiting();
    expect(await server.send(olga, leads.take(lead))).toMatchObject({ status: 200 });
    const named = { entity: 'person_events', kind: 'person.note', args: { person_id: lead, text: 'x' } };
    expect(await sendOffer(named)).toMatchObject({ to_id: olga.id });
    expect(await sendOffer(named, await server.person({ responsible_id: mary.id }))).toMatchObject({
      code: 'no_recipient',
    });
  });

  it("if the record is the sender's note or call, hands over the work to the owner of the person", async () => {
    const { id: person_id } = await server.person({ responsible_id: carl.id });
    const note = leads.note(person_id);
    const call = ops.log({ user_id: person_id });
    for (const op of [note, call]) expect(await server.send(carl, op)).toMatchObject({ status: 200 });
    const { db } = server.deps;
    await db.updateTable('users').set({ responsible_id: olga.id }).where('id', '=', person_id).execute();
    expect(await sendOffer({ entity: 'person_events', entity_id: note.id })).toMatchObject({ to_id: olga.id });
    expect(await sendOffer({ entity: 'interactions', entity_id: call.id })).toMatchObject({ to_id: olga.id });
    const other = await server.consultant({ responsible_id: mary.id });
    for (const [entity, entity_id] of [
      ['person_events', note.id],
      ['interactions', call.id],
    ] as const)
      expect(await sendOffer({ entity, entity_id }, other)).toMatchObject({ code: 'no_recipient' });
  });
});

describe('a handover of a ticket', () => {
  it('hands over work on a ticket to the employee who took the ticket from the pool', async () => {
    const anna = await server.person();
    const ticket = ops.op('ticket.create', uuidv7(), {
      type: 'question',
      subject: 'A question',
      body: 'How?',
      attachments: [],
      previous_id: null,
      at: server.iso(),
    });
    expect(await server.send(anna, ticket)).toMatchObject({ status: 200 });
    expect(await server.send(olga, ops.op('ticket.take', ticket.id, { at: server.iso() }))).toMatchObject({
      status: 200,
    });
    expect(await sendOffer({ entity: 'staff_tickets', entity_id: ticket.id })).toMatchObject({ to_id: olga.id });
    server.pass(1);
    const later = await server.consultant({ responsible_id: mary.id });
    for (const stranger of [later, anna])
      expect(await sendOffer({ entity: 'staff_tickets', entity_id: ticket.id }, stranger)).toMatchObject({
        code: 'no_recipient',
      });
  });
});

describe("a handover of another person's record", () => {
  /** Creates records of each kind for Olga. Returns a label and an offer for each of them. */
  async function records(): Promise<[string, Offer][]> {
    const { id: contact_id } = await ops.createFor(olga);
    const { id: person_id } = await server.person({ responsible_id: olga.id });
    const [task, note, call] = [server.task(), leads.note(person_id), ops.log({ contact_id })];
    for (const op of [task, note, call]) expect(await server.send(olga, op)).toMatchObject({ status: 200 });
    const removedPerson = await server.person({ responsible_id: olga.id, deleted_at: server.iso() });
    await server.recordLostAccess(carl, 'people', removedPerson.id);
    return [
      ['a contact', { entity: 'contacts', entity_id: contact_id }],
      ['a person', { entity: 'people', entity_id: person_id }],
      ['a person who never waited', { entity: 'waiting_leads', entity_id: person_id }],
      ['a removed person', { entity: 'people', entity_id: removedPerson.id }],
      ['an employee', { entity: 'people', entity_id: olga.id }],
      ['a task', { entity: 'tasks', entity_id: task.id }],
      ['a note', { entity: 'person_events', entity_id: note.id }],
      ['a call', { entity: 'interactions', entity_id: call.id }],
      ['a new note', { entity: 'person_events', args: { person_id } }],
      ['a new call', { entity: 'interactions', args: { contact_id } }],
      ['a new task', { entity: 'tasks', args: { linked_user_id: person_id } }],
      ['a person named in a refused lead', { entity: 'people', kind: 'lead.create', args: { person_id } }],
    ];
  }

  it("responds to a handover of another person's record as if the record did not exist, whether an employee or a learner sends it", async () => {
    const pupil = await server.person({ responsible_id: mary.id });
    for (const sender of [carl, pupil]) {
      const missing = await sendOffer({ entity: 'contacts' }, sender);
      expect(missing).toEqual({ id: missing.id, code: 'no_recipient' });
      for (const [name, offer] of await records()) {
        const { id: _, ...answer } = await sendOffer(offer, sender);
        expect([name, answer]).toEqual([name, { code: 'no_recipient' }]);
      }
    }
  });
});

describe('a handover of a rejected lead', () => {
  const create = (args: Record<string, unknown>, entity_id = uuidv7()) =>
    sendOffer({ entity: 'people', kind: 'lead.create', entity_id, args });

  /** Sends a lead that the server rejects. */
  async function sendRejected(fields: Record<string, unknown>, code: string, from = carl) {
    const lead = leads.create(fields);
    expect(await server.send(from, lead)).toMatchObject({ code });
    return { lead, args: lead.args as Record<string, unknown> };
  }

  it('hands over a rejected lead to the owner of the person with the same email', async () => {
    const { lead, args } = await sendRejected({ phone: null, email: 'Nina@Example.org' }, 'email_taken');
    const found = await create(args, lead.id);
    expect(found).toMatchObject({ to_id: olga.id, about: lead.id });
    expect(found.args).toEqual(args);
    expect((await offerSeenBy(carl, found.id)).args).toEqual(args);
    expect((await offerSeenBy(olga, found.id)).args).toEqual({ ...args, person_id: nina.id });
  });

  it('accepts the handover of a lead only for a number that was rejected for this sender', async () => {
    const knownLead = leads.create({ phone: PHONE });
    const unknown = leads.create();
    for (const { id, args } of [knownLead, unknown])
      expect(await create(args as Record<string, unknown>, id)).toMatchObject({ code: 'no_recipient' });
    expect(await create({ phone: PHONE })).toMatchObject({ code: 'no_recipient' });
    const { lead, args } = await sendRejected({ phone: PHONE }, 'phone_taken', olga);
    expect(await create(args, lead.id)).toMatchObject({ code: 'no_recipient' });
    const changed = await sendRejected({ phone: PHONE }, 'phone_taken');
    const other = { ...changed.args, email: 'nina@example.org' };
    expect(await create(other, changed.lead.id)).toMatchObject({ code: 'no_recipient' });
  });

  it('a handover of a rejected lead names no employee and no removed person', async () => {
    await server.manager({ phone: '+4917112300046', responsible_id: olga.id });
    const removedPerson = await server.person({ phone: '+4917112300045', responsible_id: olga.id });
    const taken = ['+4917112300046', '+4917112300045'];
    const all = await Promise.all(taken.map((phone) => sendRejected({ phone }, 'phone_taken')));
    const removal = { deleted_at: server.iso() };
    await server.deps.db.updateTable('users').set(removal).where('id', '=', removedPerson.id).execute();
    for (const { lead, args } of all) {
      const found = await create(args, lead.id);
      expect(found).toMatchObject({ to_id: mary.id, about: lead.id });
      expect((await offerSeenBy(mary, found.id)).args).toEqual(args);
    }
  });

  it('a handover of a lead names no person when the lead was rejected for another reason', async () => {
    const { lead, args } = await sendRejected({ tags: ['unknown'] }, 'tag_unknown');
    expect(await create(args, lead.id)).toMatchObject({ to_id: mary.id, args });
  });

  it('applies later work on a rejected lead to the existing person, whichever field names the lead', async () => {
    const { lead, args: of } = await sendRejected({ phone: PHONE }, 'phone_taken');
    await create(of, lead.id);
    const later = await sendOffer({ entity: 'people', entity_id: lead.id });
    expect(later).toMatchObject({ to_id: olga.id, about: lead.id });
    expect(await offerSeenBy(olga, later.id)).toMatchObject({ about: nina.id });
    for (const [entity, key] of [
      ['person_events', 'person_id'],
      ['interactions', 'user_id'],
      ['tasks', 'linked_user_id'],
    ] as const) {
      const offer = await sendOffer({ entity, args: { [key]: lead.id, title: 'Call' } });
      expect(offer).toMatchObject({ to_id: olga.id, args: { [key]: lead.id, title: 'Call' } });
      expect(await offerSeenBy(olga, offer.id)).toMatchObject({ args: { [key]: nina.id, title: 'Call' } });
    }
  });

  it('applies later work on a rejected lead to the existing person only for the same sender', async () => {
    const { lead, args } = await sendRejected({ phone: PHONE }, 'phone_taken');
    await create(args, lead.id);
    const other = await server.consultant({ responsible_id: mary.id });
    expect(await sendOffer({ entity: 'people', entity_id: lead.id }, other)).toMatchObject({ code: 'no_recipient' });
    expect(await sendOffer({ entity: 'contacts', entity_id: lead.id })).toMatchObject({ code: 'no_recipient' });
    const edited = uuidv7();
    await sendOffer({ entity: 'people', kind: 'lead.edit', entity_id: edited, args: { person_id: nina.id } });
    expect(await sendOffer({ entity: 'people', entity_id: edited })).toMatchObject({ code: 'no_recipient' });
  });
});

describe('work that a blocked employee did before the block', () => {
  it('hands over notes, results and edits from before the block, with the title of their record', async () => {
    const manager = await server.manager();
    const ben = await server.consultant({ first_name: 'Ben', responsible_id: manager.id });
    const lead = await server.person({ first_name: 'Lia', last_name: 'Berg', responsible_id: ben.id });
    const contact = await ops.createFor(ben);
    const task = server.task();
    const call = ops.log({ contact_id: contact.id });
    await server.push(ben, [task, call]);
    const at = server.iso();
    const op = (kind: string, id: string, args: object) => server.op({ kind, id, args });
    const done = [
      op('contact.edit', contact.id, { city: 'Ulm' }),
      ops.log({ contact_id: contact.id }),
      op('interaction.edit', call.id, { note: 'Later' }),
      op('task.edit', task.id, { place: 'Hall' }),
      op('task.finish', task.id, validArgs['task.finish'] as object),
      op('person.edit', lead.id, { city: 'Ulm' }),
      op('person.note', uuidv7(), { person_id: lead.id, text: 'Call me', at }),
    ];
    const other = [op('contact.delete', contact.id, { at }), op('task.cancel', task.id, { reason: '', at })];
    server.pass(3_600_000);
    const { db, scope } = server.deps;
    const blockedState = { is_blocked: true, blocked_at: server.iso() };
    await db.updateTable('users').set(blockedState).where('scope', '=', scope).where('id', '=', ben.id).execute();
    const body = { proto: 1, device_id: ben.device_id, ops: [...other, ...done] };
    expect((await server.call(ben, 'POST', '/api/sync/push', body)).status).toBe(403);
    const offers = db.selectFrom('handovers').select(['kind', 'title']).where('to_id', '=', manager.id).orderBy('rev');
    expect((await offers.execute()).map(({ kind, title }) => [kind, title])).toEqual([
      ['contact.edit', 'Nina Petrova'],
      ['interaction.log', 'Nina Petrova'],
      ['interaction.edit', ''],
      ['task.edit', 'Meet the group'],
      ['task.finish', 'Meet the group'],
      ['person.edit', 'Lia Berg'],
      ['person.note', 'Lia Berg'],
    ]);
  });
});
