import { readFileSync } from 'node:fs';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Principal } from '../../contract/api-calls/define.ts';
import { callNamed, callNames, type CallName } from '../../contract/api-calls/index.ts';
import type { Lang } from '../../contract/fields.ts';
import { successTexts, type SuccessCode } from '../../contract/success-texts.ts';
import { languages } from '../../contract/preference-values.ts';
import { readCatalogue } from '../../server/http/catalogue.ts';
import { fixedTexts } from '../fixed-texts.ts';
import { addLesson, samplesOf, type Samples } from '../helpers/samples.ts';
import { openTestServer, roles, TEST_PASSWORD, type TestServer, type TestUser } from '../helpers/server.ts';

const named = callNames.filter((name) => callNamed(name).success !== undefined);

/** The success text of each sample call, as worded in the specification. */
const expected: Partial<Record<CallName, string>> = {
  'accounts.login': 'Logged in',
  'accounts.bot_login': 'Logged in',
  'accounts.register': 'Logged in',
  'accounts.spend_link': 'Logged in',
  'own.logout': 'Logged out',
  'accounts.reset_password': 'Password changed successfully',
  'accounts.set_credentials': 'Password changed successfully',
  'own.change_password': 'Password changed successfully',
  'accounts.update_me': 'Profile successfully updated',
  'accounts.avatar': 'Profile successfully updated',
  'accounts.set_language': 'Changes saved',
  'accounts.make_link': 'Link copied',
  'accounts.recover': 'Operation successful',
  'accounts.answer_link_request': 'Operation successful',
  'own.check_registration': 'Operation successful',
  'own.stop_link': 'Operation successful',
  'own.contact_code': 'Operation successful',
  'own.delete_account': 'Operation successful',
  'own.keep_account': 'Operation successful',
  'own.revoke_device': 'Operation successful',
  'push.subscribe': 'Operation successful',
  'push.unsubscribe': 'Operation successful',
  'contacts.add': 'Contact saved',
  'contacts.change': 'Contact saved',
  'contacts.add_category': 'Changes saved',
  'contacts.change_category': 'Changes saved',
  'contacts.delete_category': 'Deleted successfully',
  'flows.add': 'Changes saved',
  'flows.change': 'Changes saved',
  'flows.delete': 'Deleted successfully',
  'flows.add_element': 'Changes saved',
  'flows.change_element': 'Changes saved',
  'flows.delete_element': 'Deleted successfully',
  'flows.publish': 'Operation successful',
  'flows.unpublish': 'Operation successful',
  'flows.restore_version': 'Operation successful',
  'team.reject_user': 'User rejected successfully',
  'people.remove': 'Deleted successfully',
  'people.give': 'Operation successful',
  'people.assign': 'Operation successful',
  'people.create_lead': 'Lead created',
  'partners.create': 'Partner created',
  'people.update_settings': 'Lead settings updated',
  'people.new_lead_task': 'Task created',
  'subscription.set_auto_pay': 'Changes saved',
  'payments.donation': 'Donation created',
  'payments.manual_donation': 'Donation created',
  'tasks.create': 'Task created',
  'tasks.update': 'Changes saved',
  'tickets.create': 'Ticket created successfully',
  'tickets.create_for': 'Ticket created successfully',
  'tickets.update': 'Changes saved',
  'tickets.reject': 'Ticket rejected successfully',
  'chatbot.send': 'Message sent successfully',
  'employees.work_times': 'Changes saved',
  'employees.settings': 'Consultant settings updated successfully',
  'admin.create_user': 'User successfully created',
  'admin.update_user': 'User successfully updated',
  'view_as.stop': 'Operation successful',
  'employees.block': 'Consultant blocked successfully',
};

const catalogues = Object.fromEntries(
  languages.map((language) => [language, readCatalogue(readFileSync(`locales/${language}.po`, 'utf8'))]),
);
const inLanguage = (text: string, language: string) => catalogues[language]!.get(text);

let server: TestServer;
let samples: Samples;
const managers = new Map<string, TestUser>();
const learners = new Map<string, TestUser>();
const admins = new Map<string, TestUser>();

beforeAll(async () => {
  server = await openTestServer();
  const { email } = await server.user();
  samples = samplesOf(server, { lesson_id: await addLesson(server), email: email!, password: TEST_PASSWORD });
  // A second superuser, because the account of the last superuser cannot be deleted.
  await server.user(roles.admin);
  for (const language of languages) {
    managers.set(language, await server.user({ ...roles.manager, language }));
    admins.set(language, await server.user({ ...roles.admin, language }));
    learners.set(language, await server.user({ language }));
  }
});
afterAll(() => server.close());

/** Returns the users with the role that a call requires. */
const usersFor = (who: readonly Principal[]) => {
  if (who.includes('manager')) return managers;
  return who.includes('admin') ? admins : learners;
};

