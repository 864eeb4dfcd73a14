import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Done } from '../../src/bridge/sync-api.ts';
import { openPhoneDb } from '../../src/db/db.ts';
import { saveStatus } from '../../src/db/meta.ts';
import { ANNA, freshPorts, logInOnPhone, makeMe, showApp } from './fake-app.tsx';

const { turn } = vi.hoisted(() => ({ turn: vi.fn<() => Promise<Done>>() }));
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { turn } }));

it('shows nothing of the phone to somebody who was shut out, wherever he goes, and opens when he is let in', async () => {
  for (const path of ['/contacts', '/sync', '/more', '/profile/view']) {
    const ports = freshPorts();
    await logInOnPhone(ports, makeMe({ is_staff: true }), { shut: true });
    turn.mockResolvedValue({ ok: false, why: 'no_answer' });
    await showApp(path, ports);
    expect(await screen.findByRole('heading', { name: 'Your access is blocked' })).toBeDefined();
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(screen.getByRole('button', { name: 'Log out' })).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Ask again' }));
    expect(await screen.findByText('Nothing has changed yet.')).toBeDefined();
    const db = openPhoneDb(ANNA, ports);
    await saveStatus(db, { shut: false });
    db.close();
    await waitFor(() => expect(screen.queryByText('Your access is blocked')).toBeNull());
    await waitFor(() => expect(screen.queryAllByRole('navigation').length).toBeGreaterThan(0));
    cleanup();
  }
});
