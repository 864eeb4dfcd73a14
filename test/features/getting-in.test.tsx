// @vitest-environment jsdom
// Before Dexie is loaded: its live queries look for a database of the whole window.
import 'fake-indexeddb/auto';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Failure, LoginResult } from '../../src/bridge/sync-api.ts';
import { forgetRegistration, keepRegistration, savedPromo, savedRegistration } from '../../src/db/registration.ts';
import { forgetLink, takenLink } from '../../src/lib/taken-link.ts';
import { dismissToast } from '../../src/ui/toast.ts';
import { ANNA, freshPorts, logInOnPhone, makeMe, showApp } from './fake-app.tsx';

type Ask = (verb: string, ...args: unknown[]) => Promise<unknown>;
const account = vi.hoisted(() => vi.fn<Ask>());
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account } }));

const slow = { timeout: 5000 };
const offline: Failure = { ok: false, why: 'offline' };
const refused = (code: Extract<Failure, { why: 'refused' }>['code']): Failure => ({ ok: false, why: 'refused', code });

beforeAll(() => {
  window.matchMedia = (query) =>
    ({ matches: false, media: query, addEventListener: () => {}, removeEventListener: () => {} }) as unknown as MediaQueryList;
  window.scrollTo = () => {};
});
beforeEach(async () => {
  localStorage.clear();
  account.mockReset();
  await forgetRegistration();
});
afterEach(() => {
  cleanup();
  dismissToast();
  for (const kind of ['bot', 'password_reset', 'credentials'] as const) forgetLink(kind);
});

const field = (label: string) => screen.getByLabelText(label, { selector: 'input' });
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const alerts = () => screen.getAllByRole('alert').map((alert) => alert.textContent ?? '');
const calls = (verb: string) => account.mock.calls.filter(([name]) => name === verb).map(([, ...args]) => args);

/** What stands under a field. */
function said(label: string): string {
  const id = field(label).getAttribute('aria-describedby')?.split(' ').find((one) => one.endsWith('-error'));
  return (id && document.getElementById(id)?.textContent) || '';
}

async function newPassword(password: string, repeat = password): Promise<void> {
  await screen.findByLabelText('New password', { selector: 'input' }, slow);
  type('New password', password);
  type('New password again', repeat);
}

/** Answers of the worker, verb by verb. */
function answers(known: Record<string, unknown>): void {
  account.mockImplementation((verb) => Promise.resolve(known[verb]));
}

