import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { LoginResult } from '../../src/bridge/results.ts';
import { openPhoneDb } from '../../src/db/schema/db.ts';
import { saveDeviceValue } from '../../src/db/schema/device.ts';
import { setViewMode } from '../../src/lib/view-mode.ts';
import { ANNA, freshPorts, idleSync, logInOnPhone, makeMe, showApp } from './fake-app.tsx';

const login = vi.hoisted(() => vi.fn<(credentials: { username: string; password: string }) => Promise<LoginResult>>());
const account = vi.fn(async () => ({ ok: false, why: 'offline' }));
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { login, account: () => account() } }));

beforeEach(() => {
  localStorage.clear();
  login.mockReset();
});

describe('access to routes', () => {
  const cases: [string, Parameters<typeof makeMe>[0], string][] = [
    ['/', { is_subscribed: true }, '/dashboard'],
    ['/', { is_subscribed: false }, '/subscription'],
    ['/', { is_staff: true, is_subscribed: false }, '/dashboard'],
    ['/nowhere/at/all', { is_subscribed: false }, '/subscription'],
    ['/tasks', { is_subscribed: false }, '/subscription'],
    ['/profile', {}, '/profile/view'],
    ['/login?next=%2Fsync', {}, '/sync'],
    ['/login?next=%2F%2Fevil.example', { is_subscribed: false }, '/subscription'],
  ];
  it.each(cases)('redirects %s for %o to %s', async (from, me, to) => {
    const ports = freshPorts();
    await logInOnPhone(ports, makeMe(me));
    const { path } = await showApp(from, ports);
    await waitFor(() => expect(path()).toBe(to));
  });

  it('redirects to the login when no one is logged in, and keeps the path for afterwards', async () => {
    const { path } = await showApp('/lesson/view/7?from=home', freshPorts());
    await screen.findByRole('button', { name: 'Log in' });
    expect(path()).toBe(`/login?next=${encodeURIComponent('/lesson/view/7?from=home')}`);
  });

  it('asks for a new login after expiry, and says that all data is still on this device', async () => {
    const ports = freshPorts();
    const gates = { auth: true, blocked: false, upgrade: false, storage_full: false, retry_after: 0 };
    await logInOnPhone(ports, makeMe(), { gates });
    await showApp('/sync', ports);
    expect(await screen.findByText(/still on this device/)).toBeTruthy();
  });
});

describe('login form', () => {
  const fill = async (username: string, password: string): Promise<void> => {
    fireEvent.change(await screen.findByLabelText('Email or phone'), {
      target: { value: username },
    });
    fireEvent.change(screen.getByLabelText('Password', { selector: 'input' }), { target: { value: password } });
    fireEvent.click(screen.getByRole('button', { name: 'Log in' }));
  };

  const faults: [LoginResult, string][] = [
    [{ ok: false, why: 'refused', code: 'wrong_email_or_password' }, 'Wrong email or password'],
    [{ ok: false, why: 'refused', code: 'wrong_phone_or_password' }, 'Wrong phone or password'],
    [{ ok: false, why: 'refused', code: 'too_many_requests' }, 'Too many attempts. Wait a little, then try again'],
    [{ ok: false, why: 'offline' }, 'You are offline'],
    [{ ok: false, why: 'portal' }, 'This Wi-Fi needs you to log in'],
    [{ ok: false, why: 'no_answer' }, 'The server is not responding'],
  ];
  it.each(faults)('shows the login error %o and keeps the typed values', async (result, text) => {
    login.mockResolvedValue(result);
    await showApp('/login', freshPorts());
    await fill('anna@example.org', 'wrong');
    await waitFor(() =>
      expect(screen.getAllByRole('alert').some((alert) => alert.textContent?.startsWith(text))).toBe(true),
    );
    expect(screen.getByLabelText('Email or phone')).toHaveProperty('value', 'anna@example.org');
    expect(screen.getByLabelText('Password', { selector: 'input' })).toHaveProperty('value', 'wrong');
  });

  it('requires both login fields before anything is sent', async () => {
    await showApp('/login', freshPorts());
    await fill('anna@example.org', '');
    expect(await screen.findByText('Please, fill all fields')).toBeTruthy();
    expect(login).not.toHaveBeenCalled();
  });

  it('continues to the requested screen after the login', async () => {
    const ports = freshPorts();
    login.mockImplementation(async () => {
      await logInOnPhone(ports, makeMe());
      return { ok: true, user_id: ANNA, token: 'abc' };
    });
    const { path } = await showApp('/sync', ports);
    await fill('anna@example.org', 'right');
    await screen.findByRole('heading', { name: 'Sync centre' });
    expect(path()).toBe('/sync');
    expect(await screen.findByText('Logged in')).toBeTruthy();
  });
});

