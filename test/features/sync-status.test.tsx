import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { savedMeta, saveMeta } from '../../src/db/schema/meta.ts';
import { initialStatus } from '../../src/db/schema/sync-status.ts';
import { isAbove } from './controls.ts';
import { CONTACT, makeContact, makeEntry } from './entry-maker.ts';
import { freshPorts, openPhone, showApp } from './fake-app.tsx';
import { showSyncCentre } from './sync-centre-app.ts';

describe('sync status', () => {
  it('shows the most urgent sync state as the headline and the state of the other changes below it', async () => {
    const error = { status: 409, code: 'comment_too_old' as const, at: 0 };
    const db = await showSyncCentre([makeEntry(1, { state: 'rejected', error, seq: 1 }), makeEntry(2)]);
    const main = within(screen.getByRole('main'));
    const [pill, headline] = await main.findAllByText('1 needs you');
    expect([pill?.getAttribute('role'), headline?.tagName]).toEqual(['status', 'P']);
    expect(main.getByText('Offline, 1 to send').previousElementSibling).toBe(headline);
    await db.outbox.delete(1);
    await waitFor(() => expect(main.queryByText('1 needs you')).toBeNull());
    expect(main.getAllByText('Offline, 1 to send').map(({ tagName }) => tagName)).toContain('P');
  });

  it('the user can pause and resume sending', async () => {
    const turn = vi.fn(async () => ({ ok: true }) as const);
    const db = await showSyncCentre([makeEntry(1)], turn);
    fireEvent.click(screen.getByRole('button', { name: 'Pause sending' }));
    expect(await screen.findByText('Paused, 1 to send')).toBeTruthy();
    expect(await savedMeta(db, 'paused')).toBe(true);
    expect(await screen.findByText(/Sending is paused/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Resume sending' }));
    await waitFor(() => expect(turn).toHaveBeenCalledOnce());
    expect(await savedMeta(db, 'paused')).toBe(false);
  });

  it('shows a countdown to the next sync attempt and warns about a wrong clock', async () => {
    const turn = vi.fn(async () => ({ ok: true }) as const);
    const next_try_at = Date.now() + 20_000;
    await showSyncCentre([makeEntry(1)], turn, { status: { next_try_at, clock_offset_ms: -86_400_000 } });
    expect(screen.getByText(/Next attempt in (19|20) seconds/)).toBeTruthy();
    expect(screen.getByText(/This device's clock is 1 day ahead/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Try now' }));
    await waitFor(() => expect(turn).toHaveBeenCalledOnce());
  });

  it('a state that stops sending stays the headline while the user has paused sending', async () => {
    const gates = { ...initialStatus.gates, storage_full: true };
    await showSyncCentre([makeEntry(1)], undefined, { status: { gates }, fill: (db) => saveMeta(db, 'paused', true) });
    const texts = await screen.findAllByText('Storage almost full');
    expect(texts.map(({ tagName }) => tagName)).toContain('P');
    expect(await screen.findByRole('button', { name: 'Resume sending' })).toBeTruthy();
  });

  it('shows the next steps of changes that need the user above the buttons for sending', async () => {
    const error = { status: 409, code: 'comment_too_old' as const, at: 0 };
    await showSyncCentre([makeEntry(1, { state: 'rejected', error }), makeEntry(2)]);
    const discard = await screen.findByRole('button', { name: 'Discard' });
    expect(isAbove(discard, screen.getByRole('button', { name: 'Send now' }))).toBe(true);
    expect(screen.getAllByRole('button', { name: 'Send now' })).toHaveLength(1);
  });

  it('folds tables, server time and diagnostics under "Technical details"', async () => {
    await showSyncCentre([], undefined, { status: { server_time: '2026-05-03T10:00:00.000Z' } });
    const fold = (await screen.findByText('Technical details')).closest('details')!;
    expect(fold.open).toBe(false);
    for (const name of ['2. Your notes and contacts', 'Server time', 'Last received', 'Show diagnostics'])
      expect(fold.contains(await screen.findByText(name))).toBe(true);
  });

  it('shows the last three sent changes, and further ones on request', async () => {
    const line = { kind: 'comment.add', entity: 'comments', entity_id: CONTACT, title: 'Words', rev: 3 } as const;
    const fill = (db: PhoneDb): Promise<unknown> =>
      db.history.bulkAdd(
        [1, 2, 3, 4].map((minute) => ({
          ...{ ...line, at_client: Date.now(), background: 0 as const, op_id: `op-${minute}` },
          server_time: `2026-01-03T10:0${minute}:00.000Z`,
        })),
      );
    await showSyncCentre([], undefined, { fill });
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Comment: Words' })).toHaveLength(3));
    fireEvent.click(screen.getByRole('button', { name: 'Show older' }));
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Comment: Words' })).toHaveLength(4));
  });

  it.each([false, true])("shows rows about employees' work only to employees (employee: %s)", async (is_staff) => {
    const ports = freshPorts();
    await openPhone(ports, { is_staff });
    await showApp('/sync', ports);
    await screen.findByText('2. Your notes and contacts');
    const visibleRows = ['Waiting leads', 'Employees', 'Person history'].map(
      (name) => screen.queryByText(name) !== null,
    );
    expect(visibleRows).toEqual([is_staff, is_staff, is_staff]);
  });

  it('lists sent changes by day, and offers to sync each group of data again', async () => {
    const today = new Date();
    const line = { kind: 'comment.add', entity: 'comments', entity_id: CONTACT, title: 'Words', rev: 3 } as const;
    const own = { ...line, at_client: today.getTime(), background: 0 } as const;
    const fill = async (db: PhoneDb): Promise<void> => {
      await db.history.bulkAdd([
        { ...own, op_id: 'op-today', server_time: today.toISOString() },
        { ...own, op_id: 'op-old', server_time: '2026-01-03T10:00:00.000Z' },
      ]);
      await db.contacts.add(makeContact());
    };
    await showSyncCentre([], undefined, { fill });
    expect(await screen.findByRole('heading', { name: 'Today' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: '03/01/2026' })).toBeTruthy();
    fireEvent.click(screen.getAllByRole('button', { name: 'Comment: Words' })[0]!);
    expect(within(await screen.findByRole('dialog')).getByText('op-today')).toBeTruthy();
    expect(await screen.findByText('2. Your notes and contacts')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: /^Sync again/, hidden: true }).length).toBe(4);
  });
});
