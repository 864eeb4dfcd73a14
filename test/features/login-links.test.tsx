import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Failure, LoginResult } from '../../src/bridge/results.ts';
import { saveRegistration, savedPromo, savedRegistration } from '../../src/db/queries/registration.ts';
import { stashedToken } from '../../src/lib/url-secrets.ts';
import {
  field,
  typeNewPassword,
  offline,
  press,
  refused,
  fieldErrorOf,
  type,
  withWorker,
  type WorkerCall,
} from './account-forms.ts';
import { ANNA, freshPorts, logInOnPhone, makeMe, showApp } from './fake-app.tsx';

const account = vi.hoisted(() => vi.fn<WorkerCall>());
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account } }));
const { calls, answers } = withWorker(account);

const alerts = () => screen.getAllByRole('alert').map((alert) => alert.textContent ?? '');

describe('registration', () => {
  async function fill(): Promise<void> {
    await screen.findByLabelText('First name');
    type('First name', 'Nina');
    type('Email', 'nina@example.org');
    type('Phone', '+49 160 1234567');
    await typeNewPassword('a door that opens');
    fireEvent.click(screen.getByRole('checkbox'));
  }

  it('reports every missing field of a registration and sends nothing', async () => {
    await showApp('/register', freshPorts());
    await screen.findByLabelText('First name');
    press('Create account');
    const missing = ['First name', 'Email', 'Phone', 'New password', 'Repeat new password'];
    await waitFor(() => expect(alerts()).toContain(`Please, fill all fields${missing.join('')}Consent`));
    for (const label of missing) expect([label, fieldErrorOf(label)]).toEqual([label, 'Please, fill this field']);
    expect(fieldErrorOf('Last name')).toBe('');
    expect(document.activeElement).toBe(field('First name'));
    expect(account).not.toHaveBeenCalled();
  });

  it('shows a registration error at its field', async () => {
    await showApp('/register', freshPorts());
    await fill();
    type('Email', 'nina');
    type('Phone', '12');
    type('New password', 'short');
    type('Promo code', '?');
    press('Create account');
    await waitFor(() => expect(fieldErrorOf('Email')).toBe('Please, enter valid email address'));
    expect(fieldErrorOf('Phone')).toBe('Phone is incorrect');
    expect(fieldErrorOf('New password')).toBe('Use at least 8 characters');
    expect(fieldErrorOf('Promo code')).toBe('Error, email is in use or promo code is not available');
    await typeNewPassword('a door that opens', '');
    press('Create account');
    await waitFor(() => expect(fieldErrorOf('Repeat new password')).toBe('Please, fill both fields'));
    await typeNewPassword('a door that opens', 'a door that closes');
    press('Create account');
    await waitFor(() => expect(fieldErrorOf('Repeat new password')).toBe('The passwords do not match'));
    expect(account).not.toHaveBeenCalled();
  });

  const takenErrors: [Failure, string, string][] = [
    [refused('email_taken'), 'Email', 'Email is already in use'],
    [refused('phone_taken'), 'Phone', 'Phone is already in use'],
    [refused('password_common'), 'New password', 'This password is too common. Choose another one'],
  ];
  it.each(takenErrors)('shows the registration failure %o as an error on its field', async (failure, label, words) => {
    answers({ register: failure });
    await showApp('/register', freshPorts());
    await fill();
    press('Create account');
    await waitFor(() => expect(fieldErrorOf(label)).toBe(words));
    expect(document.activeElement).toBe(field(label));
  });

  it('sends a registration with the full phone number, and continues as after a login', async () => {
    const ports = freshPorts();
    account.mockImplementation(async (): Promise<LoginResult> => {
      await logInOnPhone(ports, makeMe({ is_subscribed: false }));
      return { ok: true, user_id: ANNA, token: 'abc' };
    });
    const { path } = await showApp('/register/olga', ports);
    await fill();
    expect(field('Referral promo code')).toHaveProperty('value', 'olga');
    press('Create account');
    await waitFor(() => expect(path()).toBe('/subscription'));
    expect(calls('register')[0]?.[0]).toMatchObject({
      first_name: 'Nina',
      email: 'nina@example.org',
      phone: '+491601234567',
      language: 'en',
      consent: true,
      password: 'a door that opens',
      referral_promo_code: 'OLGA',
    });
    expect(await savedPromo(Date.now())).toBeNull();
    expect(await savedRegistration(Date.now())).toBeNull();
  });

  it('stores the promo code from the link at once, so that it survives a reload', async () => {
    await showApp('/register/olga', freshPorts());
    await screen.findByLabelText('First name');
    expect(await savedPromo(Date.now())).toBe('olga');
    cleanup();
    await showApp('/register', freshPorts());
    await screen.findByLabelText('First name');
    expect(field('Referral promo code')).toHaveProperty('value', 'olga');
  });

  it('keeps typed registration values, but not the password, when offline', async () => {
    answers({ register: offline });
    await showApp('/register', freshPorts());
    await fill();
    press('Create account');
    await waitFor(() =>
      expect(
        alerts().some((text) => text.startsWith('You are offlineYour entries, except the password, are saved')),
      ).toBe(true),
    );
    await waitFor(async () => expect(await savedRegistration(Date.now())).toMatchObject({ first_name: 'Nina' }));
    expect(JSON.stringify(await savedRegistration(Date.now()))).not.toContain('door');
    cleanup();
    await showApp('/register', freshPorts());
    await screen.findByLabelText('First name');
    expect(field('Email')).toHaveProperty('value', 'nina@example.org');
    expect(field('New password')).toHaveProperty('value', '');
  });

  it('clears typed registration values on request or after a month', async () => {
    await saveRegistration({ first_name: 'Nina' }, Date.now());
    await showApp('/register', freshPorts());
    await screen.findByDisplayValue('Nina');
    press('Clear');
    expect(field('First name')).toHaveProperty('value', '');
    await waitFor(async () => expect(await savedRegistration(Date.now())).toBeNull());
    await saveRegistration({ first_name: 'Old' }, Date.now() - 31 * 86_400_000);
    expect(await savedRegistration(Date.now())).toBeNull();
  });

  it('offers no registration while logged in', async () => {
    const ports = freshPorts();
    await logInOnPhone(ports, makeMe());
    const { path } = await showApp('/register/olga', ports);
    await waitFor(() => expect(path()).toBe('/dashboard'));
  });
});

