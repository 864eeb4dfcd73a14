import { createMemoryHistory, RouterContextProvider } from '@tanstack/react-router';
import { act, renderHook, waitFor } from '@testing-library/react';
import { I18nProvider } from '@lingui/react';
import { i18n } from '@lingui/core';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CurrentUserProvider } from '../../../src/app/current-user-context.tsx';
import { activateLanguage } from '../../../src/app/i18n.ts';
import { saveScreen } from '../../../src/app/last-screen/save-screen.ts';
import { createAppRouter } from '../../../src/app/router.tsx';
import { SETTLED_MS, useLastScreen } from '../../../src/app/use-last-screen.ts';
import { initialStatus, openGates, type SyncStatus } from '../../../src/db/schema/sync-status.ts';
import { StoreProvider } from '../../../src/hooks/store-context.tsx';
import { SyncStateProvider } from '../../../src/hooks/sync-context.tsx';
import type { Store } from '../../../src/db/schema/store.ts';
import type { NavItem } from '../../../src/ui/app-nav.tsx';

vi.mock('../../../src/app/last-screen/save-screen.ts', () => ({ saveScreen: vi.fn(async () => {}) }));

const bar = [{ to: '/contacts' }, { to: '/dashboard' }] as unknown as NavItem[];
const store = { db: 'db' } as unknown as Store;

function open(path: string, status: Partial<SyncStatus> = {}) {
  const router = createAppRouter(null, createMemoryHistory({ initialEntries: [path] }));
  const user = { user_id: 'u', is_staff: true, is_manager: false, is_admin: false, is_subscribed: true };
  const sync = { status: { ...initialStatus, ...status }, counts: { to_send: 0, needs_you: 0, background: 0 } };
  const wrapper = ({ children }: { children: ReactNode }) => (
    <I18nProvider i18n={i18n}>
      <RouterContextProvider router={router}>
        <StoreProvider value={store}>
          <CurrentUserProvider value={user}>
            <SyncStateProvider value={sync}>{children}</SyncStateProvider>
          </CurrentUserProvider>
        </StoreProvider>
      </RouterContextProvider>
    </I18nProvider>
  );
  return renderHook(() => useLastScreen(bar), { wrapper });
}

/** Lets mutation observers run, and then advances the timers by `ms`. */
async function pass(ms: number): Promise<void> {
  await act(async () => {
    await Promise.resolve();
    vi.advanceTimersByTime(ms);
  });
}

const saves = () => vi.mocked(saveScreen).mock.calls.length;

function setVisibility(state: DocumentVisibilityState): void {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(async () => {
  await activateLanguage('en');
  vi.mocked(saveScreen).mockClear();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('requestIdleCallback', (work: () => void) => work());
  vi.stubGlobal('cancelIdleCallback', () => {});
});
afterEach(() => setVisibility('visible'));

test('stores a screen of the navigation bar once, when the page has not changed for a second', async () => {
  open('/contacts');
  await pass(SETTLED_MS - 1);
  document.body.append('row');
  await pass(999);
  expect(saves()).toBe(0);
  await pass(1);
  vi.useRealTimers();
  await waitFor(() => expect(saves()).toBe(1));
  expect(saveScreen).toHaveBeenCalledWith({ db: 'db', path: '/contacts', isHome: false, unknown: 'Loading' });
});

test('stores a screen of the navigation bar again whenever the page is hidden', async () => {
  const { unmount } = open('/dashboard');
  setVisibility('visible');
  setVisibility('hidden');
  vi.useRealTimers();
  await waitFor(() => expect(saves()).toBe(1));
  expect(saveScreen).toHaveBeenCalledWith(expect.objectContaining({ path: '/dashboard', isHome: true }));
  unmount();
  setVisibility('hidden');
  await new Promise((resolve) => setTimeout(resolve));
  expect(saves()).toBe(1);
});

test.each<[string, string, Partial<SyncStatus>]>([
  ['a screen that is not in the navigation bar', '/profile/settings', {}],
  ['a screen during the first fetch', '/contacts', { first_fetch: { done: 1, total: 2 } }],
  ['a screen below a notice about an update', '/contacts', { gates: { ...openGates, upgrade: true } }],
  ['a screen below a notice about a block', '/contacts', { gates: { ...openGates, blocked: true } }],
  ['a screen below a notice about limits', '/contacts', { limits: [] }],
])('does not store %s', async (_, path, status) => {
  open(path, status);
  await pass(SETTLED_MS);
  setVisibility('hidden');
  vi.useRealTimers();
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(saves()).toBe(0);
});