describe('a logout not yet reported to the server', () => {
  it('reports a pending logout from the login screen, and sends nothing if there is none', async () => {
    const ports = freshPorts();
    const reportLogout = vi.fn(async () => {});
    const { session } = await showApp('/login', ports, { ...idleSync, reportLogout });
    await screen.findByRole('button', { name: 'Log in' });
    expect(reportLogout).not.toHaveBeenCalled();
    await saveDeviceValue(session.device, 'pending_logout', { user_id: ANNA });
    // The tab becomes visible, which opens the session again.
    await session.open();
    expect(reportLogout).toHaveBeenCalledOnce();
  });
});

describe('logout dialog', () => {
  it('skips the logout dialog when nothing is unsent, and focuses the title of the login screen', async () => {
    const ports = freshPorts();
    await logInOnPhone(ports, makeMe());
    const logout = vi.fn(async () => ({ ok: true as const }));
    const { path } = await showApp('/profile/settings', ports, { ...idleSync, logout });
    const button = await screen.findByRole('button', { name: 'Log out' });
    act(() => button.focus());
    fireEvent.click(button);
    expect(await screen.findByText('Logged out')).toBeTruthy();
    await waitFor(() => expect(path()).toBe('/login'));
    expect(logout).toHaveBeenCalledOnce();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
  });

  it('says that the view, not the login, has ended after a logout in view mode', async () => {
    const ports = freshPorts();
    await logInOnPhone(ports, makeMe());
    setViewMode(() => {});
    onTestFinished(() => setViewMode(null));
    await showApp('/profile/settings', ports, { ...idleSync, logout: async () => ({ ok: true }) });
    fireEvent.click(await screen.findByRole('button', { name: 'Log out' }));
    expect(await screen.findByText('The view has ended.')).toBeTruthy();
    expect(screen.queryByText('Logged out')).toBeNull();
  });

  it('asks the person to type the number of unsent changes before a logout', async () => {
    const ports = freshPorts();
    await logInOnPhone(ports, makeMe());
    const logout = vi.fn(async () => ({ ok: true as const }));
    const { session } = await showApp('/profile/settings', ports, { ...idleSync, logout });
    await screen.findByRole('button', { name: 'Log out' });
    fireEvent.click(screen.getByRole('radio', { name: 'Dark' }));
    await screen.findByText('Saved on this device. Will be sent.', {}, { timeout: 5000 });
    expect(document.documentElement.dataset['theme']).toBe('dark');
    await waitFor(() =>
      expect(screen.getAllByRole('status').map((line) => line.textContent)).toContain('Sending 1 of 1'),
    );
    fireEvent.click(screen.getByRole('button', { name: 'Log out' }));
    expect(await screen.findByRole('heading', { name: '1 change is not sent yet' })).toBeTruthy();
    const discard = screen.getByRole('button', { name: 'Discard and log out' });
    expect(discard).toHaveProperty('disabled', true);
    // The device has not been online since the login, so it has no key with which the changes could be encrypted. The
    // dialog explains this.
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Lock and log out' })).toHaveProperty('disabled', true),
    );
    expect(screen.getByText(/cannot be locked yet/)).toBeTruthy();
    fireEvent.change(screen.getByRole('textbox'), { target: { value: '1' } });
    await waitFor(() => expect(discard).toHaveProperty('disabled', false));
    expect(session.current().kind).toBe('in');
    const db = openPhoneDb(ANNA, ports);
    expect(await db.outbox.count()).toBe(1);
    db.close();
    fireEvent.click(discard);
    await waitFor(() => expect(logout).toHaveBeenCalledOnce());
  });
});
