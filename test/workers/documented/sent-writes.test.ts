import { expect, test } from 'vitest';
import type { PushOp } from '../../../contract/sync.ts';
import { isLocalWrite, isSupportedByDocumented } from '../../../contract/writes/documented-writes.ts';
import { writeNames, writes, type WriteName } from '../../../contract/writes/index.ts';
import { iso } from '../../../src/lib/ports.ts';
import { ApiClient } from '../../../workers/sync/documented/api-client.ts';
import { ListReader } from '../../../workers/sync/documented/changes.ts';
import { ClientConfig } from '../../../workers/sync/documented/config.ts';
import { MissingCalls } from '../../../workers/sync/documented/missing-calls.ts';
import { pushOps } from '../../../workers/sync/documented/push.ts';
import { makeEntry } from '../../features/entry-maker.ts';
import { newId, START } from '../../helpers/phone.ts';
import { laterTime as later, sampleTime as at, validArgs } from '../../helpers/valid-args.ts';
import { makeForeignPhone, type ForeignPhone } from '../../foreign/phone.ts';

/** Returns an id of the phone that stands for a number of the API. */
const idOf = (number: number) => `f0e1a000-0001-8000-8000-${number.toString(16).padStart(12, '0')}`;

/** The number of the record that the writes change. */
const RECORD = 42;
const USER = 12;

/** Replaces the sample ids by ids that stand for the same numbers of the API. */
const withApiIds = (args: unknown): unknown =>
  JSON.parse(
    JSON.stringify(args).replaceAll(/018f0000-0000-7000-8000-0*(\d+)/g, (_, digits: string) => idOf(Number(digits))),
  );

/** A request as the API sees it. A file in a form is shown as its type and size. */
type Sent = [call: string, body: unknown];

async function bodyOf({ body }: RequestInit): Promise<unknown> {
  if (typeof body === 'string') return JSON.parse(body);
  if (!(body instanceof FormData)) return null;
  const shown = [...body.entries()].map(([name, value]) => [
    name,
    typeof value === 'string' ? value : `${value.name}, ${value.type}, ${value.size} bytes`,
  ]);
  return Object.fromEntries(shown);
}

/** A phone of an employee that has the file of the sample arguments. */
async function makePhone(): Promise<ForeignPhone> {
  const foreign = await makeForeignPhone({}, 'carl@foreign.test');
  const { db } = foreign.phone;
  const data = new ArrayBuffer(3);
  await db.blobs.put({ sha256: 'a'.repeat(64), mime: 'image/jpeg', data, bytes: 3, saved_at: START, sent_at: null });
  return foreign;
}

/** Sends one write, and returns the request, whose key must be the id of the op. */
async function send({ phone, ports }: ForeignPhone, kind: WriteName, args: unknown): Promise<Sent> {
  const { db, actor } = phone;
  const op_id = newId();
  const id = writes[kind].mode === 'create' ? newId() : idOf(RECORD);
  const about = { kind, entity: writes[kind].entity, args: withApiIds(args), op_id, lane: `${kind}:${id}` };
  await db.outbox.put(makeEntry(1, { ...about, entity_id: id }));
  const op: PushOp = { ...about, id, deps: [], v: 1, base: null, base_rev: 0, at: iso(START), clock_offset_ms: 0 };
  const requests: Sent[] = [];
  const fetch = async (url: string, init: RequestInit) => {
    expect(new Headers(init.headers).get('Idempotency-Key')).toBe(op_id);
    requests.push([`${init.method} ${url}`, await bodyOf(init)]);
    return Response.json({ ok: true });
  };
  const config = ClientConfig.parse({});
  const apiState = {
    config,
    scheme: 'JWT' as const,
    keepsKeys: false,
    missing: new MissingCalls([]),
    server_time: null,
  };
  const client = new ApiClient({ ...ports, fetch }, apiState, 'token');
  const from = { user_id: actor.user_id, device_id: actor.device_id, body: { ops: [op] } };
  const outcome = await pushOps(client, new ListReader(), db, from);
  expect(outcome).toMatchObject({ kind: 'results', reply: { results: [{ op_id, status: 200 }] } });
  expect(requests).toHaveLength(1);
  await db.outbox.clear();
  return requests[0]!;
}

