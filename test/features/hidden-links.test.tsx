import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { savedCallIntent, promptAboutCall } from '../../src/components/call/call-intent.ts';
import { saveStatus } from '../../src/db/schema/sync-meta.ts';
import { uselessScreens } from '../../workers/sync/documented/missing-calls.ts';
import { makeIntent } from './call-maker.ts';
import { freshPorts, openPhone, showApp } from './fake-app.tsx';
import { closeSearch } from './fake-search.ts';
import { onWideScreen } from './desk-app.ts';
import { optionsIn, showPalette, stubDesktopWidth, type } from './palette-app.ts';

// With a server that has only the documented calls, links to screens that stay empty are hidden everywhere.

vi.mock('../../src/bridge/search.ts', () => import('./fake-search.ts'));
vi.mock('../../src/bridge/sync.ts', () => ({
  sync: {
    account: async () => ({ ok: false, why: 'offline' }),
    fetchPage: async () => ({ ok: true }),
    fetchBlob: async () => ({ ok: false, why: 'offline' }),
  },
}));

beforeEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
afterEach(closeSearch);

const admin = { is_staff: true, is_manager: true, is_superuser: true };
const limitedStatus = { limits: [], hidden: uselessScreens };
const hidden = ['Notifications', 'Payments', 'Accounting', 'Audit log'];

test.each([
  ['a phone', 360, 'our server', {}, hidden],
  ['a desktop', 1440, 'our server', {}, hidden],
  ['a phone', 360, 'another API', limitedStatus, []],
  ['a desktop', 1440, 'another API', limitedStatus, []],
])('the navigation of %s (%d px) shows with %s what can have content', async (_, width, _server, status, shown) => {
  onWideScreen(width);
  const ports = freshPorts();
  await openPhone(ports, admin, { last_fetched_at: '2026-03-02T08:00:00.000Z', ...status });
  await showApp('/more', ports);
  const more = within(await screen.findByRole('list', { name: 'More' }));
  await more.findByRole('link', { name: 'Donate' });
  const links = screen.getAllByRole('link').map(({ textContent }) => textContent);
  expect(hidden.filter((name) => links.includes(name))).toEqual(shown);
  expect(links).toEqual(expect.arrayContaining(['Help', 'Statistics', 'Donations', 'Users']));
});

test('the palette hides screens that stay empty, and the action that logs a call', async () => {
  stubDesktopWidth();
  await showPalette({ me: admin, status: limitedStatus });
  await waitFor(() => expect(optionsIn('Go to')).toContain('Statistics'));
  expect(optionsIn('Go to').filter((name) => hidden.includes(String(name)))).toEqual([]);
  expect(optionsIn('Actions')).toEqual(['Add task']);
  type('zoe');
  await waitFor(() => expect(optionsIn('People')).toEqual(['Zoe Ivanova']));
  expect(optionsIn('Actions')).toEqual(['Add a task for Zoe Ivanova', 'Open Zoe Ivanova']);
  type('log a call with zoe');
  await screen.findByText('No one called “log a call with zoe” on this device');
});

test('the app does not ask about a call that the server cannot store, and keeps the call', async () => {
  const ports = freshPorts();
  const db = await openPhone(ports, { is_staff: true });
  await promptAboutCall(db, makeIntent());
  await showApp('/staff-dashboard', ports);
  await screen.findByRole('dialog');
  await saveStatus(db, limitedStatus);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await savedCallIntent(db)).not.toBeNull();
});

test('the day of an employee does not offer to log a call', async () => {
  const ports = freshPorts();
  await openPhone(ports, { is_staff: true }, limitedStatus);
  await showApp('/staff-dashboard', ports);
  await screen.findByRole('button', { name: 'Add task' });
  expect(screen.queryAllByRole('link', { name: 'Log a call' })).toEqual([]);
});
