import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Contact } from '../../contract/entities/contact.ts';
import { MAX_CONTACTS } from '../../contract/values.ts';
import { contactArgs, ContactOps, withoutOpId, rowOf } from '../helpers/contacts.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

let server: SyncServer;
let ops: ContactOps;
/** A consultant, their manager, another consultant, and a learner. */
let carl: Person;
let mary: Person;
let olga: Person;
let anna: Person;

beforeAll(async () => {
  server = await openSyncServer();
  ops = new ContactOps(server);
  mary = await server.manager();
  carl = await server.consultant({ responsible_id: mary.id, last_name: 'Sender' });
  olga = await server.consultant({ first_name: 'Olga' });
  anna = await server.person();
});
afterAll(() => server.close());

const visibleTo = async (person: Person) =>
  (await server.changes(person, { p1: 0 })).changes.filter(({ c }) => c === 'contacts');
const mirrored = async (person: Person) => {
  const { body } = await server.snapshot(person, { group: 'p1', limit: 1000 });
  return body.rows.filter(({ c }) => c === 'contacts').map(({ id }) => id);
};

describe('contacts', () => {
  it('creates a contact with the sent fields and the caller as owner', async () => {
    const fields = {
      phones: [{ number: '+4915123456700', label: 'home' }],
      emails: ['Nina@example.org'],
      consent: { given_at: server.iso(), how: 'by phone' },
      date_birth: '1990-05-04',
      next_step_at: '2026-05-01T10:00:00Z',
      notes: 'Likes walks',
    };
    const row = await ops.createFor(anna, fields);
    expect(Contact.parse(row)).toEqual(row);
    expect(row).toMatchObject({ ...fields, next_step_at: '2026-05-01T10:00:00.000Z' });
    expect(row).toMatchObject({ owner_id: anna.id, owner_name: 'Anna Person', photo: null, linked_user_id: null });
    expect((await visibleTo(anna)).find(({ id }) => id === row.id)).toMatchObject({ op: 'put', rev: row.rev, row });
    expect(await mirrored(anna)).toContain(row.id);
  });

  it('creates a contact once, however often the create arrives', async () => {
    const create = ops.create();
    const first = await server.send(anna, create);
    expect(await server.send(anna, create)).toMatchObject({ status: 200, rev: first.rev!, replayed: true });
    const secondResult = await server.send(anna, {
      ...create,
      op_id: uuidv7(),
      args: { ...contactArgs, first_name: 'X', at: server.iso() },
    });
    expect(secondResult).toMatchObject({ status: 200, rev: first.rev!, row: { first_name: 'Nina' } });
  });

  it('a write to a contact by other users gets the same response as a write to a missing contact', async () => {
    const { id } = await ops.createFor(carl);
    const writes = (contact_id: string) => [
      ops.edit(contact_id, { city: 'Ulm' }),
      ops.photo(contact_id, null),
      ops.remove(contact_id),
    ];
    for (const person of [olga, anna]) {
      const [others, missing] = [writes(id), writes(uuidv7())];
      for (const [index, write] of others.entries()) {
        const answer = await server.send(person, write);
        expect(withoutOpId(answer)).toEqual(withoutOpId(await server.send(person, missing[index]!)));
        expect(answer).toMatchObject({ status: 404, code: 'not_found' });
      }
      for (const taken of [ops.create({}, id), ops.restore(id)])
        expect(await server.send(person, taken)).toMatchObject({ status: 404, code: 'not_found' });
      expect((await visibleTo(person)).map((change) => change.id)).not.toContain(id);
      expect(await mirrored(person)).not.toContain(id);
    }
  });

  it("lets the current manager of a contact's owner, but no former one, read and edit the contact", async () => {
    const { id } = await ops.createFor(carl);
    expect((await visibleTo(mary)).find((change) => change.id === id)).toMatchObject({
      row: { owner_name: 'Carl Sender' },
    });
    expect(await mirrored(mary)).toContain(id);
    expect(await server.send(mary, ops.edit(id, { city: 'Ulm' }))).toMatchObject({
      status: 200,
      row: { city: 'Ulm', owner_id: carl.id },
    });
    expect(await server.send(mary, ops.create({}, id))).toMatchObject({ status: 404 });
    const { db } = server.deps;
    await db.updateTable('users').set({ is_manager: false }).where('id', '=', mary.id).execute();
    expect(await server.send(mary, ops.edit(id, { city: 'Bonn' }))).toMatchObject({ status: 404 });
    expect(await mirrored(mary)).not.toContain(id);
    await db.updateTable('users').set({ is_manager: true }).where('id', '=', mary.id).execute();
  });

  it("a change of a contact notifies the devices of its owner and the owner's manager", async () => {
    const notifications: unknown[] = [];
    server.deps.pokes.onAnnounce = ({ audience }) => notifications.push(audience);
    const { id } = await ops.createFor(carl);
    await server.send(mary, ops.edit(id, { city: 'Ulm' }));
    await server.send(carl, ops.remove(id));
    server.deps.pokes.onAnnounce = null;
    expect(notifications).toEqual([0, 1, 2].map(() => [carl.id, mary.id]));
  });

  it('rejects a contact beyond the maximum number of contacts', async () => {
    const person = await server.person();
    const { db, scope } = server.deps;
    await sql`insert into contacts (scope, id, owner_id, first_name, created_at, updated_at)
      select ${scope}, ${person.id} || '-' || n, ${person.id}, 'Filler', now(), now()
      from generate_series(1, ${MAX_CONTACTS - 1}::int) n`.execute(db);
    const last = await ops.createFor(person);
    expect(await server.send(person, ops.create())).toMatchObject({ status: 422, code: 'contacts_full' });
    await server.send(person, ops.remove(last.id));
    await ops.createFor(person);
    expect(await server.send(person, ops.restore(last.id))).toMatchObject({ status: 422, code: 'contacts_full' });
    await sql`delete from contacts where scope = ${scope} and owner_id = ${person.id}`.execute(db);
  });

  it('rejects a status that only the server may set, but lets the owner reset "do not contact"', async () => {
    for (const status of ['registered', 'partner']) {
      expect(await server.send(anna, ops.create({ status }))).toMatchObject({ status: 422, code: 'status_by_system' });
      const { id, rev } = await ops.createFor(anna);
      const edit = await server.send(anna, ops.edit(id, { status }));
      expect(edit).toMatchObject({
        status: 422,
        code: 'status_by_system',
        fields: { status: 'status_by_system' },
        rev,
      });
    }
    const { id } = await ops.createFor(anna, { status: 'do_not_contact' });
    expect(await server.send(anna, ops.edit(id, { status: 'new' }))).toMatchObject({ status: 200 });
  });

  it('rejects an unknown category, or one of another owner, with an error on the category field', async () => {
    const [own, other] = [ops.category({ name: 'Own' }), ops.category({ name: 'Hers' })];
    await server.send(anna, own);
    await server.send(olga, other);
    const missing = { status: 404, code: 'not_found', fields: { category_id: 'not_found' } };
    const { id, category_id } = await ops.createFor(anna, { category_id: own.id });
    expect(category_id).toBe(own.id);
    for (const otherId of [other.id, uuidv7()]) {
      const create = ops.create({ category_id: otherId });
      expect(await server.send(anna, create)).toMatchObject(missing);
      expect(await server.send(anna, ops.edit(id, { category_id: otherId }))).toMatchObject(missing);
    }
    const row = { category_id: own.id };
    expect(await server.send(anna, ops.edit(id, { city: 'Ulm' }))).toMatchObject({ status: 200, row });
  });
});

