import { cleanup, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { ActionResult } from '../../src/bridge/results.ts';
import { openPhoneDb } from '../../src/db/schema/db.ts';
import { saveStatus } from '../../src/db/schema/sync-meta.ts';
import { ANNA, freshPorts, logInOnPhone, makeMe, showApp } from './fake-app.tsx';

const { syncNow } = vi.hoisted(() => ({ syncNow: vi.fn<() => Promise<ActionResult>>() }));
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { syncNow } }));
// Mocks workers, which jsdom does not have.
vi.mock('../../src/bridge/search.ts', () => import('./idle-search.ts'));

const screens = { '/contacts': 'Contacts', '/sync': 'Sync centre', '/more': 'More', '/profile/view': 'Profile' };

it('shows a blocked person only the blocked screen, and shows the app again after the unblock', async () => {
  for (const [path, title] of Object.entries(screens)) {
    const ports = freshPorts();
    await logInOnPhone(ports, makeMe({ is_staff: true }), { shut: true });
    syncNow.mockResolvedValue({ ok: false, why: 'no_answer' });
    await showApp(path, ports);
    expect(await screen.findByRole('heading', { name: 'Your access is blocked' })).toBeDefined();
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(screen.getByRole('button', { name: 'Log out' })).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Check again' }));
    expect(await screen.findByText('Your access is still blocked.')).toBeDefined();
    const db = openPhoneDb(ANNA, ports);
    await saveStatus(db, { shut: false });
    db.close();
    expect(await screen.findByRole('heading', { name: title })).toBeDefined();
    expect(screen.queryByText('Your access is blocked')).toBeNull();
    expect(screen.getAllByRole('navigation').length).toBeGreaterThan(0);
    cleanup();
  }
});