const TASK = 'POST /api/user_tasks/update/';
const TICKET = 'POST /api/tickets/consultant/update_ticket/';
const SETTINGS = 'POST /api/accounts/user/update_settings/';
const photo = (field: string) => ({ [field]: `${field}.jpeg, image/jpeg, 3 bytes` });
const task = (action: string, fields: object): Sent => [TASK, { id: RECORD, action, ...fields }];
const ticket = (action: string, fields: object): Sent => [TICKET, { id: RECORD, action, ...fields }];
const person = (call: string, fields: object): Sent => [call, { user_id: RECORD, ...fields }];
const reply = (body: string) => ({ message_id: 8, body, attachments: [], at });
const { at: _task, ...newLead } = validArgs['lead.create'];
const donation = {
  ...{ amount: '120', type: 'books', type_text: '', payment_method: 'bank_transfer', anonymous: 'false' },
  ...{ currency: 'USD', paid_at: at, receipt: 'D-7F3A-0012', comment: '', is_no_duplicate: 'false' },
  ...photo('confirmation_check'),
};
const contact = {
  ...{ first_name: 'Ivan', last_name: '', middle_name: '', phones: '[]', emails: '[]', telegram: '', city: '' },
  ...{ country: '', date_birth: '', address: '', work_zone: '', is_partner: 'false', category_id: '', status: 'new' },
  ...{ notes: '', next_step_at: '', consent: '' },
};

/** What is sent for the sample arguments of each write that the documented calls support. */
const expected: Partial<Record<WriteName, Sent>> = {
  'comment.add': ['POST /api/navigator/comments/', { text: 'Hello' }],
  'lesson.time': [
    `POST /api/navigator/lesson/view/${RECORD}/`,
    { time: 60, slice_id: 4, from: at, to: later, scrolled: 10 },
  ],
  'task.create': ['POST /api/user_tasks/create/', validArgs['task.create']],
  'task.edit': task('edit', { title: 'New' }),
  'task.start': task('start', { slice_id: 5, at }),
  'task.pause': task('pause', { at: later }),
  'task.finish': task('finish', {
    ...{ at: later, result: 'held', result_note: '' },
    worked: { slice_id: 6, from: at, to: later },
  }),
  'task.reschedule': task('reschedule', { at, start_at: later }),
  'task.cancel': task('cancel', { at: later, reason: '' }),
  'task.reopen': task('reopen', { at: later }),
  'task.reassign': task('reassign', { at, assignee_id: 5 }),
  'task.confirm_slice': task('confirm_slice', { at, slice_id: 4, from: at, to: later }),
  'me.update': ['PUT /api/accounts/me/', { city: 'Ulm', telegram: 'nina_k' }],
  'me.avatar': ['POST /api/accounts/me/', photo('avatar')],
  'me.work_times': [
    'POST /api/accounts/user/update_work_times/',
    { work_times: validArgs['me.work_times']['work_times'] },
  ],
  'ticket.create': ['POST /api/tickets/create/', validArgs['ticket.create']],
  'ticket.create_for': [
    'POST /api/tickets/consultant/create_ticket/',
    {
      ...{ user_id: 4, type: 'question', subject: 'By phone', body: 'When is it?' },
      ...{ channel: 'phone', priority: 'normal', at },
    },
  ],
  'ticket.take': ticket('take', { at }),
  'ticket.release': ticket('release', { at }),
  'ticket.answer': ticket('reply', reply('Turn it on')),
  'ticket.note': ticket('note', { message_id: 8, body: 'He is deaf', at }),
  'ticket.resolve': ticket('resolve', reply('It was off')),
  'ticket.reject': [
    'POST /api/tickets/consultant/reject_ticket/',
    { id: RECORD, reason: 'other', text: 'Not for us', duplicate_of: null, at },
  ],
  'ticket.resume': ticket('reopen', { at }),
  'ticket.snooze': ticket('snooze', { until: later, at }),
  'ticket.prioritise': ticket('priority', { priority: 'urgent', at }),
  'contact.create': ['POST /api/contacts/', contact],
  'contact.edit': [
    `PUT /api/contacts/${RECORD}/`,
    { city: 'Bonn', phones: '[{"number":"+491511234567","label":"home"}]' },
  ],
  'contact.photo': [`PUT /api/contacts/${RECORD}/`, photo('photo')],
  'contact_category.create': ['POST /api/contacts/category/', { name: 'Neighbours', color: 'teal', position: 0 }],
  'contact_category.edit': [`PUT /api/contacts/category/${RECORD}/`, { name: 'Family' }],
  'contact_category.delete': [`DELETE /api/contacts/category/${RECORD}/`, null],
  'donation.submit': ['POST /api/payments/manual_donation/', { user_id: '4', ...donation }],
  'lead.create': ['POST /api/accounts/user/create_lead_user/', newLead],
  'lead.take': person('POST /api/user_tasks/create_new_lead_task/', { task_id: 5, start_in: 15, type: 'call', at }),
  'lead.give': person('POST /api/accounts/user/give_away_user/', { consultant_id: 7, note: '' }),
  'lead.reject': person('POST /api/team/reject_responsible_user/', { reason: 'overloaded', text: '' }),
  'lead.activate': person(SETTINGS, { status: 'active' }),
  'lead.close': person(SETTINGS, { status: 'not_active', reason: 'not_interested', text: '', duplicate_of: null }),
  'lead.reopen': person(SETTINGS, { status: 'processing' }),
  'lead.remove': person('POST /api/accounts/user/remove_user/', { typed_name: 'Nina Berg' }),
  'person.edit': person(SETTINGS, { tags: ['music'] }),
  'person.message': ['POST /api/chatbot_telegram/send_msg_through_chatbot/', { user_id: 7, text: 'See you at six' }],
  'subscription.auto_pay': ['POST /api/subscription/info/', { auto_pay: false }],
  'flow.create': [
    'POST /api/user_flows/',
    { title: 'Spring course', unique_name: 'spring', lang: 'en', description: '' },
  ],
  'flow.edit': [`PUT /api/user_flows/${RECORD}/`, { title: 'Summer course', unique_name: 'summer' }],
  'flow.cover': [`PUT /api/user_flows/${RECORD}/`, photo('cover')],
  'flow.archive': [`PUT /api/user_flows/${RECORD}/`, { state: 'archived' }],
  'flow.unarchive': [`PUT /api/user_flows/${RECORD}/`, { state: 'draft' }],
  'flow.delete': [`DELETE /api/user_flows/${RECORD}/`, null],
};

