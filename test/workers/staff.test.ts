import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { peopleCalls } from '../../contract/api-calls/people.ts';
import type { StaffActions } from '../../src/bridge/staff-api.ts';
import { takeLead, requestLeadAgain } from '../../src/components/lead/lead-requests.ts';
import { nextWaiting } from '../../src/db/queries/waiting-leads.ts';
import { savedOwnLeads, savedLeadRequests } from '../../src/features/leads/queries.ts';
import { savedWaitingLeads } from '../../src/features/leads/waiting-queries.ts';
import { addNote, createLead } from '../../src/features/people/actions.ts';
import { mergeIntoPerson } from '../../src/features/people/merge-into-person.ts';
import { savedPeoplePage } from '../../src/features/people/people-list-queries.ts';
import { savedTagGroups } from '../../src/db/queries/tags.ts';
import { savedActionLog } from '../../src/features/people/person-queries.ts';
import { savedTimeline } from '../../src/features/people/timeline.ts';
import { staffKeys, type PeopleQuery } from '../../src/lib/cached-pages.ts';
import { runAccountAction } from '../../workers/sync/registration.ts';
import { LeadOps } from '../helpers/leads.ts';
import { newId } from '../helpers/phone.ts';
import { createRealPhone, type RealPhone } from '../helpers/e2e-devices.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';
import { resizeWindowForTests } from '../helpers/window-size.ts';

let server: SyncServer;
let ops: LeadOps;
let mary: Person;
let carl: Person;
let olga: Person;

beforeAll(async () => {
  server = await openSyncServer();
  ops = new LeadOps(server);
  await ops.addTags();
  mary = await server.manager();
  carl = await server.consultant({ responsible_id: mary.id });
  olga = await server.consultant({ first_name: 'Olga', responsible_id: mary.id });
});
afterAll(() => server.close());

/** Runs an account action in the same way as a page. */
function runAction<K extends keyof StaffActions>(phone: RealPhone, action: K, ...args: Parameters<StaffActions[K]>) {
  return runAccountAction(phone.ports, phone, action, args);
}

const everyoneQuery: PeopleQuery = {
  page: 1,
  search: '',
  ordering: 'name',
  status: '',
  language: '',
  country: '',
  responsible_id: '',
  tag: '',
  group: '',
};

const noFilters = {};

test('fetches lists, choices and logs on request, and keeps a fetched list while offline', async () => {
  const id = await ops.of(carl, { first_name: 'Nadja', phone: ops.unusedPhone() });
  const phone = await createRealPhone(server, carl);
  await phone.sync();
  expect(await runAction(phone, 'fetchPeople', { ...everyoneQuery, search: 'nadja' })).toEqual({ ok: true });
  const page = await savedPeoplePage(phone.db, { ...everyoneQuery, search: 'nadja' });
  expect(page?.rows.map((row) => row.id)).toEqual([id]);
  expect(page?.about).toMatchObject({ count: 1, next: null });
  expect(page?.about.columns?.[0]?.key).toBe('name');
  expect(await runAction(phone, 'fetchTags')).toEqual({ ok: true });
  expect((await savedTagGroups(phone.db))?.groups[0]?.tags.map(({ name }) => name)).toEqual([
    'music',
    'books',
    'hiking',
  ]);
  expect(await runAction(phone, 'fetchChoices')).toEqual({ ok: true });
  const choices = peopleCalls['team.structure_choices'].reply.parse(
    (await phone.db.pages.get(staffKeys.choices))?.rows[0],
  );
  expect(choices.responsible.map(({ value }) => value)).toContain(carl.id);
  expect(await runAction(phone, 'fetchActionLog', id, 1)).toEqual({ ok: true });
  expect(await savedActionLog(phone.db, id, 1)).toMatchObject({ next: null });
  await ops.logFinishedCall(carl, id, 'reached');
  const marysPhone = await createRealPhone(server, mary);
  await marysPhone.sync();
  expect(await runAction(marysPhone, 'fetchFinishedTasks', id)).toEqual({ ok: true });
  const { items } = await savedTimeline(marysPhone.db, { id, limit: 10, kind: 'tasks' });
  expect(items.map(({ kind }) => kind)).toEqual(['task']);
  expect(await runAction(phone, 'fetchPerson', newId())).toMatchObject({ ok: false, code: 'not_found' });
  expect(await runAction(phone, 'makeLink', id)).toMatchObject({
    ok: true,
    url: expect.stringContaining('http') as string,
  });
  phone.offline = true;
  expect(await runAction(phone, 'fetchPeople', { ...everyoneQuery, search: 'nadja' })).toMatchObject({ ok: false });
  expect(await savedPeoplePage(phone.db, { ...everyoneQuery, search: 'nadja' })).toEqual(page);
});

test('keeps the first page of a list of people, and the twenty latest of its other pages', async () => {
  const phone = await createRealPhone(server, carl);
  const keyOf = (page: number): string => staffKeys.people({ ...everyoneQuery, page });
  const fetchedAt = (page: number): string => server.iso(-60_000 + page);
  const pages = Array.from({ length: 21 }, (_, index) => index + 1);
  await phone.db.pages.bulkPut(pages.map((page) => ({ key: keyOf(page), rows: [], fetched_at: fetchedAt(page) })));
  await runAction(phone, 'fetchPeople', { ...everyoneQuery, page: 22 });
  const stored = new Set(await phone.db.pages.toCollection().primaryKeys());
  expect([...pages, 22].filter((page) => !stored.has(keyOf(page)))).toEqual([2]);
});

