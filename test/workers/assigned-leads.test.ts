import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { assignPerson } from '../../src/components/person/assign-person.ts';
import { savedAssignees } from '../../src/db/queries/employees.ts';
import { LeadOps } from '../helpers/leads.ts';
import { createRealPhone, type RealPhone } from '../helpers/e2e-devices.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

let server: SyncServer;
let ops: LeadOps;
let mary: Person;
let carl: Person;
let phone: RealPhone;

beforeAll(async () => {
  server = await openSyncServer();
  ops = new LeadOps(server);
  mary = await server.manager();
});
afterAll(() => server.close());
beforeEach(async () => {
  carl = await server.consultant({ first_name: 'Carl', responsible_id: mary.id, daily_limit: 1 });
  phone = await createRealPhone(server, mary);
});

const toCarl = () => ({ to_id: carl.id, to_name: 'Carl Person', note: '' });
const inPool = (id: string) => ({ id, name: 'Ivan', responsible_id: null });

test('a lead that a manager assigns offline reaches the employee after the write is sent', async () => {
  const id = await ops.createWaiting();
  await phone.sync();
  phone.offline = true;
  await assignPerson(phone.store, inPool(id), toCarl());
  // The device has no row of the person until the lead is assigned, so only the outbox shows the assignment.
  expect(await phone.db.people.get(id)).toBeUndefined();
  expect(await phone.db.waiting_leads.get(id)).toMatchObject({ first_name: 'Ivan' });
  phone.offline = false;
  await phone.sync();
  expect(await phone.db.outbox.count()).toBe(0);
  expect(await phone.db.waiting_leads.get(id)).toBeUndefined();
  expect(await phone.db.people.get(id)).toMatchObject({ status: 'processing', responsible_id: carl.id });
  const carlsPhone = await createRealPhone(server, carl);
  await carlsPhone.sync();
  expect(await carlsPhone.db.people.get(id)).toMatchObject({ status: 'processing', responsible_id: carl.id });
});

test('a new assignment of a lead replaces the one that the server rejected', async () => {
  const [first, second] = [await ops.createWaiting(), await ops.createWaiting()];
  await phone.sync();
  await assignPerson(phone.store, inPool(first), toCarl());
  await phone.sync();
  await assignPerson(phone.store, inPool(second), toCarl());
  await phone.sync();
  expect(await phone.db.outbox.toArray()).toMatchObject([{ state: 'rejected', error: { code: 'limit_reached' } }]);
  await assignPerson(phone.store, inPool(second), { ...toCarl(), reason: 'Knows the family' });
  expect(await phone.db.outbox.toArray()).toMatchObject([{ state: 'queued', args: { force: true } }]);
  await phone.sync();
  expect(await phone.db.outbox.count()).toBe(0);
  expect(await phone.db.people.get(second)).toMatchObject({ responsible_id: carl.id });
});

test('a manager can assign a waiting lead only to unblocked team members and to themselves', async () => {
  const timur = await server.consultant({ first_name: 'Timur' });
  const blocked = await server.consultant({ first_name: 'Uwe', responsible_id: mary.id, is_blocked: true });
  await phone.sync();
  const ids = (await savedAssignees(phone.db, { responsible_id: null }, mary.id)).map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining([carl.id, mary.id]));
  expect(ids).not.toContain(timur.id);
  expect(ids).not.toContain(blocked.id);
});