describe('contact that matches a user', () => {
  it('links a contact to the user with its number or email, and sets its status to registered', async () => {
    const responsible_id = carl.id;
    const user = await server.plain.user({ phone: '+4915100000001', email: 'known@example.org', responsible_id });
    const byPhone = await ops.createFor(carl, { phones: [{ number: '+4915100000001', label: '' }] });
    expect(byPhone).toMatchObject({ linked_user_id: user.id, status: 'registered' });
    const byEmail = await ops.createFor(carl, { emails: ['KNOWN@example.org'], status: 'interested' });
    expect(byEmail).toMatchObject({ linked_user_id: user.id, status: 'registered' });
    const refused = await ops.createFor(carl, { emails: ['known@example.org'], status: 'do_not_contact' });
    expect(refused).toMatchObject({ linked_user_id: user.id, status: 'do_not_contact' });
  });

  it("links a contact to a user when the user's number is added, and unlinks it when it is removed", async () => {
    const user = await server.plain.user({ phone: '+4915100000002', responsible_id: carl.id });
    const { id } = await ops.createFor(carl, { status: 'invited' });
    const phones = [{ number: '+4915100000002', label: 'mobile' }];
    const found = await server.send(carl, ops.edit(id, { phones }));
    expect(found).toMatchObject({ row: { linked_user_id: user.id, status: 'registered' } });
    // A status that the person chose is kept as long as the linked user is the same.
    await server.send(carl, ops.edit(id, { status: 'contacted' }));
    const more = await server.send(carl, ops.edit(id, { phones: [...phones, { number: '112', label: '' }] }));
    expect(more).toMatchObject({ row: { linked_user_id: user.id, status: 'contacted' } });
    expect(await server.send(carl, ops.edit(id, { phones: [] }))).toMatchObject({
      row: { linked_user_id: null, status: 'contacted' },
    });
  });

  it('does not link a contact to a user who was deleted', async () => {
    await server.plain.user({ phone: '+4915100000003', responsible_id: carl.id, deleted_at: server.iso() });
    const row = await ops.createFor(carl, { phones: [{ number: '+4915100000003', label: '' }] });
    expect(row).toMatchObject({ linked_user_id: null, status: 'new' });
  });
});

