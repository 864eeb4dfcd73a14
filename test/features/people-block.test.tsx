// @vitest-environment jsdom
// Before Dexie is loaded: its live queries look for a database of the whole window.
import 'fake-indexeddb/auto';
import { cleanup, configure, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { openPhoneDb } from '../../src/db/db.ts';
import { dismissToast } from '../../src/ui/toast.ts';
import { ANNA, freshPorts, logInOnPhone, makeMe, showApp } from './fake-app.tsx';
import { IVAN, makePerson } from './people-maker.ts';

const { account } = vi.hoisted(() => ({ account: vi.fn<(verb: string, ...args: unknown[]) => Promise<unknown>>() }));
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account } }));

// Screens and sheets come as chunks, which a busy machine takes its time to load.
configure({ asyncUtilTimeout: 10_000 });

beforeAll(() => {
  window.matchMedia = (query) =>
    ({
      matches: false,
      media: query,
      addEventListener: () => {},
      removeEventListener: () => {},
    }) as unknown as MediaQueryList;
  window.scrollTo = () => {};
});
afterEach(() => {
  cleanup();
  dismissToast();
});

async function more(me: Parameters<typeof makeMe>[0]) {
  const ports = freshPorts();
  await logInOnPhone(ports, makeMe({ is_staff: true, ...me }));
  const db = openPhoneDb(ANNA, ports);
  await db.people.put(makePerson());
  db.close();
  await showApp(`/user/view-details/${IVAN}`, ports);
  fireEvent.click(await screen.findByRole('button', { name: 'More' }));
  return within(await screen.findByRole('dialog'));
}

it('a person is blocked by a manager with the network alone, and not by a consultant', async () => {
  account.mockResolvedValue({ ok: false, why: 'offline' });
  expect((await more({})).queryByRole('button', { name: 'Block' })).toBeNull();
  cleanup();
  fireEvent.click((await more({ is_manager: true })).getByRole('button', { name: 'Block' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Block Ivan Petrov?' }));
  fireEvent.click(sheet.getByRole('button', { name: 'Block' }));
  expect(await sheet.findByText('No network')).toBeTruthy();
  account.mockResolvedValue({ ok: true });
  fireEvent.click(sheet.getByRole('button', { name: 'Block' }));
  expect(await screen.findByText('Ivan Petrov is blocked')).toBeTruthy();
  expect(account).toHaveBeenLastCalledWith('blockPerson', IVAN, true);
});
