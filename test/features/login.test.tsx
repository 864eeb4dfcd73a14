import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { LoginResult } from '../../src/bridge/results.ts';
import {
  typeNewPassword,
  offlineFailure,
  press,
  refusedFailure,
  stubWorkerBeforeEach,
  type WorkerCall,
} from './account-forms.ts';
import { ANNA, freshPorts, logInOnPhone, makeMe, showApp } from './fake-app.tsx';

const account = vi.hoisted(() => vi.fn<WorkerCall>());
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account } }));
const { calls, answers } = stubWorkerBeforeEach(account);

describe("employee's login link", () => {
  it('a login link is used only on a tap, logs in with a new password and opens the dashboard', async () => {
    const ports = freshPorts();
    account.mockImplementation(async (verb) => {
      if (verb === 'checkLink') return { ok: true, left_s: 3000 };
      await logInOnPhone(ports, makeMe({ is_subscribed: false }));
      return { ok: true, user_id: ANNA, token: 'abc' };
    });
    const { path } = await showApp('/reset-credentials/the-token', ports);
    await typeNewPassword('another door');
    expect(path()).toBe('/reset-credentials');
    expect(calls('loginByLink')).toEqual([]);
    press('Save password and log in');
    await waitFor(() => expect(path()).toBe('/dashboard'));
    expect(calls('loginByLink')).toEqual([['the-token', 'another door']]);
    expect(await screen.findByText('Logged in')).toBeTruthy();
  });

  it('a login link can also be used without setting a new password', async () => {
    answers({ checkLink: { ok: true, left_s: 3000 }, enterByLink: offlineFailure });
    await showApp('/reset-credentials/the-token', freshPorts());
    await screen.findByLabelText('New password', { selector: 'input' });
    press('Log in and keep password');
    await waitFor(() => expect(calls('loginByLink')).toEqual([['the-token', null]]));
  });

  it('a login link does nothing while another person is logged in', async () => {
    const ports = freshPorts();
    await logInOnPhone(ports, makeMe());
    await showApp('/reset-credentials/the-token', ports);
    expect(await screen.findByText('Log out first')).toBeTruthy();
    expect(calls('loginByLink')).toEqual([]);
  });
});

describe('Telegram login token', () => {
  it('removes a Telegram login token from the URL, waits for a tap and opens the given path', async () => {
    const ports = freshPorts();
    account.mockImplementation(async (): Promise<LoginResult> => {
      await logInOnPhone(ports, makeMe());
      return { ok: true, user_id: ANNA, token: 'abc' };
    });
    const { path } = await showApp('/login?token=the-token&next=%2Fsync', ports);
    await screen.findByRole('button', { name: 'Log in with Telegram' });
    expect(path()).toBe('/login?next=%2Fsync');
    expect(account).not.toHaveBeenCalled();
    press('Log in with Telegram');
    await waitFor(() => expect(path()).toBe('/sync'));
    expect(calls('loginByToken')).toEqual([['the-token']]);
  });

  it('reports an expired Telegram login token', async () => {
    answers({ loginByToken: refusedFailure('link_expired') });
    await showApp('/login?token=the-token', freshPorts());
    await screen.findByRole('button', { name: 'Log in with Telegram' });
    press('Log in with Telegram');
    expect(await screen.findByText('Link has expired')).toBeTruthy();
  });
});

describe('install hint on an iPhone', () => {
  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
  const as = (agent: string) => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent);

  it('shows the iPhone install hint in Safari, but not for 90 days after it was dismissed', async () => {
    as(iphone);
    const set = vi.spyOn(document, 'cookie', 'set');
    await showApp('/login', freshPorts());
    expect(await screen.findByText('Add to home screen')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText('Add to home screen')).toBeNull();
    expect(set.mock.calls[0]?.[0]).toContain(`Max-Age=${90 * 86_400};`);
    cleanup();
    await showApp('/login', freshPorts());
    await screen.findByRole('button', { name: 'Log in' });
    expect(screen.queryByText('Add to home screen')).toBeNull();
    document.cookie = 'haversack_install=; Max-Age=0; Path=/';
  });

  it('still shows the install hint in the settings after it was dismissed', async () => {
    as(iphone);
    document.cookie = 'haversack_install=later; Path=/';
    const ports = freshPorts();
    await logInOnPhone(ports, makeMe());
    await showApp('/profile/settings', ports);
    expect(await screen.findByText('Add to home screen')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
    document.cookie = 'haversack_install=; Max-Age=0; Path=/';
  });

  it.each([
    ['another browser on an iPhone', iphone.replace('Version/18.5', 'CriOS/126.0')],
    ['the in-app browser of Telegram', `${iphone} Telegram-iOS/11`],
    ['a phone other than an iPhone', 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36'],
  ])('the iPhone install hint is not shown in %s', async (_, agent) => {
    as(agent);
    await showApp('/login', freshPorts());
    await screen.findByRole('button', { name: 'Log in' });
    expect(screen.queryByText('Add to home screen')).toBeNull();
  });
});