describe('deleted contacts', () => {
  it('removes a deleted contact from devices and accepts a repeated deletion', async () => {
    const { id } = await ops.createFor(carl);
    const gone = await server.send(carl, ops.remove(id));
    expect(gone).toMatchObject({ status: 200, row: null });
    expect((await visibleTo(mary)).find((change) => change.id === id)).toMatchObject({ op: 'del', rev: gone.rev });
    expect(await mirrored(carl)).not.toContain(id);
    expect(await server.send(mary, ops.remove(id))).toMatchObject({ status: 200, row: null, rev: gone.rev });
  });

  it('reports the row and the author of the deletion when a deleted contact is changed', async () => {
    const row = await ops.createFor(carl, { notes: 'Keep' });
    const deleted_at = server.iso();
    await server.send(mary, ops.remove(row.id));
    for (const write of [ops.edit(row.id, { city: 'Ulm' }), ops.photo(row.id, null), ops.create({}, row.id)]) {
      const answer = await server.send(carl, write);
      expect(answer).toMatchObject({ status: 410, code: 'record_deleted' });
      expect(answer.fields).toMatchObject({
        deleted_by: 'Mary Person',
        deleted_at,
        row: { id: row.id, notes: 'Keep' },
      });
      expect(Contact.safeParse(answer.fields?.['row']).success).toBe(true);
    }
    expect(await server.send(olga, ops.edit(row.id, { city: 'Ulm' }))).toMatchObject({ status: 404 });
  });

  it('restores a deleted contact with the sent fields for its owner', async () => {
    const { id } = await ops.createFor(carl, { notes: 'Old' });
    await server.send(carl, ops.remove(id));
    const back = await server.send(mary, ops.restore(id, { notes: 'New', city: 'Ulm' }));
    expect(back).toMatchObject({ status: 200, row: { id, owner_id: carl.id, notes: 'New', city: 'Ulm' } });
    expect(await mirrored(carl)).toContain(id);
    expect(await server.send(carl, ops.restore(id, { notes: 'Third' }))).toMatchObject({
      status: 200,
      rev: back.rev,
      row: { notes: 'New' },
    });
    expect(await server.send(carl, ops.edit(id, { notes: 'Fourth' }))).toMatchObject({ status: 200 });
  });

  it('restoring an unknown contact creates it under the rules for new contacts', async () => {
    const restore = ops.restore(uuidv7(), { first_name: 'Again' });
    expect(await server.send(anna, restore)).toMatchObject({ status: 200, row: { owner_id: anna.id } });
    expect(await server.send(anna, ops.restore(uuidv7(), { status: 'partner' }))).toMatchObject({
      code: 'status_by_system',
    });
  });

  it('a restored contact keeps a status that only the server sets, but accepts none from the device', async () => {
    const user = await server.plain.user({ phone: '+4915100000009', responsible_id: carl.id });
    const phones = [{ number: user.phone, label: '' }];
    const { id } = await ops.createFor(carl, { phones });
    await server.send(carl, ops.remove(id));
    const partner = await server.send(carl, ops.restore(id, { phones, status: 'partner' }));
    expect(partner).toMatchObject({ status: 422, code: 'status_by_system' });
    const back = rowOf(await server.send(carl, ops.restore(id, { phones, status: 'registered' })));
    expect(back).toMatchObject({ status: 'registered', linked_user_id: user.id });
  });
});

describe('contact that is no longer accessible', () => {
  it('reports lost access to a contact only to its previous viewers', async () => {
    const { id, rev } = await ops.createFor(carl);
    const event = { scope: server.deps.scope, user_id: olga.id, entity: 'contacts', entity_id: id, rev };
    await server.deps.db.insertInto('access_revocations').values(event).execute();
    expect(await server.send(olga, ops.edit(id, { city: 'Ulm' }))).toMatchObject({ status: 404, code: 'access_lost' });
    expect(await server.send(anna, ops.edit(id, { city: 'Ulm' }))).toMatchObject({ status: 404, code: 'not_found' });
  });
});
