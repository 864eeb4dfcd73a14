import { describe, expect, it } from 'vitest';
import { callNamed, callNames } from '../../contract/api-calls/index.ts';

// Repeats the rights and limits of the calls, so that a change must be made in both places deliberately.

/** The calls of each feature, separated by spaces. */
type Calls = Record<string, string>;

const namesIn = (calls: Calls): string[] =>
  Object.entries(calls).flatMap(([feature, names]) => names.split(' ').map((name) => `${feature}.${name}`));

/** The calls for each list of callers. All other calls are for everyone who is logged in. */
const callers: Record<string, Calls> = {
  'anonymous learner consultant manager admin': {
    accounts: 'login register admin_reg_link bot_login recover reset_password spend_link set_credentials',
    own: 'check_registration check_link stop_link refresh logout',
    pages: 'footer_links',
    configs: 'all',
  },
  'consultant manager admin': {
    accounts: 'make_link',
    tasks: 'list create update users_to_link',
    team: 'structure_users structure_choices waiting_users reject_user completed_tasks',
    people: 'details action_logs create_lead give bulk bulk_filtered update_settings tags_groups new_lead_task',
    partners: 'create details',
    employees: 'work_times',
    payments: 'manual_donation person_donations',
    accounting: 'payments',
    statistics: 'figures countries staff records',
    tickets: 'list detail update reject create_for',
    chatbot: 'send',
    imports: 'list save start rows cancel undo',
  },
  'manager admin': {
    accounts: 'link_requests answer_link_request',
    people: 'remove assign',
    employees: 'settings block activity',
    view_as: 'start',
  },
  'learner admin': {
    own: 'delete_account',
  },
  admin: {
    accounting: 'months report ledger',
    admin: 'users user create_user update_user audit_log',
  },
};

/** The calls with limits of their own. */
const limits: Record<string, Calls> = {
  '30 a minute': {
    accounts: 'login bot_login reset_password make_link spend_link set_credentials',
    own: 'stop_link change_password delete_account',
    books: 'purchase',
    subscription: 'package_purchase',
    payments: 'donation',
    tickets: 'create create_for',
    chatbot: 'send',
    imports: 'save',
    sync: 'digest',
  },
  '200 an hour': {
    accounts: 'register',
  },
  '100 an hour': {
    own: 'check_registration',
  },
  '60 a minute': {
    accounts: 'admin_reg_link link_requests answer_link_request',
    own: 'check_link refresh logout outbox_key',
    comments: 'add',
    flows: 'check_unique_name',
    landings: 'validate_phone',
    view_as: 'stop',
    imports: 'start',
  },
  '30 an hour': {
    accounts: 'recover',
  },
  '10 an hour': {
    own: 'contact_code',
  },
  '120 a minute': {
    pages: 'footer_links',
  },
  '10 a minute': {
    subscription: 'check_promo',
  },
  '20 a minute': {
    partners: 'create',
    view_as: 'start',
    push: 'subscribe',
  },
};

/** Calls that change or send something, and whose response is not stored: a repeated request runs them again. */
const notIdempotent: Calls = {
  accounts: 'login register bot_login recover reset_password spend_link set_credentials update_me',
  own: 'check_registration check_link stop_link contact_code change_password delete_account keep_account refresh logout',
  lessons: 'list',
  books: 'purchase',
  subscription: 'periods packages check_promo',
  tasks: 'list',
  team: 'structure_users waiting_users completed_tasks',
  people: 'details action_logs',
  partners: 'details',
  payments: 'methods person_donations',
  accounting: 'payments',
  statistics: 'figures countries staff records',
  tickets: 'list detail',
  flows: 'check_unique_name',
  landings: 'validate_phone',
  view_as: 'start stop',
  imports: 'list start rows',
  sync: 'push upload upload_part',
};

const byName = (groups: Record<string, Calls>): Record<string, string> =>
  Object.fromEntries(Object.entries(groups).flatMap(([group, calls]) => namesIn(calls).map((name) => [name, group])));

describe('a documented call', () => {
  it.each(callNames)('%s can be used only by the documented callers', (name) => {
    const expected = byName(callers)[name] ?? 'learner consultant manager admin';
    expect(callNamed(name).roles.join(' '), `add ${name} to callers in this test`).toBe(expected);
  });

  it.each(callNames)('the call %s has the documented limit', (name) => {
    const { per_minute, per_hour } = callNamed(name);
    const limit = per_minute ? `${per_minute} a minute` : per_hour ? `${per_hour} an hour` : undefined;
    expect(limit, `add ${name} to limits in this test`).toBe(byName(limits)[name]);
    expect(per_minute === undefined || per_hour === undefined).toBe(true);
  });

  it('a repeated call gets its stored response, unless it only reads or returns a token', () => {
    const idempotentCalls = callNames.filter((name) => callNamed(name).idempotent);
    expect(idempotentCalls.filter((name) => callNamed(name).method === 'GET')).toEqual([]);
    const otherWrites = callNames.filter((name) => callNamed(name).method !== 'GET' && !callNamed(name).idempotent);
    expect(otherWrites.toSorted()).toEqual(namesIn(notIdempotent).toSorted());
  });

  it('this test lists documented calls only under their current names', () => {
    const listed = [...Object.keys(byName(callers)), ...Object.keys(byName(limits)), ...namesIn(notIdempotent)];
    expect(listed.filter((name) => !(callNames as readonly string[]).includes(name))).toEqual([]);
  });
});
