import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { sync } from '../../src/bridge/sync.ts';
import { freshPorts, openPhone, showApp } from './fake-app.tsx';
import { IVAN, makePerson, OLGA } from './people-maker.ts';
import { setWidth } from './stub-browser.ts';

const NOT_OFFERED = 'This server does not offer this';

const account = vi.fn<(name: string, ...args: unknown[]) => Promise<unknown>>();
beforeEach(() => {
  account.mockReset().mockResolvedValue({ ok: false, why: 'refused', code: 'not_offered' });
  vi.spyOn(sync, 'account').mockImplementation(account as unknown as typeof sync.account);
});

async function show(path: string): Promise<void> {
  const ports = freshPorts();
  const db = await openPhone(ports, { is_staff: true, is_manager: true, is_superuser: true });
  await db.people.put(makePerson());
  await showApp(path, ports);
}

const paths = [
  '/statistics',
  '/statistics/records',
  '/staff-dashboard',
  '/people',
  '/main/admin/users/all',
  '/main/admin/audit',
  '/staff/users_imports',
  '/payments',
  '/accounting',
  `/user/view-details/${IVAN}?tab=log`,
];

it.each(paths)('%s offers no refresh of what the server does not offer', async (path) => {
  setWidth(390);
  await show(path);
  await screen.findByText(NOT_OFFERED);
  await waitFor(() => expect(screen.queryByText('Loading')).toBeNull());
  expect(screen.queryByRole('button', { name: 'Refresh' })).toBeNull();
  expect(screen.queryByText(/You need to be online/)).toBeNull();
});

it('offers no second attempt to fetch a person if the server does not offer the call for it', async () => {
  await show(`/user/view-details/${OLGA}`);
  await screen.findByText(NOT_OFFERED);
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it('offers a refresh if the server refuses the request for another reason', async () => {
  account.mockResolvedValue({ ok: false, why: 'refused', code: 'forbidden' });
  await show('/statistics');
  await screen.findByRole('button', { name: 'Refresh' });
  await screen.findByText(/You need to be online/);
});

it('the shortcut that refetches the statistics makes no request if the server does not offer them', async () => {
  await show('/statistics');
  await screen.findByText(NOT_OFFERED);
  // The shortcuts are registered after the text has appeared.
  await act(async () => {});
  const before = account.mock.calls.length;
  act(() => void fireEvent.keyDown(document.body, { key: 'r' }));
  act(() => void fireEvent.keyDown(document.body, { key: '5' }));
  await waitFor(() => expect(account.mock.calls.length).toBeGreaterThan(before));
  expect(account.mock.calls.slice(before).map(([, period]) => period)).toEqual(['half_year']);
});
