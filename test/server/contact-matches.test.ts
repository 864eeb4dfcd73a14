import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Contact } from '../../contract/entities/contact.ts';
import { ContactOps, rowOf } from '../helpers/contacts.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

let server: SyncServer;
let ops: ContactOps;
let carl: Person;
let anna: Person;

beforeAll(async () => {
  server = await openSyncServer();
  ops = new ContactOps(server);
  carl = await server.consultant();
  anna = await server.person();
});
afterAll(() => server.close());

describe('a contact of a person with an account', () => {
  const phones = (number: string) => [{ number, label: '' }];
  /** Returns a row without the fields that identify the contact. */
  const withoutIdentity = (row: Contact) => ({ ...row, id: '', rev: 0, phones: [], emails: [] });

  it("reveals nothing to a learner about accounts that have a contact's number or email", async () => {
    const admin = await server.plain.user({ is_superuser: true, phone: '+4915100000011', email: 'boss@example.org' });
    const pupil = await server.plain.user({ phone: '+4915100000012', responsible_id: anna.id });
    const unknown = withoutIdentity(await ops.createFor(anna, { phones: phones('+4915100000013') }));
    expect(unknown).toMatchObject({ linked_user_id: null, status: 'new' });
    for (const phone of [admin.phone!, pupil.phone!])
      expect(withoutIdentity(await ops.createFor(anna, { phones: phones(phone) }))).toEqual(unknown);
    expect(withoutIdentity(await ops.createFor(anna, { emails: ['boss@example.org'] }))).toEqual(unknown);
    const { id } = await ops.createFor(anna);
    const editedContact = rowOf(await server.send(anna, ops.edit(id, { phones: phones(admin.phone!) })));
    expect(withoutIdentity(editedContact)).toEqual(unknown);
  });

  it('reveals nothing to an employee about accounts of people who are not assigned to them', async () => {
    const other = await server.consultant();
    const { phone } = await server.plain.user({ phone: '+4915100000014', responsible_id: other.id });
    const row = await ops.createFor(carl, { phones: phones(phone!) });
    expect(row).toMatchObject({ linked_user_id: null, status: 'new' });
  });

  it("a manager's edit of a contact reveals no person whom only the manager can see", async () => {
    const [manager, admin] = [await server.manager(), await server.manager({ is_superuser: true })];
    const [own, second] = [
      await server.consultant({ responsible_id: manager.id }),
      await server.consultant({ responsible_id: manager.id }),
    ];
    const user = await server.plain.user({ phone: '+4915100000015', responsible_id: second.id });
    const { id } = await ops.createFor(own);
    const edit = ops.edit(id, { phones: phones('+4915100000015') });
    expect(await server.send(manager, edit)).toMatchObject({ row: { linked_user_id: null, status: 'new' } });
    expect(await ops.createFor(manager, { phones: phones('+4915100000015') })).toMatchObject({
      linked_user_id: user.id,
    });
    expect(await ops.createFor(admin, { phones: phones('+4915100000015') })).toMatchObject({ linked_user_id: user.id });
  });

  it('links at most 2,000 contacts of one employee to accounts per day', async () => {
    const employeeAtLimit = await server.consultant();
    const user = await server.plain.user({ phone: '+4915100000016', responsible_id: employeeAtLimit.id });
    const count = (number: number) =>
      server.deps.db
        .insertInto('daily_counts')
        .values({
          scope: server.deps.scope,
          user_id: employeeAtLimit.id,
          kind: 'contact_matches',
          day: server.iso().slice(0, 10),
          count: number,
        })
        .execute();
    await count(1_999);
    const makeContact = () => ops.createFor(employeeAtLimit, { phones: phones('+4915100000016') });
    expect((await makeContact()).linked_user_id).toBe(user.id);
    expect(await makeContact()).toMatchObject({ linked_user_id: null, status: 'new' });
    server.pass(86_400_000);
    expect((await makeContact()).linked_user_id).toBe(user.id);
  });
});