describe('registering', () => {
  async function fill(): Promise<void> {
    await screen.findByLabelText('First name', {}, slow);
    type('First name', 'Nina');
    type('Email', 'nina@example.org');
    type('Phone', '+49 160 1234567');
    await newPassword('a door that opens');
    fireEvent.click(screen.getByRole('checkbox'));
  }

  it('asks for every field that is missing and sends nothing', async () => {
    await showApp('/register', freshPorts());
    await screen.findByLabelText('First name', {}, slow);
    press('Create the account');
    await waitFor(() => expect(alerts()).toContain('Please, fill all fields'));
    for (const label of ['First name', 'Email', 'Phone', 'New password', 'New password again'])
      expect([label, said(label)]).toEqual([label, 'Please, fill this field']);
    expect(said('Last name')).toBe('');
    expect(document.activeElement).toBe(field('First name'));
    expect(account).not.toHaveBeenCalled();
  });

  it('says at its field what is wrong with it', async () => {
    await showApp('/register', freshPorts());
    await fill();
    type('Email', 'nina');
    type('Phone', '12');
    type('New password', 'short');
    type('Promo code', '?');
    press('Create the account');
    await waitFor(() => expect(said('Email')).toBe('Please, enter valid email address'));
    expect(said('Phone')).toBe('Phone is incorrect');
    expect(said('New password')).toBe('Please, use 8 characters or more');
    expect(said('Promo code')).toBe('Error, email is in use or promo code is not available');
    await newPassword('a door that opens', '');
    press('Create the account');
    await waitFor(() => expect(said('New password again')).toBe('Please, fill both fields'));
    await newPassword('a door that opens', 'a door that closes');
    press('Create the account');
    await waitFor(() => expect(said('New password again')).toBe('The two passwords are not the same'));
    expect(account).not.toHaveBeenCalled();
  });

  const taken: [Failure, string, string][] = [
    [refused('email_taken'), 'Email', 'Email is already in use'],
    [refused('phone_taken'), 'Phone', 'Phone is already in use'],
    [refused('password_common'), 'New password', 'Too many people have this password. Please, choose another one'],
  ];
  it.each(taken)('%o stands at the field', async (failure, label, words) => {
    answers({ register: failure });
    await showApp('/register', freshPorts());
    await fill();
    press('Create the account');
    await waitFor(() => expect(said(label)).toBe(words));
    expect(document.activeElement).toBe(field(label));
  });

  it('sends what was typed, the number in full, and leads on by the rule of the log-in', async () => {
    const ports = freshPorts();
    account.mockImplementation(async (): Promise<LoginResult> => {
      await logInOnPhone(ports, makeMe({ is_subscribed: false }));
      return { ok: true, user_id: ANNA, token: 'abc' };
    });
    const { path } = await showApp('/register/olga', ports);
    await fill();
    expect(field('Code of who invited you')).toHaveProperty('value', 'olga');
    press('Create the account');
    await waitFor(() => expect(path()).toBe('/subscription'), slow);
    expect(calls('register')[0]?.[0]).toMatchObject({
      ...{ first_name: 'Nina', email: 'nina@example.org', phone: '+491601234567', language: 'en', consent: true },
      ...{ password: 'a door that opens', referral_promo_code: 'OLGA' },
    });
    expect(await savedPromo(Date.now())).toBeNull();
    expect(await savedRegistration(Date.now())).toBeNull();
  });

  it('keeps the code of the link before anything else, also for later', async () => {
    await showApp('/register/olga', freshPorts());
    await screen.findByLabelText('First name', {}, slow);
    expect(await savedPromo(Date.now())).toBe('olga');
    cleanup();
    await showApp('/register', freshPorts());
    await screen.findByLabelText('First name', {}, slow);
    expect(field('Code of who invited you')).toHaveProperty('value', 'olga');
  });

  it('keeps what was typed, without the password, when there is no network', async () => {
    answers({ register: offline });
    await showApp('/register', freshPorts());
    await fill();
    press('Create the account');
    await waitFor(() => expect(alerts().some((text) => text.startsWith('No networkWhat you typed is kept'))).toBe(true));
    await waitFor(async () => expect(await savedRegistration(Date.now())).toMatchObject({ first_name: 'Nina' }));
    expect(JSON.stringify(await savedRegistration(Date.now()))).not.toContain('door');
    cleanup();
    await showApp('/register', freshPorts());
    await screen.findByLabelText('First name', {}, slow);
    expect(field('Email')).toHaveProperty('value', 'nina@example.org');
    expect(field('New password')).toHaveProperty('value', '');
  });

  it('forgets what was typed when the person wants it, or after a month', async () => {
    await keepRegistration({ first_name: 'Nina' }, Date.now());
    await showApp('/register', freshPorts());
    await screen.findByDisplayValue('Nina', {}, slow);
    press('Clear it');
    expect(field('First name')).toHaveProperty('value', '');
    await waitFor(async () => expect(await savedRegistration(Date.now())).toBeNull());
    await keepRegistration({ first_name: 'Old' }, Date.now() - 31 * 86_400_000);
    expect(await savedRegistration(Date.now())).toBeNull();
  });

  it('is not for somebody who is logged in', async () => {
    const ports = freshPorts();
    await logInOnPhone(ports, makeMe());
    const { path } = await showApp('/register/olga', ports);
    await waitFor(() => expect(path()).toBe('/dashboard'), slow);
  });
});

describe('asking for a new password', () => {
  it('wants an address, and says the same whatever comes of it', async () => {
    answers({ recover: { ok: true } });
    await showApp('/recover-password', freshPorts());
    await screen.findByLabelText('Email', {}, slow);
    press('Send me a link');
    expect(said('Email')).toBe('Please, fill this field');
    type('Email', 'nobody');
    press('Send me a link');
    expect(said('Email')).toBe('Please, enter valid email address');
    type('Email', ' nobody@example.org ');
    press('Send me a link');
    expect(await screen.findByText(/If there is an account with nobody@example.org/)).toBeTruthy();
    expect(calls('recover')).toEqual([['nobody@example.org']]);
  });

  it('says how long to wait after too many', async () => {
    answers({ recover: { ...refused('too_many_requests'), retry_after_s: 600 } });
    await showApp('/recover-password', freshPorts());
    await screen.findByLabelText('Email', {}, slow);
    type('Email', 'nobody@example.org');
    press('Send me a link');
    await waitFor(() => expect(alerts().join()).toContain('Please, try again in 10 minutes.'));
  });
});

