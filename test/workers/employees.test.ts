import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StaffActions } from '../../src/bridge/staff-api.ts';
import { savedSyncStatus } from '../../src/db/queries/status.ts';
import { saveMeta } from '../../src/db/schema/meta.ts';
import { defaultWorkTimes } from '../../contract/work-times.ts';
import { savedTeamActivity } from '../../src/db/queries/employees.ts';
import { iso } from '../../src/lib/ports.ts';
import { runAccountAction } from '../../workers/sync/registration.ts';
import { contactFields } from '../helpers/contact-makers.ts';
import { newId } from '../helpers/phone.ts';
import { createRealPhone, type RealPhone } from '../helpers/e2e-devices.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

let server: SyncServer;
let mary: Person;
let carl: Person;

beforeAll(async () => {
  server = await openSyncServer();
  mary = await server.manager({ first_name: 'Mary' });
  carl = await server.consultant({ first_name: 'Carl', responsible_id: mary.id });
});
afterAll(() => server.close());

/** Runs an account action in the same way as a page. */
function runAction<K extends keyof StaffActions>(phone: RealPhone, action: K, ...args: Parameters<StaffActions[K]>) {
  return runAccountAction(phone.ports, phone, action, args);
}

test("syncs a manager's changes to employee settings, and hides the rating from the employee", async () => {
  const [marysPhone, carlsPhone] = [await createRealPhone(server, mary), await createRealPhone(server, carl)];
  await carlsPhone.sync();
  expect(await runAction(marysPhone, 'setEmployee', carl.id, { daily_limit: 4, rating: 9 })).toEqual({ ok: true });
  const times = defaultWorkTimes('Asia/Almaty');
  expect(await runAction(marysPhone, 'setEmployeeTimes', carl.id, times)).toEqual({ ok: true });
  await marysPhone.sync();
  await carlsPhone.sync();
  expect(await marysPhone.db.employees.get(carl.id)).toMatchObject({ daily_limit: 4, rating: 9, work_times: times });
  expect(await carlsPhone.db.employees.get(carl.id)).toMatchObject({ daily_limit: 4, rating: null });
  expect((await carlsPhone.db.me.get(carl.id))?.work_times).toEqual(times);
  expect(await runAction(marysPhone, 'fetchEmployees')).toEqual({ ok: true });
  const activity = await savedTeamActivity(marysPhone.db);
  expect(activity?.of.get(carl.id)).toMatchObject({ taken_today: 0, open_leads: 0 });
  marysPhone.offline = true;
  expect(await runAction(marysPhone, 'setEmployee', carl.id, { daily_limit: 9 })).toMatchObject({ ok: false });
  expect(await runAction(marysPhone, 'fetchEmployees')).toMatchObject({ ok: false });
  expect(await savedTeamActivity(marysPhone.db)).toEqual(activity);
});

test('sends a change of working hours made offline with the next sync', async () => {
  const carlsPhone = await createRealPhone(server, carl);
  await carlsPhone.sync();
  carlsPhone.offline = true;
  const work_times = { ...defaultWorkTimes('Europe/Berlin'), exceptions: [] };
  await carlsPhone.store.write({
    kind: 'me.work_times',
    id: carl.id,
    args: { work_times, at: iso(carlsPhone.ports.clock.now()) },
  });
  expect((await carlsPhone.db.me.get(carl.id))?.work_times).toEqual(work_times);
  carlsPhone.offline = false;
  await carlsPhone.sync();
  expect(await carlsPhone.db.outbox.count()).toBe(0);
  expect((await carlsPhone.db.me.get(carl.id))?.work_times).toEqual(work_times);
});

test("locks a blocked employee's device, keeps its outbox and offers earlier work to the manager", async () => {
  const [marysPhone, carlsPhone] = [await createRealPhone(server, mary), await createRealPhone(server, carl)];
  const contact_id = newId();
  await carlsPhone.store.write({ kind: 'contact.create', id: contact_id, args: contactFields({ first_name: 'Nina' }) });
  await carlsPhone.sync();
  carlsPhone.offline = true;
  await carlsPhone.store.write({ kind: 'contact.edit', id: contact_id, args: { city: 'Ulm' } });
  const waiting = await carlsPhone.db.outbox.toArray();
  server.pass(3_600_000);
  expect(await runAction(marysPhone, 'blockPerson', carl.id, true)).toEqual({ ok: true });
  // The device has not received the block yet, and continues to work.
  expect((await savedSyncStatus(carlsPhone.db)).shut).toBe(false);

  carlsPhone.offline = false;
  await carlsPhone.sync();
  expect((await savedSyncStatus(carlsPhone.db)).shut).toBe(true);
  expect((await carlsPhone.db.outbox.toArray()).map(({ op_id }) => op_id)).toEqual(waiting.map(({ op_id }) => op_id));
  // Starting the app offline does not show any data.
  carlsPhone.offline = true;
  await carlsPhone.scheduler.recheckGates();
  await carlsPhone.sync();
  expect((await savedSyncStatus(carlsPhone.db)).shut).toBe(true);
  await marysPhone.sync();
  const [offer] = await marysPhone.db.handovers.toArray();
  expect(offer).toMatchObject({
    kind: 'contact.edit',
    from_name: 'Carl Person',
    state: 'offered',
    args: { city: 'Ulm' },
  });

  carlsPhone.offline = false;
  expect(await runAction(marysPhone, 'blockPerson', carl.id, false)).toEqual({ ok: true });
  await carlsPhone.scheduler.recheckGates();
  await carlsPhone.sync();
  expect((await savedSyncStatus(carlsPhone.db)).shut).toBe(false);
  // The block ended the session, so the work stays queued until the next login.
  expect((await carlsPhone.db.outbox.toArray())[0]).toMatchObject({ state: 'queued' });
  await saveMeta(carlsPhone.db, 'token', await server.newToken(carl));
  await carlsPhone.scheduler.recheckGates();
  await carlsPhone.sync();
  const [entry] = await carlsPhone.db.outbox.toArray();
  expect(entry).toMatchObject({ state: 'rejected', error: { code: 'handed_over' } });
  expect((await carlsPhone.db.contacts.get(contact_id))?.city).toBe('Berlin');
  // The sender sees the person who received the work.
  expect(await carlsPhone.db.handovers.toArray()).toMatchObject([{ to_name: 'Mary Person', state: 'offered' }]);
});
