import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SyncAnnouncer } from '../../src/app/sync-announcer.tsx';
import { SyncStateProvider } from '../../src/hooks/sync-context.tsx';
import { StatePill } from '../../src/components/sync/sync-pill.tsx';
import { pillState, type OutboxCounts, type PillState } from '../../src/db/queries/status.ts';
import { openGates, initialStatus, type SyncStatus } from '../../src/db/schema/sync-status.ts';
import { InRouter } from './in-router.tsx';

beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

const today = new Date();
today.setHours(0, 0, 1, 0);
const at = today.toISOString();

const texts: [PillState, string][] = [
  [{ kind: 'up_to_date', at }, 'Up to date, 00:00'],
  [{ kind: 'up_to_date', at: null }, 'Connecting'],
  [{ kind: 'sending', done: 2, total: 7 }, 'Sending 2 of 7'],
  [{ kind: 'offline', count: 7, since: at }, 'Offline, 7 to send'],
  [{ kind: 'offline', count: 0, since: at }, 'Offline, data from 00:00'],
  [{ kind: 'offline', count: 0, since: null }, 'Offline'],
  [{ kind: 'first_fetch', percent: 34 }, 'Syncing 34%'],
  [{ kind: 'no_answer', count: 7, since: at }, 'No reply, 7 to send'],
  [{ kind: 'no_answer', count: 0, since: at }, 'No reply, data from 00:00'],
  [{ kind: 'portal' }, 'Wi-Fi login needed'],
  [{ kind: 'log_in', count: 7 }, 'Log in to send 7'],
  [{ kind: 'needs_you', count: 2 }, '2 need you'],
  [{ kind: 'needs_you', count: 1 }, '1 needs you'],
  [{ kind: 'storage_full' }, 'Storage almost full'],
  [{ kind: 'blocked' }, 'Your access is blocked'],
];

it.each(texts)('shows the sync state as text: %o', (state, text) => {
  render(
    <I18nProvider i18n={i18n}>
      <InRouter>
        <StatePill state={state} />
      </InRouter>
    </I18nProvider>,
  );
  expect(screen.getByRole('status').textContent).toBe(text);
  expect(screen.getByRole('link', { name: text }).getAttribute('href')).toBe('/sync');
});

const noCounts: OutboxCounts = { to_send: 0, needs_you: 0, background: 0 };
const syncedStatus: SyncStatus = {
  ...initialStatus,
  connection: 'portal',
  first_fetch: { done: 1, total: 3 },
  gates: { ...openGates, auth: true, storage_full: true },
};

it('shows the most urgent of several sync states', () => {
  const kinds = [
    pillState(syncedStatus, { ...noCounts, needs_you: 1 }),
    pillState(syncedStatus, noCounts),
    pillState({ ...syncedStatus, gates: { ...openGates, storage_full: true } }, noCounts),
    pillState({ ...syncedStatus, gates: openGates }, noCounts),
    pillState({ ...syncedStatus, gates: openGates, connection: 'offline' }, noCounts),
    pillState({ ...syncedStatus, gates: openGates, connection: 'no_answer' }, noCounts),
    pillState({ ...syncedStatus, gates: openGates, connection: 'online' }, noCounts),
    pillState({ ...initialStatus, connection: 'online' }, { ...noCounts, to_send: 2 }),
    pillState({ ...initialStatus, connection: 'online' }, { ...noCounts, background: 9 }),
  ].map(({ kind }) => kind);
  expect(kinds).toEqual([
    'needs_you',
    'log_in',
    'storage_full',
    'portal',
    'offline',
    'no_answer',
    'first_fetch',
    'sending',
    'up_to_date',
  ]);
});

describe('screen reader announcements', () => {
  afterEach(() => vi.useRealTimers());

  const online: SyncStatus = { ...initialStatus, connection: 'online', last_fetched_at: at };
  const announced = (how: 'polite' | 'assertive'): string =>
    document.querySelector(`[aria-live=${how}]`)?.textContent ?? '';
  const Live = ({ status, counts }: { status: SyncStatus; counts: OutboxCounts }) => (
    <I18nProvider i18n={i18n}>
      <SyncStateProvider value={{ status, counts }}>
        <SyncAnnouncer />
      </SyncStateProvider>
    </I18nProvider>
  );

  it('announces the first connection and the end of the first sync', () => {
    vi.useFakeTimers();
    const { rerender } = render(<Live status={{ ...online, last_fetched_at: null }} counts={noCounts} />);
    const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));
    pass(0);
    expect(announced('polite')).toBe('Connecting');
    rerender(<Live status={online} counts={noCounts} />);
    pass(10_000);
    expect(announced('polite')).toBe('Up to date, 00:00');
  });

  it('announces changes of the sync state at most every ten seconds, and urgent states immediately', () => {
    vi.useFakeTimers();
    const { rerender } = render(<Live status={online} counts={noCounts} />);
    const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));
    pass(0);
    expect(announced('polite')).toBe('Up to date, 00:00');
    rerender(<Live status={{ ...online, connection: 'offline' }} counts={{ ...noCounts, to_send: 1 }} />);
    pass(4_000);
    rerender(<Live status={{ ...online, connection: 'offline' }} counts={{ ...noCounts, to_send: 2 }} />);
    pass(5_900);
    expect(announced('polite')).toBe('Up to date, 00:00');
    pass(200);
    expect(announced('polite')).toBe('Offline, 2 to send');
    rerender(<Live status={online} counts={{ ...noCounts, needs_you: 1 }} />);
    pass(0);
    expect(announced('assertive')).toBe('1 needs you');
    expect(announced('polite')).toBe('');
  });
});
