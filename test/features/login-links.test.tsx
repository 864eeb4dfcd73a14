import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Failure } from '../../src/bridge/results.ts';
import { stashedToken } from '../../src/lib/url-secrets.ts';
import {
  field,
  typeNewPassword,
  offlineFailure,
  press,
  refusedFailure,
  fieldErrorOf,
  type,
  stubWorkerBeforeEach,
  type WorkerCall,
} from './account-forms.ts';
import { freshPorts, showApp } from './fake-app.tsx';

const account = vi.hoisted(() => vi.fn<WorkerCall>());
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account } }));
const { calls, answers } = stubWorkerBeforeEach(account);

const alerts = () => screen.getAllByRole('alert').map((alert) => alert.textContent ?? '');

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
    answers({ recover: { ...refusedFailure('too_many_requests'), retry_after_s: 600 } });
    await showApp('/recover-password', freshPorts());
    await screen.findByLabelText('Email');
    type('Email', 'nobody@example.org');
    press('Email me a link');
    await waitFor(() => expect(alerts().join()).toContain('Try again in 10 minutes.'));
  });
});

describe('emailed reset link', () => {
  it("removes a reset link's token from the URL immediately and shows how long the link is valid", async () => {
    answers({ checkLink: { ok: true, left_s: 59 * 60 } });
    const { path } = await showApp('/password-reset/the-token', freshPorts());
    expect(await screen.findByText(/This link expires in 59 minutes/)).toBeTruthy();
    expect(path()).toBe('/password-reset');
    expect(calls('checkLink')).toEqual([['password_reset', 'the-token']]);
  });

  const deadLinks: [Failure, string][] = [
    [refusedFailure('link_expired'), 'Link has expired'],
    [refusedFailure('link_used'), 'This link has already been used'],
    [refusedFailure('not_found'), 'This link does not work. Open it again exactly as in the message'],
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
    answers({ checkLink: offlineFailure });
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
    answers({ resetPassword: refusedFailure('link_used') });
    press('Save password');
    expect(await screen.findByText('This link has already been used')).toBeTruthy();
  });

  it('requires a reset link to be opened again after a reload', async () => {
    await showApp('/password-reset', freshPorts());
    expect(await screen.findByText('Open the link again')).toBeTruthy();
    expect(account).not.toHaveBeenCalled();
  });
});
