import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import {
  typeNewPassword,
  press,
  refusedFailure,
  fieldErrorOf,
  type,
  stubWorkerBeforeEach,
  type WorkerCall,
} from './account-forms.ts';
import { freshPorts, logInOnPhone, makeMe, showApp } from './fake-app.tsx';

const account = vi.hoisted(() => vi.fn<WorkerCall>());
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account } }));
const { calls, answers } = stubWorkerBeforeEach(account);

describe("the user's own account", () => {
  const idle = {
    start: async () => {},
    syncNow: async () => ({ ok: true as const }),
    logout: async () => ({ ok: true as const }),
    reportLogout: async () => {},
  };

  async function open(at: string, me: Parameters<typeof makeMe>[0] = {}) {
    const ports = freshPorts();
    await logInOnPhone(ports, makeMe(me));
    return showApp(at, ports, idle);
  }

  it('changes the password after asking for the old one', async () => {
    answers({ changePassword: refusedFailure('wrong_password') });
    const { path } = await open('/profile/password');
    await typeNewPassword('another door');
    press('Change password');
    await waitFor(() => expect(fieldErrorOf('Current password')).toBe('Please, fill this field'));
    type('Current password', 'wrong');
    press('Change password');
    await waitFor(() => expect(fieldErrorOf('Current password')).toBe('Wrong password'));
    answers({ changePassword: { ok: true } });
    press('Change password');
    await waitFor(() => expect(path()).toBe('/profile/view'));
    expect(await screen.findByText('Password changed successfully')).toBeTruthy();
  });

  it("deletes the user's own account only with the password and after two confirmations", async () => {
    answers({ deleteAccount: { ok: true } });
    await open('/profile/settings');
    fireEvent.click(await screen.findByRole('button', { name: 'Delete my account' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Continue' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Delete my account' }));
    fireEvent.click(sheet.getByRole('button', { name: 'Delete my account' }));
    expect(calls('deleteAccount')).toEqual([]);
    fireEvent.change(sheet.getByLabelText('Password', { selector: 'input' }), { target: { value: 'secret door' } });
    fireEvent.click(sheet.getByRole('button', { name: 'Delete my account' }));
    await waitFor(() => expect(calls('deleteAccount')).toEqual([['secret door']]));
  });

  it("shows when the user's account will be deleted, and cancels the deletion", async () => {
    answers({ keepAccount: { ok: true } });
    await open('/profile/settings', { delete_at: '2026-05-03T10:00:00.000Z' });
    expect(await screen.findByText('Your account will be deleted on 3 May 2026')).toBeTruthy();
    press('Keep account');
    await waitFor(() => expect(calls('keepAccount')).toHaveLength(1));
  });

  it("explains in the deletion sheet why the last admin's account cannot be deleted", async () => {
    answers({ deleteAccount: refusedFailure('last_superuser') });
    await open('/profile/settings', { is_staff: true, is_superuser: true });
    fireEvent.click(await screen.findByRole('button', { name: 'Delete my account' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Continue' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Delete my account' }));
    fireEvent.change(sheet.getByLabelText('Password', { selector: 'input' }), { target: { value: 'secret door' } });
    fireEvent.click(sheet.getByRole('button', { name: 'Delete my account' }));
    expect(await sheet.findByText(/This is the last administrator/)).toBeTruthy();
  });

  it('does not let other employees delete their account, but lets them cancel a requested deletion', async () => {
    await open('/profile/settings', { is_staff: true, is_manager: true });
    await screen.findByRole('button', { name: 'Log out' });
    expect(screen.queryByRole('button', { name: 'Delete my account' })).toBeNull();
    cleanup();
    await open('/profile/settings', { is_staff: true, delete_at: '2026-05-03T10:00:00.000Z' });
    expect(await screen.findByRole('button', { name: 'Keep account' })).toBeTruthy();
  });
});