describe('requesting a new password', () => {
  it('requesting a new password requires an email address and shows the same reply for any address', async () => {
    answers({ recover: { ok: true } });
    await showApp('/recover-password', freshPorts());
    await screen.findByLabelText('Email');
    press('Email me a link');
    await waitFor(() => expect(fieldErrorOf('Email')).toBe('Please, fill this field'));
    type('Email', 'nobody');
    press('Email me a link');
    await waitFor(() => expect(fieldErrorOf('Email')).toBe('Please, enter valid email address'));
    type('Email', ' nobody@example.org ');
    press('Email me a link');
    expect(await screen.findByText(/If nobody@example.org has an account/)).toBeTruthy();
    expect(calls('recover')).toEqual([['nobody@example.org']]);
  });

  it('shows how long to wait after too many requests for a new password', async () => {
    answers({ recover: { ...refused('too_many_requests'), retry_after_s: 600 } });
    await showApp('/recover-password', freshPorts());
    await screen.findByLabelText('Email');
    type('Email', 'nobody@example.org');
    press('Email me a link');
    await waitFor(() => expect(alerts().join()).toContain('Try again in 10 minutes.'));
  });
});

describe('emailed reset link', () => {
  it("removes a reset link's token from the URL at once and shows how long the link is valid", async () => {
    answers({ checkLink: { ok: true, left_s: 59 * 60 } });
    const { path } = await showApp('/password-reset/the-token', freshPorts());
    expect(await screen.findByText(/This link expires in 59 minutes/)).toBeTruthy();
    expect(path()).toBe('/password-reset');
    expect(calls('checkLink')).toEqual([['password_reset', 'the-token']]);
  });

  const deadLinks: [Failure, string][] = [
    [refused('link_expired'), 'Link has expired'],
    [refused('link_used'), 'This link has already been used'],
    [refused('not_found'), 'This link does not work. Open it again exactly as in the message'],
  ];
  it.each(deadLinks)(
    'shows the failure %o of a reset link and offers to request another link',
    async (failure, words) => {
      answers({ checkLink: failure });
      await showApp('/password-reset/the-token', freshPorts());
      expect(await screen.findByText(words)).toBeTruthy();
      expect(screen.getByRole('link', { name: 'Request a new link' })).toBeTruthy();
      expect(screen.queryByLabelText('New password')).toBeNull();
    },
  );

  it('keeps a reset link until the network is back and mentions its expiry', async () => {
    answers({ checkLink: offline });
    await showApp('/password-reset/the-token', freshPorts());
    expect(await screen.findByText(/it still expires one hour after/)).toBeTruthy();
    answers({ checkLink: { ok: true, left_s: 61 } });
    press('Try again');
    expect(await screen.findByText(/This link expires in 2 minutes/)).toBeTruthy();
  });

  it('a reset link sets the new password and continues to the login', async () => {
    answers({ checkLink: { ok: true, left_s: 3000 }, resetPassword: { ok: true } });
    const { path } = await showApp('/password-reset/the-token', freshPorts());
    await typeNewPassword('another door');
    press('Save password');
    await waitFor(() => expect(path()).toBe('/login'));
    expect(await screen.findByText('Password changed successfully')).toBeTruthy();
    expect(calls('resetPassword')).toEqual([['the-token', 'another door']]);
    expect(stashedToken('password_reset')).toBeNull();
  });

  it('keeps the typed password when the connection drops, and reports a link that has since been used', async () => {
    answers({ checkLink: { ok: true, left_s: 3000 }, resetPassword: { ok: false, why: 'no_answer' } });
    await showApp('/password-reset/the-token', freshPorts());
    await typeNewPassword('another door');
    press('Save password');
    await waitFor(() => expect(alerts().join()).toContain('The server is not responding'));
    expect(field('New password')).toHaveProperty('value', 'another door');
    answers({ resetPassword: refused('link_used') });
    press('Save password');
    expect(await screen.findByText('This link has already been used')).toBeTruthy();
  });

  it('requires a reset link to be opened again after a reload', async () => {
    await showApp('/password-reset', freshPorts());
    expect(await screen.findByText('Open the link again')).toBeTruthy();
    expect(account).not.toHaveBeenCalled();
  });
});
