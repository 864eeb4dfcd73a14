import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { ActionResult } from '../../src/bridge/results.ts';
import { freshPorts, openPhone, showApp } from './fake-app.tsx';
import { makeMember, memberId, saveBranch } from './team-maker.ts';

const { account } = vi.hoisted(() => ({
  account: vi.fn<(verb: string, id: string | null, more: boolean) => Promise<ActionResult>>(),
}));
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account } }));

const NOT_OFFERED: ActionResult = { ok: false, why: 'refused', code: 'not_offered' };
const NOT_OFFERED_TEXT = 'This server does not offer this';

beforeEach(() => {
  account.mockReset();
});

/** Shows a path on a device. If `isSaved`, the device has stored a team that consists of Lena. */
async function show(path: string, isSaved: boolean): Promise<void> {
  const ports = freshPorts();
  const db = await openPhone(ports);
  if (isSaved) await saveBranch(db, null, [makeMember(1, { first_name: 'Lena', people: 2 })]);
  await showApp(path, ports);
}

const item = (name: RegExp) => screen.findByRole('treeitem', { name });

it.each(['/team', `/team/${memberId(99)}`])(
  '%s says that the server does not offer the team, and offers no further attempt',
  async (path) => {
    account.mockResolvedValue(NOT_OFFERED);
    await show(path, false);
    await screen.findByText(NOT_OFFERED_TEXT);
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(document.body.textContent).not.toMatch(/You need to be online|Loading/);
  },
);

it('shows the team as last fetched, and offers no refresh, if the server does not offer the team', async () => {
  account.mockResolvedValue(NOT_OFFERED);
  await show('/team', true);
  await screen.findByRole('tree', { name: 'Team' });
  await waitFor(() => expect(screen.getByText(/^As of/).textContent).toContain(NOT_OFFERED_TEXT));
  expect(screen.queryByRole('button', { name: 'Refresh' })).toBeNull();
});

it('says that the server does not offer a branch that is not on this device', async () => {
  account.mockImplementation(async (_, id) => (id === null ? { ok: true } : NOT_OFFERED));
  await show('/team', true);
  fireEvent.click((await item(/^Lena/)).querySelector('[data-part="toggle"]')!);
  await item(new RegExp(`^${NOT_OFFERED_TEXT}$`));
  expect(screen.queryByText(/Try again/)).toBeNull();
});

it('says that the server does not respond to a request for the team, and offers another attempt', async () => {
  account.mockResolvedValue({ ok: false, why: 'no_answer' });
  await show('/team', false);
  await screen.findByText('The server is not responding');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(screen.queryByText('Loading')).toBeNull();
});
