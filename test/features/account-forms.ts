import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, type Mock } from 'vitest';
import type { Failure } from '../../src/bridge/results.ts';
import { clearRegistration } from '../../src/db/queries/registration.ts';
import { discardToken } from '../../src/lib/url-secrets.ts';

/** A function that stands for the worker: it receives an action and its arguments. */
export type WorkerCall = (verb: string, ...args: unknown[]) => Promise<unknown>;

export const offlineFailure: Failure = { ok: false, why: 'offline' };
export const refusedFailure = (code: Extract<Failure, { why: 'refused' }>['code']): Failure => ({
  ok: false,
  why: 'refused',
  code,
});

export const field = (label: string) => screen.getByLabelText(label, { selector: 'input' });
export const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
export const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

/** Returns the error text of a field. */
export function fieldErrorOf(label: string): string {
  const id = field(label)
    .getAttribute('aria-describedby')
    ?.split(' ')
    .find((elementId) => elementId.endsWith('-error'));
  return (id && document.getElementById(id)?.textContent) || '';
}

export async function typeNewPassword(password: string, repeat = password): Promise<void> {
  await screen.findByLabelText('New password', { selector: 'input' });
  type('New password', password);
  type('Repeat new password', repeat);
}

/** Resets the window before each test, and gives the forms a worker with scripted responses. */
export function stubWorkerBeforeEach(account: Mock<WorkerCall>) {
  beforeEach(async () => {
    localStorage.clear();
    account.mockReset();
    account.mockResolvedValue({ ok: false, why: 'offline' });
    await clearRegistration();
  });
  afterEach(() => {
    for (const kind of ['bot', 'password_reset', 'credentials', 'link_stop'] as const) discardToken(kind);
  });
  return {
    calls: (verb: string) => account.mock.calls.filter(([name]) => name === verb).map(([, ...args]) => args),
    /** Sets the worker's responses by action. All other actions fail as if the device were offline. */
    answers: (known: Record<string, unknown>): void => {
      account.mockImplementation((verb) => Promise.resolve(known[verb] ?? offlineFailure));
    },
  };
}

/** Fills in the first step of the registration. */
export async function fillAccount(): Promise<void> {
  await screen.findByLabelText('First name');
  type('First name', 'Nina');
  type('Email', 'nina@example.org');
  type('Phone', '+49 160 1234567');
  await typeNewPassword('a door that opens');
}

/** Completes the first step of the registration. */
export async function goToDetails(): Promise<void> {
  await fillAccount();
  press('Continue');
  await screen.findByLabelText('Last name');
}
