import { createMemoryHistory, RouterContextProvider } from '@tanstack/react-router';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { CurrentUserProvider } from '../../src/app/current-user-context.tsx';
import type { CurrentUser } from '../../src/app/current-user.ts';
import { usePrefetchedScreens } from '../../src/app/prefetch-screens.ts';
import { createAppRouter } from '../../src/app/router.tsx';
import { initialStatus, type SyncStatus } from '../../src/db/schema/sync-status.ts';
import { search } from '../../src/bridge/search.ts';
import { SyncStateProvider } from '../../src/hooks/sync-context.tsx';
import type { ScreenPath } from '../../src/ui/app-nav.tsx';

const workBar = [{ to: '/tasks' }, { to: '/leads' }] as const;

interface Given {
  bar?: readonly { to: ScreenPath }[];
  is_staff?: boolean;
  onLine?: boolean;
  connection?: { saveData?: boolean; effectiveType?: string };
}

/**
 * Renders the hook. Returns the prefetched paths, a function that ends a sync, and a function that simulates one idle
 * period of the page.
 */
function renderPrefetch({ bar = workBar, is_staff = true, onLine = true, connection }: Given = {}) {
  const idle: (() => void)[] = [];
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('navigator', { onLine, connection });
  vi.stubGlobal('requestIdleCallback', (work: () => void) => idle.push(work));
  vi.stubGlobal('cancelIdleCallback', (handle: number) => idle.splice(handle - 1, 1));
  const user: CurrentUser = { user_id: 'u', is_staff, is_manager: false, is_admin: false, is_subscribed: true };
  const router = createAppRouter(null, createMemoryHistory());
  const paths: (string | undefined)[] = [];
  vi.spyOn(router, 'preloadRoute').mockImplementation(async ({ to }) => {
    paths.push(to as string);
    return undefined;
  });
  let status: SyncStatus = { ...initialStatus, last_fetched_at: '2026-01-01T00:00:00.000Z' };
  const counts = { to_send: 0, needs_you: 0, background: 0 };
  const wrapper = ({ children }: { children: ReactNode }) => (
    <RouterContextProvider router={router}>
      <CurrentUserProvider value={user}>
        <SyncStateProvider value={{ status, counts }}>{children}</SyncStateProvider>
      </CurrentUserProvider>
    </RouterContextProvider>
  );
  const { rerender, unmount } = renderHook(() => usePrefetchedScreens(bar), { wrapper });
  return {
    paths,
    unmount,
    /** Simulates the end of a sync. The server's clock is ahead of the device's clock by `offset`. */
    sync: (at: number, offset = 0) => {
      status = { ...status, last_fetched_at: new Date(at + offset).toISOString(), clock_offset_ms: offset };
      rerender();
    },
    idleOnce: async () => {
      idle.shift()?.();
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
}

it('prefetches screens one by one while the page is idle, but only after a sync', async () => {
  const { paths, sync, idleOnce } = renderPrefetch();
  await idleOnce();
  expect(paths).toEqual([]);
  sync(Date.now());
  expect(paths).toEqual([]);
  await idleOnce();
  expect(paths).toEqual(['/tasks']);
  for (let turn = 0; turn < 5; turn += 1) await idleOnce();
  expect(paths).toEqual(['/tasks', '/leads', '/more', '/user/view-details/$personId']);
});

it("does not prefetch while the last sync is older than the page, by the device's own clock", async () => {
  const { paths, sync, idleOnce } = renderPrefetch();
  sync(performance.timeOrigin - 5_000, 3_600_000);
  await idleOnce();
  expect(paths).toEqual([]);
  sync(performance.timeOrigin + 5_000, -3_600_000);
  await idleOnce();
  expect(paths).toEqual(['/tasks']);
});

it('prefetches without a sync if the device is offline', async () => {
  const { paths, idleOnce } = renderPrefetch({ onLine: false });
  await idleOnce();
  expect(paths).toEqual(['/tasks']);
});

it.each([{ saveData: true }, { effectiveType: '2g' }])(
  'prefetches no screen over the connection %o',
  async (connection) => {
    const { paths, sync, idleOnce } = renderPrefetch({ connection });
    sync(Date.now());
    await idleOnce();
    expect(paths).toEqual([]);
  },
);

it('does not prefetch the person screen for a learner, who cannot open it', async () => {
  const { paths, sync, idleOnce } = renderPrefetch({ is_staff: false });
  sync(Date.now());
  for (let turn = 0; turn < 5; turn += 1) await idleOnce();
  expect(paths).toEqual(['/tasks', '/leads', '/more']);
});

it.each([
  [[{ to: '/contacts' }, { to: '/tasks' }], [['u']]],
  [workBar, []],
] as const)('after the screens of the bar %j, starts the search for %j', async (bar, started) => {
  const prepare = vi.spyOn(search, 'prepare').mockReturnValue();
  const { paths, sync, idleOnce } = renderPrefetch({ bar, is_staff: false });
  sync(Date.now());
  while (paths.at(-1) !== '/more') await idleOnce();
  expect(prepare).not.toHaveBeenCalled();
  await idleOnce();
  await vi.waitFor(() => expect(prepare.mock.calls).toEqual(started));
  await idleOnce();
  expect(prepare.mock.calls).toEqual(started);
});

it('stops prefetching when the app is closed', async () => {
  const { paths, sync, idleOnce, unmount } = renderPrefetch();
  sync(Date.now());
  await idleOnce();
  unmount();
  await idleOnce();
  expect(paths).toEqual(['/tasks']);
});
