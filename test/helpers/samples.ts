import { uuidv7 } from 'uuidv7';
import type { CallName } from '../../contract/api-calls/index.ts';
import type { profileCalls } from '../../contract/api-calls/profile.ts';
import type { staffTicketCalls } from '../../contract/api-calls/staff-tickets.ts';
import type { registrationCalls } from '../../contract/api-calls/registration.ts';
import { employeeSamples } from './employee-samples.ts';
import { bookSamples } from './books.ts';
import { newLinkToken, createLinkRequest, createRevocationToken } from './link-samples.ts';
import { flowSamples } from './flow-samples.ts';
import { importSamples } from './import-samples.ts';
import { addEvent, addNews } from './news.ts';
import { ownPerson } from './own-person.ts';
import { accountingSamples } from './accounting-samples.ts';
import { adminSamples } from './admin-samples.ts';
import { statisticsSamples } from './statistics-samples.ts';
import { paymentSamples } from './payment-samples.ts';
import { peopleSamples } from './people-samples.ts';
import { makePng, sha256Of } from './images.ts';
import { multipartBody } from './multipart.ts';
import type { CallOptions, TestServer } from './server.ts';
import { createPushBrowser } from './push-browser.ts';
import { syncStamps } from './stamps.ts';
import { subscriptionSamples } from './subscriptions.ts';

const HOUR = 3_600_000;
const noInput = () => Promise.resolve({});

/** Creates a category with a free lesson. Returns the lesson's id. */
export async function addLesson({ db, scope, clock }: TestServer): Promise<string> {
  const syncFields = { scope, ...syncStamps(clock.now().toISOString()) };
  const category_id = uuidv7();
  const id = uuidv7();
  await db
    .insertInto('categories')
    .values({
      ...syncFields,
      id: category_id,
      path: category_id,
      source_hash: '',
      slug: 'first-steps',
      title: 'First steps',
      description: '',
      language: 'en',
      color: 'teal',
      position: 1,
    })
    .execute();
  await db
    .insertInto('lessons')
    .values({
      ...syncFields,
      id,
      path: id,
      source_hash: '',
      category_id,
      title: 'Listening',
      language: 'en',
      position: 1,
      duration_min: 5,
      free: true,
      body: '<p>Listen first.</p>',
      media: '[]',
    })
    .execute();
  return id;
}

export const taskBody = ({ clock }: TestServer) => ({
  type: 'meet',
  title: 'Meet Ivan',
  start_at: new Date(clock.now().getTime() + HOUR).toISOString(),
});

/** Functions that return a valid request for each call, by a permitted caller. A missing sample is a compile error. */
export type Samples = Record<Exclude<CallName, 'sync.events'>, (token: string | undefined) => Promise<CallOptions>>;

async function ownTask(server: TestServer, token: string | undefined): Promise<string> {
  const { body } = await server.call('tasks.create', { token, body: taskBody(server) });
  return typeof body['id'] === 'string' ? body['id'] : uuidv7();
}

const picture = makePng('sample');
const upload = { params: { sha256: sha256Of(picture) }, body: { bytes: picture.length, mime: 'image/png' } };

/** Registers a device of the caller, and returns its id. */
async function registerDevice(server: TestServer, token: string | undefined): Promise<string> {
  const device_id = uuidv7();
  await server.call('sync.push', { token, body: { proto: 1, device_id, ops: [{ op_id: uuidv7() }] } });
  return device_id;
}

async function createContact(server: TestServer, token: string | undefined): Promise<string> {
  const { body } = await server.call('contacts.add', { token, body: { first_name: 'Nina' } });
  return typeof body['id'] === 'string' ? body['id'] : uuidv7();
}

function imageForm(name: string): CallOptions {
  const { payload: body, headers } = multipartBody([{ name, file: picture, type: 'image/png' }]);
  return { body, headers };
}

/** Creates a contact with a photo. */
async function createContactWithPhoto(server: TestServer, token: string | undefined): Promise<string> {
  const params = { id: await createContact(server, token) };
  await server.call('contacts.change', { token, params, ...imageForm('photo') });
  return params.id;
}

async function createCategory(server: TestServer, token: string | undefined): Promise<string> {
  const { body } = await server.call('contacts.add_category', { token, body: { name: uuidv7() } });
  return typeof body['id'] === 'string' ? body['id'] : uuidv7();
}

