import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { saveRegistration, savedPromoCode, savedRegistrationDraft } from '../../src/db/queries/registration.ts';
import {
  field,
  goToDetails,
  offlineFailure,
  press,
  type,
  typeNewPassword,
  stubWorkerBeforeEach,
  type WorkerCall,
} from './account-forms.ts';
import { freshPorts, logInOnPhone, makeMe, showApp } from './fake-app.tsx';

const account = vi.hoisted(() => vi.fn<WorkerCall>());
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account } }));
const { answers } = stubWorkerBeforeEach(account);
afterEach(() => vi.restoreAllMocks());

const alerts = () => screen.getAllByRole('alert').map((alert) => alert.textContent ?? '');

describe('the draft of a registration', () => {
  it('stores the promo code from the link immediately, so that it survives a reload', async () => {
    await showApp('/register/olga', freshPorts());
    await screen.findByLabelText('First name');
    expect(await savedPromoCode(Date.now())).toBe('olga');
    cleanup();
    await showApp('/register', freshPorts());
    await goToDetails();
    expect(field('Referral promo code')).toHaveProperty('value', 'olga');
  });

  it('keeps typed registration values, but not the password, when offline', async () => {
    answers({ register: offlineFailure });
    await showApp('/register', freshPorts());
    await goToDetails();
    type('Last name', 'Vogel');
    fireEvent.click(screen.getByRole('checkbox'));
    press('Create account');
    await waitFor(() =>
      expect(
        alerts().some((text) => text.startsWith('You are offlineYour entries, except the password, are saved')),
      ).toBe(true),
    );
    const draft = { first_name: 'Nina', last_name: 'Vogel' };
    await waitFor(async () => expect(await savedRegistrationDraft(Date.now())).toMatchObject(draft));
    expect(JSON.stringify(await savedRegistrationDraft(Date.now()))).not.toContain('door');
    cleanup();
    // The password is not stored, so the first step is shown even if the second step was open before.
    await showApp('/register?step=details', freshPorts());
    await screen.findByLabelText('First name');
    expect(field('Email')).toHaveProperty('value', 'nina@example.org');
    expect(field('New password')).toHaveProperty('value', '');
    await typeNewPassword('a door that opens');
    press('Continue');
    await screen.findByLabelText('Last name');
    expect(field('Last name')).toHaveProperty('value', 'Vogel');
  });

  it('says that an account cannot be created while the device is offline', async () => {
    const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await showApp('/register', freshPorts());
    await screen.findByLabelText('First name');
    const text = 'You can fill in the form now, and create the account when you are back online.';
    expect(screen.getByText(text)).toBeTruthy();
    isOnline.mockReturnValue(true);
    act(() => void dispatchEvent(new Event('online')));
    expect(screen.queryByText(text)).toBeNull();
  });

  it('clears typed registration values on request, and ignores values older than a month', async () => {
    await saveRegistration({ first_name: 'Nina' }, Date.now());
    await showApp('/register', freshPorts());
    await screen.findByDisplayValue('Nina');
    press('Clear');
    await waitFor(() => expect(field('First name')).toHaveProperty('value', ''));
    await waitFor(async () => expect(await savedRegistrationDraft(Date.now())).toBeNull());
    await saveRegistration({ first_name: 'Old' }, Date.now() - 31 * 86_400_000);
    expect(await savedRegistrationDraft(Date.now())).toBeNull();
  });

  it('offers no registration while logged in', async () => {
    const ports = freshPorts();
    await logInOnPhone(ports, makeMe());
    const { path } = await showApp('/register/olga', ports);
    await waitFor(() => expect(path()).toBe('/dashboard'));
  });
});
