import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { SyncStatus } from '../db/schema/sync-status.ts';
import { useSyncState } from '../hooks/sync-context.tsx';
import { allowsPrefetch } from '../lib/connection.ts';
import type { ScreenPath } from '../ui/app-nav.tsx';
import { useCurrentUser } from './current-user-context.tsx';

/**
 * Pause in ms between loading two screens, so that the browser can do other work; used by browsers without idle
 * callbacks.
 */
const PAUSE_MS = 200;

/** Runs `work` when the page has nothing else to do. Returns a function that cancels it. */
function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, PAUSE_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work);
  return () => cancelIdleCallback(handle);
}

/** Whether a sync has ended since the page was opened. One second is tolerated, because clock offsets are rounded. */
const hasSynced = ({ last_fetched_at, clock_offset_ms }: SyncStatus): boolean =>
  last_fetched_at !== null && Date.parse(last_fetched_at) - clock_offset_ms + 1_000 >= performance.timeOrigin;

/** Loads these screens one after another whenever the page is idle. Returns a function that stops this. */
function loadInTurn(loads: readonly (() => Promise<unknown>)[]): () => void {
  let isStopped = false;
  let cancel: () => void;
  const next = ([load, ...rest]: typeof loads): void => {
    if (!load || isStopped) return;
    cancel = whenIdle(
      () =>
        void load().then(
          () => next(rest),
          () => next(rest),
        ),
    );
  };
  next(loads);
  return () => {
    isStopped = true;
    cancel();
  };
}

/**
 * Loads the code of the screens in the bar and of a person's page while the page is idle, so that they open at once.
 * Waits for the first sync, because the data that it fetches is more urgent. Offline there is no sync to wait for, and
 * the code comes from the service worker's cache.
 */
export function usePrefetchedScreens(bar: readonly { to: ScreenPath }[]): void {
  const router = useRouter();
  const isStaff = useCurrentUser()?.is_staff ?? false;
  const status = useSyncState()?.status;
  const isReady = status !== undefined && (hasSynced(status) || !navigator.onLine);
  const paths = bar.map(({ to }) => to).join(' ');
  useEffect(() => {
    if (!isReady || !allowsPrefetch()) return;
    const screens = [...(paths.split(' ') as ScreenPath[]), '/more' as const].map(
      (to) => () => router.preloadRoute({ to }),
    );
    const person = () => router.preloadRoute({ to: '/user/view-details/$personId', params: { personId: '-' } });
    return loadInTurn(isStaff ? [...screens, person] : screens);
  }, [isReady, isStaff, paths, router]);
}
