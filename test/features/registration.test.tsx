import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Failure, LoginResult } from '../../src/bridge/results.ts';
import { savedPromoCode, savedRegistrationDraft } from '../../src/db/queries/registration.ts';
import {
  field,
  typeNewPassword,
  fillAccount,
  goToDetails,
  offlineFailure,
  press,
  refusedFailure,
  fieldErrorOf,
  type,
  stubWorkerBeforeEach,
  type WorkerCall,
} from './account-forms.ts';
import { ANNA, freshPorts, logInOnPhone, makeMe, showApp } from './fake-app.tsx';

const account = vi.hoisted(() => vi.fn<WorkerCall>());
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account } }));
const { calls, answers } = stubWorkerBeforeEach(account);

const alerts = () => screen.getAllByRole('alert').map((alert) => alert.textContent ?? '');
const stepTitle = () => screen.getByRole('heading', { level: 2 });

async function submit(): Promise<void> {
  await goToDetails();
  fireEvent.click(screen.getByRole('checkbox'));
  press('Create account');
}

const leave = (label: string) => fireEvent.blur(field(label));

describe('the first step of the registration', () => {
  it('reports every missing field of a registration and sends nothing', async () => {
    await showApp('/register', freshPorts());
    await screen.findByLabelText('First name');
    press('Continue');
    const missing = ['First name', 'Email', 'Phone', 'New password', 'Repeat new password'];
    await waitFor(() => expect(alerts()).toContain(`Please, fill all fields${missing.join('')}`));
    for (const label of missing) expect([label, fieldErrorOf(label)]).toEqual([label, 'Please, fill this field']);
    expect(document.activeElement).toBe(field('First name'));
    expect(account).not.toHaveBeenCalled();
  });

  it('shows the error of each invalid registration value at its field', async () => {
    await showApp('/register', freshPorts());
    await fillAccount();
    type('Email', 'nina');
    type('Phone', '12');
    type('New password', 'short');
    press('Continue');
    await waitFor(() => expect(fieldErrorOf('Email')).toBe('Please, enter valid email address'));
    expect(fieldErrorOf('Phone')).toBe('Phone is incorrect');
    expect(fieldErrorOf('New password')).toBe('Use at least 8 characters');
    await typeNewPassword('a door that opens', '');
    press('Continue');
    await waitFor(() => expect(fieldErrorOf('Repeat new password')).toBe('Please, fill both fields'));
    await typeNewPassword('a door that opens', 'a door that closes');
    press('Continue');
    await waitFor(() => expect(fieldErrorOf('Repeat new password')).toBe('The passwords do not match'));
    expect(account).not.toHaveBeenCalled();
  });

  it('reports a taken email and a taken phone number when their fields lose the focus', async () => {
    await showApp('/register', freshPorts());
    await fillAccount();
    answers({ checkRegistration: refusedFailure('email_taken') });
    leave('Email');
    await waitFor(() => expect(fieldErrorOf('Email')).toBe('Email is already in use'));
    answers({ checkRegistration: refusedFailure('phone_taken') });
    leave('Phone');
    await waitFor(() => expect(fieldErrorOf('Phone')).toBe('Phone is already in use'));
    expect(calls('checkRegistration')).toEqual([[{ email: 'nina@example.org' }], [{ phone: '+491601234567' }]]);
  });

  it('does not check an invalid email on the server, and checks the same email only once', async () => {
    answers({ checkRegistration: refusedFailure('email_taken') });
    await showApp('/register', freshPorts());
    await fillAccount();
    type('Email', 'nina');
    leave('Email');
    await waitFor(() => expect(fieldErrorOf('Email')).toBe('Please, enter valid email address'));
    type('Email', 'nina@example.org');
    leave('Email');
    await waitFor(() => expect(fieldErrorOf('Email')).toBe('Email is already in use'));
    leave('Email');
    press('Continue');
    await waitFor(() => expect(alerts()).toContain('Correct these fieldsEmail'));
    expect(calls('checkRegistration')).toEqual([[{ email: 'nina@example.org' }]]);
  });

  it('the registration accepts another email after the first one was already in use', async () => {
    answers({ checkRegistration: refusedFailure('email_taken') });
    await showApp('/register', freshPorts());
    await fillAccount();
    leave('Email');
    await waitFor(() => expect(fieldErrorOf('Email')).toBe('Email is already in use'));
    answers({ checkRegistration: { ok: true } });
    type('Email', 'nina.vogel@example.org');
    await waitFor(() => expect(fieldErrorOf('Email')).toBe(''));
    press('Continue');
    expect(await screen.findByLabelText('Last name')).toBeTruthy();
  });

  it('does not continue with a taken email even if its field never lost the focus', async () => {
    answers({ checkRegistration: refusedFailure('email_taken') });
    await showApp('/register', freshPorts());
    await fillAccount();
    press('Continue');
    await waitFor(() => expect(fieldErrorOf('Email')).toBe('Email is already in use'));
    expect(document.activeElement).toBe(field('Email'));
    expect(screen.queryByLabelText('Last name')).toBeNull();
  });

  it.each([offlineFailure, refusedFailure('too_many_requests'), { ok: false, why: 'no_answer' } satisfies Failure])(
    'continues without a check of the email if the check fails with %o',
    async (failure) => {
      answers({ checkRegistration: failure });
      await showApp('/register', freshPorts());
      await goToDetails();
      expect(stepTitle().textContent).toBe('Step 2 of 2 Almost done');
    },
  );

  it('reports a short password when its field loses the focus, before it is repeated', async () => {
    await showApp('/register', freshPorts());
    await screen.findByLabelText('First name');
    type('New password', 'short');
    leave('New password');
    await waitFor(() => expect(fieldErrorOf('New password')).toBe('Use at least 8 characters'));
    expect(fieldErrorOf('Repeat new password')).toBe('');
  });

  it('shows while a new password is typed whether the password is long enough', async () => {
    await showApp('/register', freshPorts());
    await screen.findByLabelText('First name');
    const strength = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
    const after = (password: string) => {
      type('New password', password);
      return strength();
    };
    expect(strength()).toContain('');
    expect(after('a'.repeat(7))).toContain('Too short');
    expect(after('a'.repeat(8))).toContain('Long enough. 15 or more characters are safer.');
    expect(after('a'.repeat(14))).toContain('Long enough. 15 or more characters are safer.');
    expect(after('a'.repeat(15))).toContain('Long and safe');
  });
});

