import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Employee } from '../../contract/entities/employee.ts';
import type { Me } from '../../contract/entities/me.ts';
import type { ActionResult } from '../../src/bridge/results.ts';
import type { SyncStatus } from '../../src/db/schema/sync-status.ts';
import { ViewBanner } from '../../src/app/view-as/view-banner.tsx';
import { dismissToast } from '../../src/ui/toast.ts';
import { freshPorts, openPhone, showApp } from './fake-app.tsx';

const { account } = vi.hoisted(() => ({
  account: vi.fn<(verb: string, ...args: unknown[]) => Promise<ActionResult>>(),
}));
vi.mock('../../src/bridge/sync.ts', () => ({
  sync: { account, fetchPage: async () => ({ ok: true }) },
  replaceSync: async () => () => {},
}));

beforeEach(() => {
  account.mockReset();
  account.mockResolvedValue({ ok: false, why: 'refused', code: 'not_found' });
});

const OLGA = '0198c000-0000-7000-8000-0000000000e1';
const olga: Employee = {
  id: OLGA,
  rev: 1,
  name: 'Olga Sommer',
  language: 'en',
  is_manager: false,
  is_blocked: false,
  in_team: true,
  manager_id: null,
  country: null,
  city: null,
  time_zone: null,
  daily_limit: null,
  rating: null,
  work_times: null,
};

const MINUTE = 60_000;
const NOW = Date.parse('2026-05-02T09:00:00.000Z');

const manager: Partial<Me> = { is_staff: true, is_manager: true };

async function show(
  me: Partial<Me> = manager,
  status: Partial<SyncStatus> = {},
  path = `/staff-dashboard/view-as/${OLGA}`,
) {
  const ports = freshPorts();
  const db = await openPhone(ports, me, status);
  await db.employees.put(olga);
  return showApp(path, ports);
}

const start = (): Promise<HTMLElement> => screen.findByRole('button', { name: 'Start viewing' });
const typeReason = (text: string): void =>
  void fireEvent.change(screen.getByRole('textbox', { name: 'Reason' }), { target: { value: text } });

describe('starting to view the app as another person', () => {
  it('viewing as another person requires a reason of at least five characters', async () => {
    await show();
    expect(await screen.findByRole('heading', { name: 'View as Olga Sommer' })).toBeTruthy();
    await start();
    typeReason('help');
    fireEvent.click(await start());
    expect(await screen.findByText('Write a little more')).toBeTruthy();
    expect(account).not.toHaveBeenCalled();
  });

  it('says that a nonexistent person cannot be viewed, and keeps the typed reason', async () => {
    await show();
    await start();
    typeReason('Asked for help');
    fireEvent.click(await start());
    await waitFor(() => expect(account).toHaveBeenCalledWith('startView', OLGA, 'Asked for help'));
    expect(await screen.findByText('You cannot see the app as this person')).toBeTruthy();
    expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveProperty('value', 'Asked for help');
  });

  it('viewing as another person is disabled while offline, and the screen says why', async () => {
    await show(manager, { connection: 'offline' });
    expect(await start()).toHaveProperty('disabled', true);
    expect(screen.getByText(/so a view needs a connection/)).toBeTruthy();
  });

  it('offers viewing as another person only to managers and administrators', async () => {
    await show({ is_staff: true });
    expect(await screen.findByText(/Only managers and administrators/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Start viewing' })).toBeNull();
  });

  it('a reload while viewing as another person returns to the start of the view', async () => {
    const { path } = await show(manager, {}, `/staff-dashboard/view-as/${OLGA}/tasks/today`);
    await start();
    expect(path()).toBe(`/staff-dashboard/view-as/${OLGA}`);
  });
});

describe('the viewed person', () => {
  const view = { id: OLGA, rev: 1, viewer_name: 'Maria Keller', expires_at: '2026-05-02T09:30:00.000Z' };

  it('notifies the viewed person of a view only once, and lists all views on the devices screen', async () => {
    const ports = freshPorts();
    const db = await openPhone(ports);
    await db.account_views.put({
      ...view,
      started_at: '2026-05-02T09:00:00.000Z',
      ended_at: '2026-05-02T09:05:00.000Z',
    });
    const { path } = await showApp('/dashboard', ports);
    expect(await screen.findByText(/^Maria Keller saw the app as you see it/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Details' }));
    await waitFor(() => expect(path()).toBe('/profile/devices'));
    expect(await screen.findByRole('heading', { name: 'Viewed by' })).toBeTruthy();
    expect(await db.meta.get('view_told')).toMatchObject({ value: '2026-05-02T09:00:00.000Z' });
    cleanup();
    dismissToast();
    await showApp('/profile/devices', ports);
    expect(await screen.findByText('Maria Keller')).toBeTruthy();
    expect(screen.queryByText(/^Maria Keller saw the app/)).toBeNull();
  });
});

describe('the banner of a view', () => {
  const showBanner = (left_ms: number) => {
    vi.useFakeTimers({ now: NOW });
    onTestFinished(() => void vi.useRealTimers());
    i18n.loadAndActivate({ locale: 'en', messages: {} });
    const ended = { onExit: vi.fn(), onTimeUp: vi.fn() };
    render(
      <I18nProvider i18n={i18n}>
        <ViewBanner name="Olga Sommer" endsAt={NOW + left_ms} {...ended} />
        <input aria-label="Search" />
        <input type="radio" aria-label="Dark" />
      </I18nProvider>,
    );
    return ended;
  };
  const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));
  const status = (): string | null => screen.getByRole('status').textContent;

  it('the view banner counts the minutes down, and ends the view at zero', () => {
    const { onTimeUp } = showBanner(30 * MINUTE);
    expect(screen.getByText('Viewing as Olga Sommer')).toBeTruthy();
    expect(screen.getByText(/30 minutes left/)).toBeTruthy();
    pass(24 * MINUTE);
    expect(screen.getByText(/6 minutes left/)).toBeTruthy();
    expect(status()).toBe('');
    pass(MINUTE);
    expect(status()).toBe('This view ends in 5 minutes.');
    pass(5 * MINUTE - 1000);
    expect(screen.getByText(/1 minute left/)).toBeTruthy();
    expect(onTimeUp).not.toHaveBeenCalled();
    pass(1000);
    expect(onTimeUp).toHaveBeenCalled();
  });

  it('the view banner ends the view by its button or by Escape, except in a field or a dialog', () => {
    const { onExit } = showBanner(30 * MINUTE);
    fireEvent.keyDown(screen.getByLabelText('Search'), { key: 'Escape' });
    const dialog = document.body.appendChild(document.createElement('div'));
    dialog.role = 'dialog';
    fireEvent.keyDown(document.body, { key: 'Escape' });
    dialog.remove();
    fireEvent.keyDown(document.body, { key: 'Enter' });
    expect(onExit).not.toHaveBeenCalled();
    fireEvent.keyDown(screen.getByLabelText('Dark'), { key: 'Escape' });
    expect(onExit).toHaveBeenCalledTimes(1);
    fireEvent.click(screen.getByRole('button', { name: 'Exit' }));
    expect(onExit).toHaveBeenCalledTimes(2);
  });
});
