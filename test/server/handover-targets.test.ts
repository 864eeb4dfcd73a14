import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ContactOps } from '../helpers/contacts.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

let server: SyncServer;
let ops: ContactOps;
let mary: Person;
let carl: Person;
let olga: Person;
let nina: Person;

const PHONE = '+4917112300099';

beforeAll(async () => {
  server = await openSyncServer();
  ops = new ContactOps(server);
  mary = await server.manager();
  carl = await server.consultant({ responsible_id: mary.id });
  olga = await server.consultant({ first_name: 'Olga', responsible_id: mary.id });
  nina = await server.person({ phone: PHONE, email: 'nina@example.org', responsible_id: olga.id });
});
afterAll(() => server.close());

interface Offer {
  entity: string;
  kind?: string;
  entity_id?: string;
  args?: Record<string, unknown>;
}

/** Who gets the offer and with which fields, from an employee who is not its owner. */
async function sent({ entity, kind = 'x.edit', entity_id = uuidv7(), args = {} }: Offer, from = carl) {
  const fields = { entity, entity_id, kind, title: 'Note', args, at: server.iso() };
  const { row, code } = await server.send(from, ops.op('handover.offer', uuidv7(), fields));
  const { to_id, entity_id: about, args: kept } = (row ?? {}) as Record<string, unknown>;
  return { to_id, about, args: kept, code };
}

describe('a hand-over of work on a person', () => {
  it.each([
    ['a person', 'people', {}],
    ['a waiting lead', 'waiting_leads', {}],
  ])('goes to the owner: %s', async (_, entity, args) => {
    expect(await sent({ entity, entity_id: nina.id, args })).toMatchObject({ to_id: olga.id });
  });

  it('goes to the owner of the person named in its fields when the record was never accepted', async () => {
    const named = { person_id: nina.id };
    expect(await sent({ entity: 'people', args: named })).toMatchObject({ to_id: olga.id });
    expect(await sent({ entity: 'person_events', args: named })).toMatchObject({ to_id: olga.id });
    expect(await sent({ entity: 'interactions', args: { user_id: nina.id } })).toMatchObject({ to_id: olga.id });
    expect(await sent({ entity: 'tasks', args: { linked_user_id: nina.id } })).toMatchObject({ to_id: olga.id });
  });

  it('goes to the owner of the contact that a refused task names', async () => {
    const { id } = await ops.made(olga);
    expect(await sent({ entity: 'tasks', args: { contact_id: id } })).toMatchObject({ to_id: olga.id });
  });

  it('goes to the manager when the owner is the sender', async () => {
    expect(await sent({ entity: 'people', entity_id: nina.id }, olga)).toMatchObject({ to_id: mary.id });
  });

  it('goes to the manager when the person was deleted', async () => {
    const gone = await server.person({ responsible_id: olga.id, deleted_at: server.iso() });
    expect(await sent({ entity: 'people', entity_id: gone.id })).toMatchObject({ to_id: mary.id });
  });
});

describe('a hand-over of a ticket', () => {
  it('goes to the employee who has it', async () => {
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
    await server.deps.db.updateTable('tickets').set({ responsible_id: olga.id }).where('id', '=', ticket.id).execute();
    expect(await sent({ entity: 'staff_tickets', entity_id: ticket.id })).toMatchObject({ to_id: olga.id });
  });
});

describe('a hand-over of a lead that was refused', () => {
  const create = (args: Record<string, unknown>, entity_id = uuidv7()) =>
    sent({ entity: 'people', kind: 'lead.create', entity_id, args });

  it('names the person with the e-mail, in upper or lower case', async () => {
    const found = await create({ phone: null, email: 'Nina@Example.org' });
    expect(found).toMatchObject({ to_id: olga.id, args: { person_id: nina.id } });
  });

  it('names no person when neither the number nor the e-mail is known', async () => {
    const found = await create({ phone: '+4917112300098', email: 'unknown@example.org' });
    expect(found).toMatchObject({ to_id: mary.id });
    expect(found.args).not.toHaveProperty('person_id');
  });

  it('names no person for a number of a deleted person', async () => {
    const phone = '+4917112300097';
    await server.person({ phone, responsible_id: olga.id, deleted_at: server.iso() });
    expect((await create({ phone })).args).not.toHaveProperty('person_id');
  });

  it('aims later work on that lead at the person, in whichever field it is named', async () => {
    const lead = uuidv7();
    await create({ phone: PHONE }, lead);
    expect(await sent({ entity: 'people', entity_id: lead })).toMatchObject({ to_id: olga.id, about: nina.id });
    for (const [entity, key] of [
      ['person_events', 'person_id'],
      ['interactions', 'user_id'],
      ['tasks', 'linked_user_id'],
    ] as const) {
      const aimed = await sent({ entity, args: { [key]: lead, title: 'Call' } });
      expect(aimed).toMatchObject({ to_id: olga.id, args: { [key]: nina.id, title: 'Call' } });
    }
  });

  it('aims work of its own sender alone, and of no other write', async () => {
    const lead = uuidv7();
    await create({ phone: PHONE }, lead);
    const other = await server.consultant({ responsible_id: mary.id });
    expect(await sent({ entity: 'people', entity_id: lead }, other)).toMatchObject({ to_id: mary.id, about: lead });
    const edited = uuidv7();
    await sent({ entity: 'people', kind: 'lead.edit', entity_id: edited, args: { person_id: nina.id } });
    expect(await sent({ entity: 'people', entity_id: edited })).toMatchObject({ about: edited });
    expect(await sent({ entity: 'contacts', entity_id: lead })).toMatchObject({ about: lead });
  });
});