/** The sample arguments of a write. The edit of a person is reduced to what the documented call can change. */
const argsOf = (kind: WriteName): unknown => (kind === 'person.edit' ? { tags: ['music'] } : validArgs[kind]);

test('the table of expected requests contains each supported write, except those that are stored only on the phone', () => {
  const supported = writeNames.filter((kind) => isSupportedByDocumented(kind, argsOf(kind)));
  expect(supported.filter((kind) => !isLocalWrite(kind, argsOf(kind))).toSorted()).toEqual(
    Object.keys(expected).toSorted(),
  );
});

test.each(Object.entries(expected) as [WriteName, Sent][])(
  '%s is sent once by its documented call, with the ids of the API and the op id as key',
  async (kind, request) => {
    expect(await send(await makePhone(), kind, argsOf(kind))).toEqual(request);
  },
);

const ownDonation: Sent = ['POST /api/payments/donation/', donation];
const cleared = (call: string, field: string): Sent => [call, { [field]: '' }];
const lessonComment = { lesson: idOf(3), parent: idOf(9), text: 'Hello', at };

test.each<[string, WriteName, object, Sent]>([
  [
    'a reply to a comment',
    'comment.add',
    lessonComment,
    ['POST /api/navigator/comments/', { text: 'Hello', lesson: 3, parent: 9 }],
  ],
  ['a new language', 'settings.update', { language: 'de' }, ['POST /api/accounts/set_language/', { language: 'de' }]],
  ['the removal of the avatar', 'me.avatar', { photo: null, at }, ['PUT /api/accounts/me/', { avatar: null }]],
  [
    "the removal of a contact's photo",
    'contact.photo',
    { photo: null, at },
    cleared(`PUT /api/contacts/${RECORD}/`, 'photo'),
  ],
  ['the removal of a cover', 'flow.cover', { cover: null, at }, cleared(`PUT /api/user_flows/${RECORD}/`, 'cover')],
  ['an own donation', 'donation.submit', { ...validArgs['donation.submit'], donor_id: idOf(USER) }, ownDonation],
])('%s is sent by the call for it', async (_, kind, args, request) => {
  expect(await send(await makePhone(), kind, args)).toEqual(request);
});

test('a donation without a photo is sent without a file', async () => {
  const args = { ...validArgs['donation.submit'], method: 'cash', amount_cents: 500, photo: null };
  const [, body] = await send(await makePhone(), 'donation.submit', args);
  expect(body).toMatchObject({ amount: '5', payment_method: 'cash' });
  expect(body).not.toHaveProperty('confirmation_check');
});

test('a manager assigns a person of the team, also beyond the daily limit with a reason', async () => {
  const foreign = await makePhone();
  await foreign.phone.db.me.update(foreign.phone.actor.user_id, { is_manager: true });
  const args = { ...validArgs['lead.give'], force: true, reason: 'Speaks Finnish' };
  expect(await send(foreign, 'lead.give', args)).toEqual(
    person('POST /api/accounts/manager/give_away_user/', {
      consultant_id: 7,
      note: '',
      force: true,
      reason: 'Speaks Finnish',
    }),
  );
});
