import { afterEach, expect, test, vi } from 'vitest';
import { iso } from '../../../src/lib/ports.ts';
import { createTask, newId, pauseTask, START, startTask } from '../../helpers/phone.ts';
import { makeForeignPhone } from '../../foreign/phone.ts';

const CONSULTANT = 'carl@foreign.test';
const UPDATE = '/api/user_tasks/update/';
const at = iso(START);

afterEach(() => {
  vi.restoreAllMocks();
});

const lost = () => {
  throw new TypeError('the response was lost');
};

test('mirrors what a consultant sees from an API with other shapes', async () => {
  const { phone } = await makeForeignPhone({}, CONSULTANT);
  expect(await phone.db.tasks.toArray()).toMatchObject([
    {
      title: 'Call Otto',
      type: 'call',
      state: 'planned',
      linked_name: 'Otto Foreign',
      start_at: iso(START + 3_600_000),
    },
  ]);
  expect(await phone.db.waiting_leads.toArray()).toMatchObject([{ first_name: 'Ida', city: 'Bonn', language: 'de' }]);
  expect(await phone.db.staff_tickets.toArray()).toMatchObject([
    { subject: 'I cannot open a lesson', access: 'free', author_name: 'Lena Foreign', messages: [] },
  ]);
});

test('does not read the details of an unassigned ticket, because some APIs assign a ticket to the employee who reads its details', async () => {
  const { api, sync } = await makeForeignPhone({}, CONSULTANT);
  await sync();
  expect(api.calls('/api/tickets/consultant/detail/')).toEqual([]);
});

test('takes and answers a ticket through documented calls', async () => {
  const { phone, api, sync } = await makeForeignPhone({}, CONSULTANT);
  const [ticket] = await phone.db.staff_tickets.toArray();
  await phone.store.write({ kind: 'ticket.take', id: ticket!.id, args: { at } });
  await sync();
  expect(await phone.db.staff_tickets.toArray()).toMatchObject([
    { access: 'own', messages: [{ body: 'It stays white' }] },
  ]);
  const args = { message_id: newId(), body: 'Please update the app', attachments: [], at };
  await phone.store.write({ kind: 'ticket.answer', id: ticket!.id, args });
  await sync();
  expect(api.world.tickets[0]).toMatchObject({
    status: 'waiting_user',
    messages: [{}, { text: 'Please update the app' }],
  });
  expect(await phone.db.outbox.count()).toBe(0);
});

test('a ticket that somebody else took first is refused with the reason that the API gives', async () => {
  const { phone, api, sync } = await makeForeignPhone({}, CONSULTANT);
  const [ticket] = await phone.db.staff_tickets.toArray();
  await phone.store.write({ kind: 'ticket.take', id: ticket!.id, args: { at } });
  api.world.tickets[0]!['consultant'] = { id: 99, first_name: 'Mia' };
  await sync();
  expect(await phone.db.outbox.toArray()).toMatchObject([{ state: 'rejected', error: { code: 'ticket_taken' } }]);
});

test('works on a task, and does not start it twice if the response is lost', async () => {
  const { phone, api, sync } = await makeForeignPhone({}, CONSULTANT);
  const [task] = await phone.db.tasks.toArray();
  await phone.store.write(startTask(task!.id));
  api.next(UPDATE, lost, true);
  await sync();
  await sync();
  expect(api.calls(UPDATE)).toHaveLength(1);
  expect(await phone.db.tasks.get(task!.id)).toMatchObject({ state: 'in_progress', slices: [{}] });
  await phone.store.write(pauseTask(task!.id));
  await sync();
  expect(api.world.tasks[0]).toMatchObject({ status: 'paused' });
  expect(await phone.db.outbox.count()).toBe(0);
});

test('shows the later of two writes to one record that are sent together, before the list is read again', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { phone, api, sync } = await makeForeignPhone({}, CONSULTANT);
  const [task] = await phone.db.tasks.toArray();
  await phone.store.write(startTask(task!.id));
  await phone.store.write(pauseTask(task!.id));
  api.next('/api/user_tasks/list/', () => Response.json({}, { status: 500 }));
  await sync();
  expect(await phone.db.outbox.count()).toBe(0);
  expect(await phone.db.tasks.get(task!.id)).toMatchObject({ state: 'paused' });
});

test('starts a task again if the request was lost', async () => {
  const { phone, api, sync } = await makeForeignPhone({}, CONSULTANT);
  const [task] = await phone.db.tasks.toArray();
  await phone.store.write(startTask(task!.id));
  api.next(UPDATE, lost);
  await sync();
  await sync();
  expect(api.world.tasks[0]).toMatchObject({ status: 'in_progress' });
  expect(await phone.db.outbox.count()).toBe(0);
});

test('creates a task and starts it before the phone knows its id in the API', async () => {
  const { phone, api, sync } = await makeForeignPhone({}, CONSULTANT);
  const draft = createTask('Meet Ida');
  await phone.store.write(draft);
  await phone.store.write(startTask(draft.id));
  await sync();
  expect(api.world.tasks.at(-1)).toMatchObject({ title: 'Meet Ida', status: 'in_progress' });
  expect(await phone.db.tasks.filter(({ title }) => title === 'Meet Ida').count()).toBe(1);
});

test('asks the user about an answer to a ticket if the response of the API was lost', async () => {
  const { phone, api, sync } = await makeForeignPhone({}, CONSULTANT);
  const [ticket] = await phone.db.staff_tickets.toArray();
  await phone.store.write({ kind: 'ticket.take', id: ticket!.id, args: { at } });
  await sync();
  const args = { message_id: newId(), body: 'Only once', attachments: [], at };
  await phone.store.write({ kind: 'ticket.answer', id: ticket!.id, args });
  api.next('/api/tickets/consultant/update_ticket/', lost, true);
  await sync();
  await sync();
  expect(await phone.db.outbox.toArray()).toMatchObject([{ state: 'parked', error: { code: 'outcome_unknown' } }]);
  expect(api.world.tickets[0]!['messages']).toHaveLength(2);
});

test('the phone of a learner does not request the lists of employees', async () => {
  const { api } = await makeForeignPhone();
  expect(api.calls('/api/user_tasks/list/')).toEqual([]);
  expect(api.calls('/api/team/get_waiting_users/')).toEqual([]);
});
