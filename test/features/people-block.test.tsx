import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Me } from '../../contract/entities/me.ts';
import { freshPorts, openPhone, showApp } from './fake-app.tsx';
import { IVAN, makePerson } from './people-maker.ts';

const { account } = vi.hoisted(() => ({ account: vi.fn<(verb: string, ...args: unknown[]) => Promise<unknown>>() }));
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account } }));

async function openMoreAs(me: Partial<Me>) {
  const ports = freshPorts();
  const db = await openPhone(ports, { is_staff: true, ...me });
  await db.people.put(makePerson());
  await showApp(`/user/view-details/${IVAN}`, ports);
  fireEvent.click(await screen.findByRole('button', { name: 'More' }));
  return within(await screen.findByRole('menu'));
}

it('lets a manager, but not a consultant, block a person while online', async () => {
  account.mockResolvedValue({ ok: false, why: 'offline' });
  expect((await openMoreAs({})).queryByRole('menuitem', { name: 'Block' })).toBeNull();
  cleanup();
  fireEvent.click((await openMoreAs({ is_manager: true })).getByRole('menuitem', { name: 'Block' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Block Ivan Petrov?' }));
  fireEvent.click(sheet.getByRole('button', { name: 'Block' }));
  expect(await sheet.findByText('You are offline')).toBeTruthy();
  account.mockResolvedValue({ ok: true });
  fireEvent.click(sheet.getByRole('button', { name: 'Block' }));
  expect(await screen.findByText('Ivan Petrov is blocked')).toBeTruthy();
  expect(account).toHaveBeenLastCalledWith('blockPerson', IVAN, true);
});