function contactSamples(server: TestServer): Pick<Samples, Extract<keyof Samples, `contacts.${string}`>> {
  return {
    'contacts.statuses': noInput,
    'contacts.categories': noInput,
    'contacts.add_category': () => Promise.resolve({ body: { name: uuidv7() } }),
    'contacts.change_category': async (token) => {
      const params = { id: await createCategory(server, token) };
      return { params, body: { color: 'sky' } };
    },
    'contacts.delete_category': async (token) => ({ params: { id: await createCategory(server, token) } }),
    'contacts.list': noInput,
    'contacts.add': () => Promise.resolve({ body: { first_name: 'Nina' } }),
    'contacts.change': async (token) => ({ params: { id: await createContact(server, token) }, body: { city: 'Ulm' } }),
    'contacts.photo': async (token) => ({ params: { id: await createContactWithPhoto(server, token) } }),
  };
}

/** Creates an unassigned ticket of the caller or of another person. */
async function createUnassignedTicket(server: TestServer, own?: string): Promise<string> {
  const token = own ?? (await server.user()).token;
  const body = { type: 'question', subject: 'Where is it?', body: 'I cannot find it.' };
  const reply = await server.call('tickets.create', { token, body });
  return String(reply.body['id']);
}

/** Creates a ticket taken by the caller. */
async function createTakenTicket(server: TestServer, token: string | undefined): Promise<string> {
  const id = await createUnassignedTicket(server);
  await server.call('tickets.update', { token, body: { id, action: 'take' } });
  return id;
}

/** Returns a person who has a chat with the bot and is assigned to the caller. */
async function createReachablePerson(server: TestServer, token: string | undefined): Promise<string> {
  const user_id = await ownPerson(server, token);
  const { db, scope, clock } = server;
  const linked_at = clock.now().toISOString();
  await db.insertInto('telegram_chats').values({ scope, user_id, chat_id: user_id, linked_at }).execute();
  return user_id;
}

type TicketSample = keyof typeof staffTicketCalls;

function ticketSamples(server: TestServer): Pick<Samples, TicketSample> {
  return {
    'tickets.list': async () => ({ body: { free: true } }),
    'tickets.detail': async (token) => ({ body: { id: await createTakenTicket(server, token) } }),
    'tickets.update': async () => ({ body: { id: await createUnassignedTicket(server), action: 'take' } }),
    'tickets.reject': async (token) => ({ body: { id: await createTakenTicket(server, token), reason: 'spam' } }),
    'tickets.create_for': async (token) => ({
      body: { user_id: await ownPerson(server, token), type: 'question', subject: 'By phone', body: 'When is it?' },
    }),
    'chatbot.send': async (token) => ({
      body: { user_id: await createReachablePerson(server, token), text: 'See you at six' },
    }),
  };
}

let registrations = 0;

type AccountSample = Extract<
  keyof Samples,
  keyof typeof registrationCalls | Exclude<keyof typeof profileCalls, 'own.change_password' | 'own.delete_account'>
>;

function accountSamples(server: TestServer): Pick<Samples, AccountSample> {
  const password = 'long enough to be taken';
  return {
    'accounts.register': async () => {
      registrations += 1;
      const email = `new${registrations}@example.org`;
      const phone = `+4917${String(registrations).padStart(8, '0')}`;
      const body = { first_name: 'Nina', last_name: '', email, phone, password, language: 'en', consent: true };
      return { body };
    },
    'own.check_registration': async () => ({ body: { email: 'unused@example.org' } }),
    'accounts.admin_reg_link': async () => ({}),
    'accounts.bot_login': async () => ({ body: { token: await newLinkToken(server, 'bot') } }),
    'accounts.recover': async () => ({ body: { email: 'nobody@example.org' } }),
    'accounts.reset_password': async () => ({
      body: { token: await newLinkToken(server, 'password_reset'), password },
    }),
    'accounts.make_link': async (token) => ({ query: { user_id: await ownPerson(server, token) } }),
    'accounts.spend_link': async () => ({ body: { token: await newLinkToken(server, 'credentials') } }),
    'accounts.set_credentials': async () => {
      const token = await newLinkToken(server, 'credentials');
      await server.call('accounts.spend_link', { body: { token } });
      return { body: { token, password } };
    },
    'accounts.link_requests': async () => ({}),
    'accounts.answer_link_request': async (token) => ({
      body: { id: await createLinkRequest(server, await ownPerson(server, token)), confirm: true },
    }),
    'own.stop_link': async () => ({ body: { token: await createRevocationToken(server) } }),
    'own.check_link': async () => {
      const token = await newLinkToken(server, 'credentials');
      return { body: { kind: 'credentials', token } };
    },
    'accounts.update_me': async () => ({ body: { city: 'Ulm' } }),
    'accounts.avatar': async () => imageForm('avatar'),
    'own.contact_code': async () => ({ body: { email: 'another@example.org' } }),
    'own.keep_account': async () => ({}),
  };
}