test('if two employees take the same lead offline, one of them gets it, and the other is shown the next lead', async () => {
  const first = await ops.createWaiting({ first_name: 'First', waiting_since: server.iso(-9_000_000) });
  const next = await ops.createWaiting({ first_name: 'Next', waiting_since: server.iso(-8_000_000) });
  const [carlsPhone, olgasPhone] = [await createRealPhone(server, carl), await createRealPhone(server, olga)];
  for (const phone of [carlsPhone, olgasPhone]) {
    await phone.sync();
    phone.offline = true;
    const list = await savedWaitingLeads(phone.db, noFilters, 10);
    const lead = list.rows.find(({ id }) => id === first)!;
    await takeLead(phone.store, lead, { type: 'call', start_in: 30 });
    expect(await phone.db.people.get(first)).toBeUndefined();
  }
  for (const phone of [carlsPhone, olgasPhone]) {
    phone.offline = false;
    await phone.sync();
  }
  expect((await savedOwnLeads(carlsPhone.db, carl.id, noFilters, 50)).rows.map(({ id }) => id)).toContain(first);
  expect(await carlsPhone.db.tasks.where('linked_user_id').equals(first).count()).toBe(1);
  expect(await savedLeadRequests(carlsPhone.db)).toEqual([]);
  const [refused] = await savedLeadRequests(olgasPhone.db);
  expect(refused?.entry).toMatchObject({ state: 'rejected', error: { code: 'taken' } });
  expect(refused?.entry.error?.fields).toMatchObject({ by: 'Carl Person', at: expect.stringContaining('T') as string });
  expect((await nextWaiting(olgasPhone.db))?.id).toBe(next);
});

describe('a pool with more waiting leads than the device mirrors', () => {
  resizeWindowForTests('waiting_leads', 1);

  test('fetches and takes a waiting lead beyond those that the device mirrors', async () => {
    const id = await ops.createWaiting({ first_name: 'Further', waiting_since: server.iso(-60_000) });
    await ops.createWaiting({ first_name: 'Older', waiting_since: server.iso(-9_900_000) });
    const phone = await createRealPhone(server, carl);
    await phone.sync();
    const shown = async () => (await savedWaitingLeads(phone.db, noFilters, 50)).rows.find((lead) => lead.id === id);
    expect(await shown()).toBeUndefined();
    const query = { page: 1, language: '', country: '' };
    expect(await runAction(phone, 'fetchWaitingLeads', { ...query, country: 'FR' })).toEqual({ ok: true });
    expect(await shown()).toBeUndefined();
    expect(await runAction(phone, 'fetchWaitingLeads', query)).toEqual({ ok: true });
    const lead = (await shown())!;
    expect(lead.first_name).toBe('Further');
    await takeLead(phone.store, lead, { type: 'call', start_in: 0 });
    await phone.sync();
    expect((await phone.db.people.get(id))?.responsible_id).toBe(carl.id);
    expect(await shown()).toBeUndefined();
    expect(await phone.db.waiting_leads.count()).toBe(1);
  });
});

test('reports a lead request as old if it was unsent for an hour, and sends it if the employee still wants the lead', async () => {
  const id = await ops.createWaiting({ first_name: 'Patient', waiting_since: server.iso(-9_500_000) });
  const phone = await createRealPhone(server, carl);
  await phone.sync();
  const lead = (await phone.db.waiting_leads.get(id))!;
  await takeLead(phone.store, lead, { type: 'message', start_in: 0 });
  const entry = (await phone.db.outbox.toArray())[0]!;
  const at_client = entry.at_client - 3_600_000;
  await phone.db.outbox.put({ ...entry, at_client });
  await phone.sync();
  const [old] = await savedLeadRequests(phone.db);
  expect(old?.entry.error?.code).toBe('request_old');
  await requestLeadAgain(phone.store, old!.entry);
  await phone.sync();
  expect(await phone.db.people.get(id)).toMatchObject({ responsible_id: carl.id });
});

test('attaches the notes of a new lead to the person who already has its phone number', async () => {
  const number = ops.unusedPhone();
  const knownPersonId = await ops.of(carl, { first_name: 'Known', last_name: 'Already', phone: number });
  const phone = await createRealPhone(server, carl);
  await phone.sync();
  phone.offline = true;
  const id = newId();
  const fields = {
    first_name: 'Knowny',
    last_name: '',
    middle_name: '',
    phone: number,
    email: null,
    telegram: null,
    city: '',
    country: null,
    address: '',
    language: 'de' as const,
    date_birth: null,
    notes: 'Met at the fair',
    tags: [],
    groups: [],
    next_step_at: null,
    company: '',
    partner_note: '',
  };
  await createLead(phone.store, id, fields);
  await addNote(phone.store, (await phone.db.people.get(id))!, 'Likes chess');
  phone.offline = false;
  await phone.sync();
  const entries = await phone.db.outbox.orderBy('seq').toArray();
  expect(entries.map(({ kind, state }) => [kind, state])).toEqual([
    ['lead.create', 'rejected'],
    ['person.note', 'blocked'],
  ]);
  expect(entries[0]?.error).toMatchObject({ code: 'phone_taken', fields: { person_id: knownPersonId } });
  await mergeIntoPerson(phone.store, entries[0]!, { id: knownPersonId, name: 'Known Already' });
  await phone.sync();
  expect(await phone.db.outbox.count()).toBe(0);
  expect(await phone.db.people.get(id)).toBeUndefined();
  const { items } = await savedTimeline(phone.db, { id: knownPersonId, limit: 10, kind: 'notes' });
  const timelineTexts = items.map((item) => (item.kind === 'event' ? item.row.detail['text'] : ''));
  expect(new Set(timelineTexts)).toEqual(new Set([`Knowny, ${number}\nMet at the fair`, 'Likes chess']));
});
