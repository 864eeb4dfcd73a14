import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { setViewMode } from '../../src/lib/view-mode.ts';
import { closeSearch } from './fake-search.ts';
import { optionsIn, press, showPalette, type, stubDesktopWidth, type Setup } from './palette-app.ts';

const server = vi.hoisted(() => ({ account: vi.fn() }));
vi.mock('../../src/bridge/sync.ts', () => ({
  sync: { account: server.account, fetchPage: async () => ({ ok: true }), fetchBlob: async () => {} },
}));
vi.mock('../../src/bridge/search.ts', () => import('./fake-search.ts'));

let db: PhoneDb;

beforeEach(() => {
  server.account.mockReset().mockResolvedValue({ ok: false, why: 'offline' });
  stubDesktopWidth();
});
afterEach(() => {
  setViewMode(null);
  closeSearch();
});

async function openPalette(setup?: Setup): Promise<() => string> {
  const shown = await showPalette(setup);
  db = shown.db;
  return shown.path;
}

describe('the actions of the command palette', () => {
  it('the command palette requests the longest-waiting lead offline, and then no longer offers it', async () => {
    await openPalette({ status: { connection: 'offline' } });
    type('next lead');
    await waitFor(() => expect(optionsIn('Actions')).toEqual(['Request next lead']));
    expect(screen.getByRole('option', { name: /Ivanka, Kyiv, Ukraine/ })).toBeTruthy();
    press('Enter');
    await waitFor(async () => expect((await db.outbox.toArray()).map(({ kind }) => kind)).toEqual(['lead.take']));
    const [entry] = await db.outbox.toArray();
    expect(entry).toMatchObject({ title: 'Ivanka', args: { type: 'call', start_in: 0 } });
    expect(await screen.findByText('Requested. Ivanka is not confirmed as yours yet.')).toBeTruthy();
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    await screen.findByRole('combobox');
    type('next lead');
    expect(await screen.findByText('No one called “next lead” on this device')).toBeTruthy();
    expect(screen.queryByRole('group', { name: 'Actions' })).toBeNull();
  });

  it('the command palette offers to take a lead only to employees', async () => {
    await openPalette({ status: { connection: 'online' } });
    type('> lead');
    await waitFor(() => expect(optionsIn('Actions')).toEqual(['Add lead', 'Take next lead']));
    cleanup();
    await openPalette({ me: { is_staff: false } });
    type('> lead');
    expect(screen.queryAllByRole('option')).toEqual([]);
  });

  it('the command palette switches to the dark theme while offline, and then offers the light theme', async () => {
    await openPalette();
    type('theme');
    await waitFor(() => expect(optionsIn('Actions')).toEqual(['Dark theme']));
    press('Enter');
    await waitFor(() => expect(document.documentElement.dataset['theme']).toBe('dark'));
    await waitFor(async () =>
      expect(await db.outbox.toArray()).toMatchObject([{ kind: 'settings.update', args: { theme: 'dark' } }]),
    );
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    await screen.findByRole('combobox');
    type('theme');
    await waitFor(() => expect(optionsIn('Actions')).toEqual(['Light theme']));
  });

  it('the command palette offers no action in view mode except to open a person', async () => {
    setViewMode(() => {});
    await openPalette({ status: { connection: 'online' } });
    type('> lead');
    expect(screen.queryAllByRole('option')).toEqual([]);
    type('call zoe');
    expect(await screen.findByText('No one called “call zoe” on this device')).toBeTruthy();
    type('zoe');
    await waitFor(() => expect(optionsIn('Actions')).toEqual(['Open Zoe Ivanova']));
  });

  it('the command palette logs a call with the person whose name is typed after the action', async () => {
    const path = await openPalette();
    const before = path();
    type('log a call with zoe');
    await waitFor(() => expect(optionsIn('Actions')).toEqual(['Log a call with Zoe Ivanova']));
    type('call cla');
    await waitFor(() => expect(optionsIn('Actions')[0]).toBe('Log a call with Clara Ivens'));
    expect(screen.queryByText(/No one called/)).toBeNull();
    type('> call ivanova');
    await waitFor(() => expect(optionsIn('Actions')).toEqual(['Log a call with Zoe Ivanova']));
    press('Enter');
    expect(await screen.findByRole('dialog', { name: 'How did the call with Zoe Ivanova go?' })).toBeTruthy();
    expect(path()).toBe(before);
  });
});