export function samplesOf(server: TestServer, fixed: { lesson_id: string; email: string; password: string }): Samples {
  const { lesson_id, email, password } = fixed;
  const credentials = { body: { username: email, password } };
  const lesson = { params: { id: lesson_id } };
  return {
    'accounts.login': () => Promise.resolve(credentials),
    'accounts.me': noInput,
    ...accountSamples(server),
    // Set the same password again, so that the next call can log in to the account.
    'own.change_password': async () => ({ body: { old_password: password, password } }),
    'own.delete_account': async () => ({ body: { password } }),
    'accounts.set_language': () => Promise.resolve({ body: { language: 'ru' } }),
    'menu.main': noInput,
    'menu.dropdown': noInput,
    'configs.all': noInput,
    'pages.footer_links': noInput,
    'categories.list': noInput,
    'lessons.list': () => Promise.resolve({ body: {} }),
    'lessons.view': () => Promise.resolve(lesson),
    'lessons.time': () => Promise.resolve({ ...lesson, body: { time: 30 } }),
    'lessons.dashboard': noInput,
    'comments.all': noInput,
    'comments.add': () => Promise.resolve({ body: { lesson: lesson_id, text: 'Thank you' } }),
    'comments.of_lesson': () => Promise.resolve(lesson),
    'news.important': noInput,
    'news.list': noInput,
    'news.view': async () => ({ params: { id: await addNews(server) } }),
    ...bookSamples(server),
    'events.nearest': noInput,
    'events.view': async () => ({ params: { id: await addEvent(server) } }),
    ...subscriptionSamples(server),
    'tasks.list': () => Promise.resolve({ body: { group: 'today' } }),
    'tasks.create': () => Promise.resolve({ body: taskBody(server) }),
    'tasks.update': async (token) => ({ body: { id: await ownTask(server, token), action: 'start' } }),
    'tasks.users_to_link': noInput,
    ...employeeSamples(server),
    ...peopleSamples(server),
    ...contactSamples(server),
    ...flowSamples(server),
    ...importSamples(server),
    ...accountingSamples(server),
    ...adminSamples(server),
    ...statisticsSamples,
    ...paymentSamples(server),
    ...ticketSamples(server),
    'tickets.choices': noInput,
    'tickets.own_list': noInput,
    'tickets.own_detail': async (token) => ({ params: { id: await createUnassignedTicket(server, token) } }),
    'tickets.create': async () => ({ body: { type: 'question', subject: 'Where is it?', body: 'I cannot find it.' } }),
    'choices.list': () => Promise.resolve({ params: { path: 'languages' } }),
    'own.refresh': async () => {
      const page = { origin: 'http://localhost:8080', 'x-haversack-client': 'web/2' };
      const { headers, body } = await server.call('accounts.login', { ...credentials, headers: page });
      const cookie = String([headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
      return { headers: { ...page, cookie, authorization: `Bearer ${String(body['token'])}` } };
    },
    'own.logout': noInput,
    'sync.push': () => Promise.resolve({ body: { proto: 1, device_id: uuidv7(), ops: [{ op_id: uuidv7() }] } }),
    'sync.changes': () => Promise.resolve({ query: { p0: 0, p2: 0 } }),
    'sync.snapshot': () => Promise.resolve({ query: { group: 'p0' } }),
    'sync.digest': () => Promise.resolve({ query: { group: 'p1' } }),
    'sync.upload': () => Promise.resolve(upload),
    'sync.upload_part': async (token) => {
      await server.call('sync.upload', { ...upload, token });
      return { params: upload.params, query: { offset: 0 }, body: picture };
    },
    'sync.blob': async (token) => {
      await server.call('sync.upload', { ...upload, token });
      await server.call('sync.upload_part', { token, params: upload.params, query: { offset: 0 }, body: picture });
      return { params: upload.params };
    },
    'own.devices': noInput,
    'own.revoke_device': async (token) => ({ params: { id: await registerDevice(server, token) } }),
    'own.outbox_key': noInput,
    'push.key': noInput,
    'push.subscribe': () =>
      Promise.resolve({ headers: { 'x-device-id': uuidv7() }, body: createPushBrowser().subscription() }),
    'push.unsubscribe': () => Promise.resolve({ headers: { 'x-device-id': uuidv7() } }),
  };
}
