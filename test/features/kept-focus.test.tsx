import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Notification } from '../../contract/entities/notification.ts';
import { makeEntry } from './entry-maker.ts';
import { stubOfflineAccount, showEmployeeApp } from './people-app.ts';
import { makeWaitingLead } from './people-maker.ts';
import { showSyncCentre } from './sync-centre-app.ts';

const { account } = vi.hoisted(() => ({ account: vi.fn<(verb: string, ...args: unknown[]) => Promise<unknown>>() }));
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account } }));

stubOfflineAccount(account);

/** Focuses a button and presses it, as a keyboard user does. */
function pressFocused(button: HTMLElement): void {
  act(() => button.focus());
  fireEvent.click(button);
}

const focusedRow = (): string => document.activeElement?.closest('li')?.textContent ?? '';

it('moves the focus to the next change after a change that needed attention was discarded', async () => {
  const error = { status: 409, code: 'comment_too_old' as const, at: 0 };
  await showSyncCentre([
    makeEntry(1, { state: 'rejected', error, title: 'First' }),
    makeEntry(2, { state: 'rejected', error, title: 'Second' }),
  ]);
  const [first] = await screen.findAllByRole('button', { name: 'Discard' });
  pressFocused(first!);
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByText('Words 1')).toBeNull());
  await waitFor(() => expect(focusedRow()).toContain('Words 2'));
});

it('moves the focus to the next unsent change after an undo, and to the title after the last one', async () => {
  await showSyncCentre([makeEntry(1), makeEntry(2)]);
  pressFocused((await screen.findAllByRole('button', { name: 'Undo' }))[0]!);
  await waitFor(() => expect(focusedRow()).toContain('Words 2'));
  pressFocused(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Sync centre' })));
});

it('keeps the focus in place when an unsent change that is not focused disappears', async () => {
  const db = await showSyncCentre([makeEntry(1), makeEntry(2)]);
  const [first] = await screen.findAllByRole('button', { name: 'Undo' });
  act(() => first!.focus());
  await db.outbox.where('op_id').equals(makeEntry(2).op_id).delete();
  await waitFor(() => expect(screen.queryByText(/Words 2/)).toBeNull());
  expect(document.activeElement).toBe(first);
});

it('moves the focus to the first notification after all were marked as read', async () => {
  const notification: Notification = {
    ...{ id: '0198c000-0000-7000-8000-000000000101', rev: 1, kind: 'task_due', title: 'Call Ivan', by_name: '' },
    ...{ target_id: '0198c000-0000-7000-8000-0000000000f1', created_at: new Date().toISOString(), read_at: null },
  };
  await showEmployeeApp('/inbox', (phone) => phone.notifications.put(notification));
  pressFocused(await screen.findByRole('button', { name: 'Mark all read' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Call Ivan' })));
});

it('moves the focus to the request button of a lead after its request was withdrawn', async () => {
  await showEmployeeApp('/leads?tab=waiting', (phone) => phone.waiting_leads.put(makeWaitingLead()));
  fireEvent.click(await screen.findByRole('button', { name: 'Request Maria' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Request Maria' }));
  fireEvent.click(sheet.getByRole('button', { name: 'Request' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  pressFocused(await screen.findByRole('button', { name: 'Withdraw' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Request Maria' })));
});