async function answer(name: CallName, language: Lang) {
  const { roles: who } = callNamed(name);
  // These two calls respond in the language that they set.
  const isSetting = name === 'accounts.register' || name === 'accounts.set_language';
  const before = isSetting ? languages.find((candidate) => candidate !== language)! : language;
  const user = isSetting ? await server.user({ language: before }) : usersFor(who).get(language)!;
  const token = who.includes('anonymous') ? undefined : await server.tokenFor(user);
  const options = await samples[name as keyof Samples](token ?? (await server.tokenFor(user)));
  const headers = { ...options.headers, 'accept-language': before };
  const body = isSetting ? { ...(options.body as object), language } : options.body;
  return server.call(name, { ...options, headers, token, ...(body !== undefined && { body }) });
}

describe.each(languages)('success texts in %s', (language) => {
  it.each(named)('the call %s has a success text', async (name) => {
    const text = inLanguage(expected[name]!, language);
    expect(text).toBeTruthy();
    const { status, body } = await answer(name, language);
    expect([name, status, body['message']]).toEqual([name, callNamed(name).status ?? 200, text]);
  });
});

describe('success texts', () => {
  it('every call that only confirms success has a text', async () => {
    const withoutText = callNames.filter((name) => {
      const shape = (callNamed(name).reply as { shape?: Record<string, unknown> }).shape ?? {};
      return Object.hasOwn(shape, 'ok') && callNamed(name).success === undefined;
    });
    expect(withoutText).toEqual([]);
  });

  it('the success texts include those that the specification names', () => {
    const first = fixedTexts.indexOf('Password changed successfully');
    const successes = fixedTexts.slice(first, fixedTexts.indexOf('Loading'));
    expect(Object.values(successTexts)).toEqual(expect.arrayContaining(successes));
  });

  it('the success text of a call depends on what the call has changed', async () => {
    const { id, token } = await server.user(roles.manager);
    const call = async (name: CallName, body: object): Promise<unknown> =>
      (await server.call(name, { token, body })).body['message'];
    const person = await server.user({ responsible_id: id, status: 'processing' });
    const group_id = uuidv7();
    const { db, scope } = server;
    await db.insertInto('tag_groups').values({ scope, id: group_id, name: 'Interests', position: 1 }).execute();
    await db.insertInto('tags').values({ scope, id: uuidv7(), group_id, name: 'music', position: 1 }).execute();
    const texts: [CallName, object, SuccessCode][] = [
      ['people.update_settings', { user_id: person.id, tags: ['music'] }, 'tag_added'],
      ['people.update_settings', { user_id: person.id, groups: [] }, 'lead_settings_updated'],
    ];
    const employee = await server.user({ ...roles.consultant, responsible_id: id });
    for (const is_blocked of [true, false])
      texts.push([
        'employees.block',
        { user_id: employee.id, is_blocked },
        is_blocked ? 'consultant_blocked' : 'consultant_unblocked',
      ]);
    const waiting = await server.user({ status: 'waiting', waiting_since: server.clock.now().toISOString() });
    const task = { user_id: waiting.id, start_in: 15, type: 'call' };
    texts.push(['people.new_lead_task', task, 'task_created'], ['people.new_lead_task', task, 'task_known']);
    for (const [name, body, code] of texts) expect([code, await call(name, body)]).toEqual([code, successTexts[code]]);
  });

  it('a ticket reply is confirmed by the text about a sent message', async () => {
    const { token } = await server.user(roles.manager);
    const sample = await samples['tickets.update'](token);
    const { id } = sample.body as { id: string };
    await server.call('tickets.update', { token, body: { id, action: 'take' } });
    const { body } = await server.call('tickets.update', { token, body: { id, action: 'reply', body: 'Try again.' } });
    expect(body['message']).toBe(successTexts.message_sent);
  });

  it.each([
    ['waits for a manager', { email: null, phone: null }, 'copy', 'waiting', 'done'],
    ['is sent to the person only', {}, 'mail', 'sent', 'message_sent'],
  ] as const)('does not say that a link was copied if it %s', async (_, fields, reset_links, status, code) => {
    const other = await openTestServer({ clock: server.clock, app: { reset_links } });
    const { id, token } = await other.user(roles.consultant);
    const person = await other.user({ responsible_id: id, ...fields });
    const { body } = await other.call('accounts.make_link', { token, query: { user_id: person.id } });
    expect(body).toMatchObject({ status, message: successTexts[code] });
    await other.close();
  });

  it('a repeated call returns the same success text, and a row that is sent back may contain the text', async () => {
    const { token } = await server.user({ language: 'de' });
    const headers = { 'idempotency-key': uuidv7() };
    const send = () => server.call('contacts.add', { token, headers, body: { first_name: 'Nina' } });
    const [first, again] = [await send(), await send()];
    expect([again.headers['idempotency-replayed'], again.body]).toEqual(['true', first.body]);
    const params = { id: String(first.body['id']) };
    const changed = await server.call('contacts.change', { token, params, body: { ...first.body, city: 'Bonn' } });
    expect(changed.body).toMatchObject({ city: 'Bonn', message: 'Kontakt gespeichert' });
    const only = await server.call('contacts.change', { token, params, body: { message: 'Hello' } });
    expect(only.status).toBe(400);
  });

  it('a profile change is confirmed in the language just chosen', async () => {
    const { token } = await server.user({ language: 'ru' });
    const { body } = await server.call('accounts.update_me', { token, body: { language: 'de' } });
    expect(body['message']).toBe(inLanguage(successTexts.profile_updated, 'de'));
  });
});