describe('the second step of the registration', () => {
  it('moves the focus to the title of each step, and keeps the values when going back', async () => {
    const { path } = await showApp('/register', freshPorts());
    await goToDetails();
    expect(stepTitle().textContent).toBe('Step 2 of 2 Almost done');
    expect(document.activeElement).toBe(stepTitle());
    type('Last name', 'Vogel');
    press('Back');
    await screen.findByLabelText('First name');
    expect(stepTitle().textContent).toBe('Step 1 of 2 Your account');
    expect(document.activeElement).toBe(stepTitle());
    expect(field('Email')).toHaveProperty('value', 'nina@example.org');
    expect(field('New password')).toHaveProperty('value', 'a door that opens');
    press('Continue');
    await screen.findByLabelText('Last name');
    expect(field('Last name')).toHaveProperty('value', 'Vogel');
    expect(path()).toBe('/register?step=details');
  });

  it('requires the consent and no other field of the step', async () => {
    await showApp('/register', freshPorts());
    await goToDetails();
    press('Create account');
    await waitFor(() => expect(alerts()).toContain('Please, fill all necessary fieldsConsent'));
    expect(calls('register')).toEqual([]);
  });

  it('reports an unavailable promo code when its field loses the focus', async () => {
    await showApp('/register', freshPorts());
    await goToDetails();
    type('Promo code', '?');
    leave('Promo code');
    const text = 'Error, email is in use or promo code is not available';
    await waitFor(() => expect(fieldErrorOf('Promo code')).toBe(text));
    answers({ checkRegistration: refusedFailure('promo_unavailable') });
    type('Referral promo code', ' nobody ');
    leave('Referral promo code');
    await waitFor(() => expect(fieldErrorOf('Referral promo code')).toBe(text));
    expect(calls('checkRegistration').at(-1)).toEqual([{ referral_promo_code: 'NOBODY' }]);
  });

  const rejections: [Failure, string, string][] = [
    [refusedFailure('email_taken'), 'Email', 'Email is already in use'],
    [refusedFailure('phone_taken'), 'Phone', 'Phone is already in use'],
    [refusedFailure('password_common'), 'New password', 'This password is too common. Choose another one'],
  ];
  it.each(rejections)(
    'returns to the first step of the registration with the failure %o as an error on its field',
    async (failure, label, words) => {
      answers({ register: failure });
      await showApp('/register', freshPorts());
      await submit();
      await waitFor(() => expect(fieldErrorOf(label)).toBe(words));
      expect(document.activeElement).toBe(field(label));
    },
  );

  it('sends a registration with the full phone number, and continues as after a login', async () => {
    const ports = freshPorts();
    account.mockImplementation(async (verb): Promise<LoginResult> => {
      if (verb !== 'register') return offlineFailure;
      await logInOnPhone(ports, makeMe({ is_subscribed: false }));
      return { ok: true, user_id: ANNA, token: 'abc' };
    });
    const { path } = await showApp('/register/olga', ports);
    await submit();
    await waitFor(() => expect(path()).toBe('/subscription'));
    expect(calls('register')[0]?.[0]).toMatchObject({
      first_name: 'Nina',
      last_name: '',
      email: 'nina@example.org',
      phone: '+491601234567',
      language: 'en',
      consent: true,
      password: 'a door that opens',
      referral_promo_code: 'OLGA',
    });
    expect(calls('register')[0]?.[0]).not.toHaveProperty('repeat');
    expect(await savedPromoCode(Date.now())).toBeNull();
    expect(await savedRegistrationDraft(Date.now())).toBeNull();
  });

  it('stays at the first step of the registration if that step was changed and not completed again', async () => {
    const { history, path } = await showApp('/register', freshPorts());
    await goToDetails();
    act(() => history.back());
    await screen.findByLabelText('First name');
    expect(field('Email')).toHaveProperty('value', 'nina@example.org');
    type('Email', 'other@example.org');
    act(() => history.forward());
    await waitFor(() => expect(path()).toBe('/register?step=details'));
    expect(stepTitle().textContent).toBe('Step 1 of 2 Your account');
    expect(field('Email')).toHaveProperty('value', 'other@example.org');
  });
});
