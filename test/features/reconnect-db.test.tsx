import { screen, waitFor } from '@testing-library/react';
import { forceCloseDatabase } from 'fake-indexeddb';
import { describe, expect, it, vi } from 'vitest';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { reconnectDb } from '../../src/app/reconnect-db.ts';
import { freshPorts, logInOnPhone, makeMe, showApp, type RenderedApp } from './fake-app.tsx';

const now = async (): Promise<void> => {};

function dbOf({ session }: RenderedApp): PhoneDb {
  const state = session.current();
  if (state.kind !== 'in') throw new Error(state.kind);
  return state.db;
}

/** Closes all connections and notifies their owners, as iOS does. */
function closeAsBrowser(db: PhoneDb): void {
  forceCloseDatabase(db.backendDB() as unknown as Parameters<typeof forceCloseDatabase>[0]);
}

async function show(): Promise<RenderedApp> {
  const ports = freshPorts();
  await logInOnPhone(ports, makeMe());
  const app = await showApp('/profile/settings', ports);
  await screen.findByRole('heading', { name: 'Settings' });
  return app;
}

describe('database closed by the browser', () => {
  it('reopens a database that the browser has closed, and keeps showing the screen', async () => {
    const app = await show();
    const db = dbOf(app);
    closeAsBrowser(db);
    await waitFor(() => expect(db.isOpen()).toBe(true));
    expect(await db.me.count()).toBe(1);
    expect(screen.getByRole('heading', { name: 'Settings' })).toBeTruthy();
    // The browser may close the database several times.
    closeAsBrowser(db);
    await waitFor(() => expect(db.isOpen()).toBe(true));
    expect(screen.queryByText('The browser closed its storage')).toBeNull();
  });

  it('shows a notice above the screen when the database cannot be reopened', async () => {
    const app = await show();
    const db = dbOf(app);
    vi.spyOn(app.ports.indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('Connection to Indexed Database server lost', 'UnknownError');
    });
    closeAsBrowser(db);
    expect(await screen.findByText('The browser closed its storage')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Settings' })).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'Reload' })).toHaveLength(1);
  });

  it('does not reopen a database that the app itself has closed, as for an upgrade', async () => {
    const db = dbOf(await show());
    db.close();
    expect(await reconnectDb(db, now)).toBeUndefined();
    expect(db.isOpen()).toBe(false);
  });
});
