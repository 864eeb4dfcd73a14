import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { SyncStatus } from '../db/schema/sync-status.ts';
import { useSyncState } from '../hooks/sync-context.tsx';
import { allowsPrefetch } from '../lib/connection.ts';
import { whenIdle } from './when-idle.ts';
import type { ScreenPath } from '../ui/app-nav.tsx';
import { useCurrentUser } from './current-user-context.tsx';

/**
 * Whether a sync has ended since the page was opened. A difference of one second is tolerated, because clock offsets
 * are rounded.
 */
const hasSynced = ({ last_fetched_at, clock_offset_ms }: SyncStatus): boolean =>
  last_fetched_at !== null && Date.parse(last_fetched_at) - clock_offset_ms + 1_000 >= performance.timeOrigin;

/** Runs the given loads one after another, each when the page is idle. Returns a function that stops this. */
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

/** Starts the search, from which the contact list gets its rows. */
async function prepareSearch(user_id: string): Promise<void> {
  const { search } = await import('../bridge/search.ts');
  search.prepare(user_id);
}

/**
 * Loads the code of the screens in the bar and of a person's page while the page is idle, so that they open at once.
 * Also starts the search if the contacts are in the bar.
 * Waits for the first sync, because the data that it fetches is more urgent. Offline there is no sync to wait for, and
 * the code comes from the service worker's cache.
 */
export function usePrefetchedScreens(bar: readonly { to: ScreenPath }[]): void {
  const router = useRouter();
  const user = useCurrentUser();
  const isStaff = user?.is_staff ?? false;
  const userId = user?.user_id;
  const status = useSyncState()?.status;
  const isReady = status !== undefined && (hasSynced(status) || !navigator.onLine);
  const paths = bar.map(({ to }) => to).join(' ');
  useEffect(() => {
    if (!isReady || userId === undefined || !allowsPrefetch()) return;
    const screens = [...(paths.split(' ') as ScreenPath[]), '/more' as const].map(
      (to) => () => router.preloadRoute({ to }),
    );
    const person = () => router.preloadRoute({ to: '/user/view-details/$personId', params: { personId: '-' } });
    const search = paths.split(' ').includes('/contacts' satisfies ScreenPath) ? [() => prepareSearch(userId)] : [];
    return loadInTurn([...screens, ...search, ...(isStaff ? [person] : [])]);
  }, [isReady, isStaff, userId, paths, router]);
}