describe('a mailed link', () => {
  it('leaves the address at once, and says how long it is good', async () => {
    answers({ checkLink: { ok: true, left_s: 59 * 60 } });
    const { path } = await showApp('/password-reset/the-token', freshPorts());
    expect(await screen.findByText(/The link works for 59 more minutes/, {}, slow)).toBeTruthy();
    expect(path()).toBe('/password-reset');
    expect(calls('checkLink')).toEqual([['password_reset', 'the-token']]);
  });

  const dead: [Failure, string][] = [
    [refused('link_expired'), 'Link has expired'],
    [refused('link_used'), 'This link was used already'],
    [refused('not_found'), 'This link is wrong. Please, open it again as it stands in the message'],
  ];
  it.each(dead)('%o is said, with the way to another one', async (failure, words) => {
    answers({ checkLink: failure });
    await showApp('/password-reset/the-token', freshPorts());
    expect(await screen.findByText(words, {}, slow)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Ask for a new link' })).toBeTruthy();
    expect(screen.queryByLabelText('New password')).toBeNull();
  });

  it('waits for the network, and says that the clock is running', async () => {
    answers({ checkLink: offline });
    await showApp('/password-reset/the-token', freshPorts());
    expect(await screen.findByText(/The clock is running all the same/, {}, slow)).toBeTruthy();
    answers({ checkLink: { ok: true, left_s: 61 } });
    press('Try again');
    expect(await screen.findByText(/The link works for 2 more minutes/)).toBeTruthy();
  });

  it('sets the password and leads to the log-in', async () => {
    answers({ checkLink: { ok: true, left_s: 3000 }, resetPassword: { ok: true } });
    const { path } = await showApp('/password-reset/the-token', freshPorts());
    await newPassword('another door');
    press('Save the password');
    await waitFor(() => expect(path()).toBe('/login'));
    expect(await screen.findByText('Password changed successfully')).toBeTruthy();
    expect(calls('resetPassword')).toEqual([['the-token', 'another door']]);
    expect(takenLink('password_reset')).toBeNull();
  });

  it('keeps what was typed when the network breaks off, and says when it was used meanwhile', async () => {
    answers({ checkLink: { ok: true, left_s: 3000 }, resetPassword: { ok: false, why: 'no_answer' } });
    await showApp('/password-reset/the-token', freshPorts());
    await newPassword('another door');
    press('Save the password');
    await waitFor(() => expect(alerts().join()).toContain('The server does not answer'));
    expect(field('New password')).toHaveProperty('value', 'another door');
    answers({ resetPassword: refused('link_used') });
    press('Save the password');
    expect(await screen.findByText('This link was used already')).toBeTruthy();
  });

  it('must be opened again after a reload', async () => {
    await showApp('/password-reset', freshPorts());
    expect(await screen.findByText('Please, open the link once more', {}, slow)).toBeTruthy();
    expect(account).not.toHaveBeenCalled();
  });
});

describe('a link of an employee', () => {
  it('is spent by a tap alone, logs in with a new password and leads to the dashboard', async () => {
    const ports = freshPorts();
    account.mockImplementation(async (verb) => {
      if (verb === 'checkLink') return { ok: true, left_s: 3000 };
      await logInOnPhone(ports, makeMe({ is_subscribed: false }));
      return { ok: true, user_id: ANNA, token: 'abc' };
    });
    const { path } = await showApp('/reset-credentials/the-token', ports);
    await newPassword('another door');
    expect(path()).toBe('/reset-credentials');
    expect(calls('enterByLink')).toEqual([]);
    press('Save the password and log in');
    await waitFor(() => expect(path()).toBe('/dashboard'), slow);
    expect(calls('enterByLink')).toEqual([['the-token', 'another door']]);
    expect(await screen.findByText('Logged in')).toBeTruthy();
  });

  it('logs in without a new password, too', async () => {
    answers({ checkLink: { ok: true, left_s: 3000 }, enterByLink: offline });
    await showApp('/reset-credentials/the-token', freshPorts());
    await screen.findByLabelText('New password', { selector: 'input' }, slow);
    press('Log in without a new password');
    await waitFor(() => expect(calls('enterByLink')).toEqual([['the-token', null]]));
  });

  it('does nothing while somebody is logged in here', async () => {
    const ports = freshPorts();
    await logInOnPhone(ports, makeMe());
    await showApp('/reset-credentials/the-token', ports);
    expect(await screen.findByText('Please, log out first', {}, slow)).toBeTruthy();
    expect(calls('enterByLink')).toEqual([]);
  });
});

describe('a token of the Telegram bot', () => {
  it('leaves the address, waits for a tap, and leads to the path given', async () => {
    const ports = freshPorts();
    account.mockImplementation(async (): Promise<LoginResult> => {
      await logInOnPhone(ports, makeMe());
      return { ok: true, user_id: ANNA, token: 'abc' };
    });
    const { path } = await showApp('/login?token=the-token&next=%2Fsync', ports);
    await screen.findByRole('button', { name: 'Log in with Telegram' }, slow);
    expect(path()).toBe('/login?next=%2Fsync');
    expect(account).not.toHaveBeenCalled();
    press('Log in with Telegram');
    await waitFor(() => expect(path()).toBe('/sync'), slow);
    expect(calls('enterByToken')).toEqual([['the-token']]);
  });

  it('that is over says so', async () => {
    answers({ enterByToken: refused('link_expired') });
    await showApp('/login?token=the-token', freshPorts());
    await screen.findByRole('button', { name: 'Log in with Telegram' }, slow);
    press('Log in with Telegram');
    expect(await screen.findByText('Link has expired')).toBeTruthy();
  });
});

describe('the own account', () => {
  const idle = { start: async () => {}, turn: async () => ({ ok: true as const }), logout: async () => ({ ok: true as const }) };

  async function open(at: string, me: Parameters<typeof makeMe>[0] = {}) {
    const ports = freshPorts();
    await logInOnPhone(ports, makeMe(me));
    return showApp(at, ports, idle);
  }

  it('changes its password after the old one', async () => {
    answers({ changePassword: refused('wrong_password') });
    const { path } = await open('/profile/password');
    await newPassword('another door');
    press('Change the password');
    expect(said('Password now')).toBe('Please, fill this field');
    type('Password now', 'wrong');
    press('Change the password');
    await waitFor(() => expect(said('Password now')).toBe('This is not your password'));
    answers({ changePassword: { ok: true } });
    press('Change the password');
    await waitFor(() => expect(path()).toBe('/profile/view'));
    expect(await screen.findByText('Password changed successfully')).toBeTruthy();
  });

  it('is deleted after two questions', async () => {
    answers({ deleteAccount: { ok: true } });
    await open('/profile/settings');
    fireEvent.click(await screen.findByRole('button', { name: 'Delete my account' }, slow));
    fireEvent.click(await screen.findByRole('button', { name: 'Go on' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Delete my account' }));
    fireEvent.click(sheet.getByRole('button', { name: 'Delete my account' }));
    expect(calls('deleteAccount')).toEqual([]);
    fireEvent.change(sheet.getByLabelText('Password', { selector: 'input' }), { target: { value: 'secret door' } });
    fireEvent.click(sheet.getByRole('button', { name: 'Delete my account' }));
    await waitFor(() => expect(calls('deleteAccount')).toEqual([['secret door']]));
  });

  it('may be kept until the day', async () => {
    answers({ keepAccount: { ok: true } });
    await open('/profile/settings', { delete_at: '2026-05-03T10:00:00.000Z' });
    expect(await screen.findByText('Your account will be deleted on 3 May 2026', {}, slow)).toBeTruthy();
    press('Keep it');
    await waitFor(() => expect(calls('keepAccount')).toHaveLength(1));
  });

  it('of an employee is not his to delete', async () => {
    await open('/profile/settings', { is_staff: true });
    await screen.findByRole('button', { name: 'Log out' }, slow);
    expect(screen.queryByRole('button', { name: 'Delete my account' })).toBeNull();
  });
});

describe('the hint to install on an iPhone', () => {
  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
  const as = (agent: string) => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent);

  it('is shown in Safari and stays away for 90 days once it was closed', async () => {
    as(iphone);
    const set = vi.spyOn(document, 'cookie', 'set');
    await showApp('/login', freshPorts());
    expect(await screen.findByText('Add to home screen', {}, slow)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText('Add to home screen')).toBeNull();
    expect(set.mock.calls[0]?.[0]).toContain(`Max-Age=${90 * 86_400};`);
    cleanup();
    await showApp('/login', freshPorts());
    await screen.findByRole('button', { name: 'Log in' }, slow);
    expect(screen.queryByText('Add to home screen')).toBeNull();
    document.cookie = 'haversack_install=; Max-Age=0; Path=/';
  });

  it.each([
    ['another browser on it', iphone.replace('Version/18.5', 'CriOS/126.0')],
    ['the window of Telegram', `${iphone} Telegram-iOS/11`],
    ['another phone', 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36'],
  ])('is not shown in %s', async (_, agent) => {
    as(agent);
    await showApp('/login', freshPorts());
    await screen.findByRole('button', { name: 'Log in' }, slow);
    expect(screen.queryByText('Add to home screen')).toBeNull();
  });
});
