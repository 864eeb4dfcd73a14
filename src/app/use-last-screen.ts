import { useLingui } from '@lingui/react/macro';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useStore } from '../hooks/store-context.tsx';
import { useSyncState } from '../hooks/sync-context.tsx';
import { log } from '../lib/log.ts';
import { whenIdle } from './when-idle.ts';
import type { NavItem } from '../ui/app-nav.tsx';
import { homePathOf } from './current-user.ts';
import { useCurrentUser } from './current-user-context.tsx';

/** Time in ms without a change of the page after which a screen is complete. */
export const SETTLED_MS = 1_000;

/** Runs `work` once, when the page has not changed for a second and is idle. Returns a function that cancels it. */
function whenSettled(work: () => void): () => void {
  let cancel = (): void => {};
  const wait = (): void => {
    cancel();
    const timer = setTimeout(() => {
      observer.disconnect();
      cancel = whenIdle(work);
    }, SETTLED_MS);
    cancel = () => clearTimeout(timer);
  };
  const observer = new MutationObserver(wait);
  observer.observe(document.body, { childList: true, subtree: true });
  wait();
  return () => {
    observer.disconnect();
    cancel();
  };
}

/**
 * Stores the open screen if it is in the bar, so that the next start shows it at once. Stores it when its rows are
 * shown, and whenever the page is hidden. See: [Note: Last screen]
 */
export function useLastScreen(bar: readonly NavItem[]): void {
  const { t } = useLingui();
  const { db } = useStore();
  const user = useCurrentUser();
  const { pathname } = useLocation();
  const status = useSyncState()?.status;
  // A screen is not stored while it shows the progress of the first fetch, nor while a notice above it shifts
  // everything.
  const isUsual = status && !status.first_fetch && !status.limits && !status.gates.blocked && !status.gates.upgrade;
  const isStored = Boolean(isUsual) && bar.some(({ to }) => to === pathname);
  const isHome = user !== null && homePathOf(user) === pathname;
  const unknown = t`Loading`;
  useEffect(() => {
    if (!isStored) return;
    const save = (): void => {
      import('./last-screen/save-screen.ts')
        .then(({ saveScreen }) => saveScreen({ db, path: pathname, isHome, unknown }))
        .catch((error: unknown) => log.warn('the screen was not stored', error));
    };
    const saveIfHidden = (): void => {
      if (document.visibilityState === 'hidden') save();
    };
    document.addEventListener('visibilitychange', saveIfHidden);
    const cancel = whenSettled(save);
    return () => {
      document.removeEventListener('visibilitychange', saveIfHidden);
      cancel();
    };
  }, [db, isStored, isHome, pathname, unknown]);
}
