import { expect, test } from 'vitest';
import type { Draft } from '../../../src/db/outbox/outbox.ts';
import { iso } from '../../../src/lib/ports.ts';
import { newId, START } from '../../helpers/phone.ts';
import { makeForeignPhone, type ForeignPhone } from '../../foreign/phone.ts';

const at = iso(START);

const lost = () => {
  throw new TypeError('the response was lost');
};

/** A phone of an employee, and one of the people for whom the employee is responsible. */
async function makePhone(): Promise<ForeignPhone & { id: string; person: Record<string, unknown> }> {
  const foreign = await makeForeignPhone({}, 'carl@foreign.test');
  const person = foreign.api.world.accounts.find(({ id }) => id === 13)!;
  Object.assign(person, { consultant: 12, status: 'processing' });
  await foreign.sync();
  const [mirrored] = await foreign.phone.db.people.toArray();
  return { ...foreign, id: mirrored!.id, person };
}

/** The writes to a person, and what the API stores for each. */
const steps: [string, (id: string, colleague: string) => Draft, Record<string, unknown>][] = [
  ['activates', (id) => ({ kind: 'lead.activate', id, args: { at } }), { status: 'active' }],
  [
    'closes',
    (id) => ({ kind: 'lead.close', id, args: { reason: 'other', text: 'Moved away', duplicate_of: null, at } }),
    { status: 'not_active', reason: 'other', text: 'Moved away' },
  ],
  ['tags', (id) => ({ kind: 'person.edit', id, args: { tags: ['music'] } }), { tags: ['music'] }],
  [
    'gives away',
    (id, to_id) => ({ kind: 'lead.give', id, args: { to_id, to_name: 'Lena', note: '', at } }),
    { consultant: 11 },
  ],
  [
    'returns',
    (id) => ({ kind: 'lead.reject', id, args: { reason: 'other', text: 'No time now', at } }),
    { consultant: null, status: 'waiting' },
  ],
];

test.each(steps)('an employee %s a person', async (_, draft, stored) => {
  const { phone, sync, id, person } = await makePhone();
  await phone.store.write(draft(id, 'f0e1a000-0001-8000-8000-00000000000b'));
  await sync();
  expect(await phone.db.outbox.toArray()).toEqual([]);
  expect(person).toMatchObject(stored);
});

test.each(steps.filter(([name]) => name !== 'tags'))(
  'an employee who %s a person is not asked again if the response is lost',
  async (name, draft, stored) => {
    const { api, phone, sync, id, person } = await makePhone();
    await phone.store.write(draft(id, 'f0e1a000-0001-8000-8000-00000000000b'));
    const path = { 'gives away': 'accounts/user/give_away_user', returns: 'team/reject_responsible_user' }[name];
    api.next(`/api/${path ?? 'accounts/user/update_settings'}/`, lost, true);
    await sync();
    await sync();
    expect(await phone.db.outbox.toArray()).toEqual([]);
    expect(person).toMatchObject(stored);
  },
);

test('creates a lead, and shows it under the id of the API from then on', async () => {
  const { phone, api, sync } = await makePhone();
  const lead = { ...{ first_name: 'Nora', last_name: 'Lind', middle_name: '', phone: '+4915208888881', email: null } };
  const otherFields = {
    telegram: null,
    city: '',
    country: null,
    address: '',
    language: 'en',
    date_birth: null,
  } as const;
  const id = newId();
  const args = { ...lead, ...otherFields, notes: '', tags: [], groups: [], at };
  await phone.store.write({ kind: 'lead.create', id, args });
  await sync();
  await sync();
  expect(api.world.accounts.at(-1)).toMatchObject({ first_name: 'Nora', consultant: 12 });
  expect(await phone.db.people.filter(({ first_name }) => first_name === 'Nora').toArray()).toMatchObject([{ id }]);
  expect(await phone.db.outbox.toArray()).toEqual([]);
});

/** Takes the waiting lead. */
async function takeLead({ phone }: ForeignPhone): Promise<void> {
  const [lead] = await phone.db.waiting_leads.toArray();
  const args = { task_id: newId(), start_in: 0, type: 'call', at } as const;
  await phone.store.write({ kind: 'lead.take', id: lead!.id, args });
}

const TAKE = '/api/user_tasks/create_new_lead_task/';

test("a taken lead leaves the waiting list and becomes one of the employee's people, with a first task", async () => {
  const foreign = await makePhone();
  await takeLead(foreign);
  await foreign.sync();
  const { db } = foreign.phone;
  expect(await db.waiting_leads.count()).toBe(0);
  expect(await db.people.filter(({ first_name }) => first_name === 'Ida').count()).toBe(1);
  expect(await db.tasks.filter(({ title }) => title === 'New lead').count()).toBe(1);
});

test('a lead is taken once even if the response to the request was lost', async () => {
  const foreign = await makePhone();
  await takeLead(foreign);
  foreign.api.next(TAKE, lost, true);
  await foreign.sync();
  await foreign.sync();
  expect(foreign.api.calls(TAKE)).toHaveLength(1);
  expect(await foreign.phone.db.outbox.toArray()).toEqual([]);
});

test('a lead is refused if the first request was lost and someone else has taken the lead since', async () => {
  const foreign = await makePhone();
  await takeLead(foreign);
  foreign.api.next(TAKE, lost);
  await foreign.sync();
  foreign.api.world.leads = [];
  await foreign.sync();
  expect(await foreign.phone.db.outbox.toArray()).toMatchObject([{ state: 'rejected', error: { code: 'taken' } }]);
});

test('refuses an edit of a field of a person that the documented calls cannot change', async () => {
  const { phone, id } = await makePhone();
  const edit = phone.store.write({ kind: 'person.edit', id, args: { city: 'Bonn' } });
  await expect(edit).rejects.toMatchObject({ code: 'not_offered' });
});
