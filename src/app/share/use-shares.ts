import { useCallback, useEffect, useState } from 'react';
import { savedShares, type Share } from '../../db/storage/shares.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { log } from '../../lib/log.ts';
import { isViewing } from '../../lib/view-mode.ts';

/**
 * Returns the shares that the user has neither used nor discarded, the oldest first, or undefined until they are read;
 * and a function that reads them again. They are also read again when the user returns to the app.
 */
export function useShares(): [readonly Share[] | undefined, () => Promise<void>] {
  const store = useStore();
  const { user_id } = store.actor;
  const [shares, setShares] = useState<readonly Share[]>();
  const reload = useCallback(async (): Promise<void> => {
    const read = isViewing() ? Promise.resolve([]) : savedShares(globalThis.caches, user_id, store.now());
    const found = await read.catch((error: unknown): Share[] => {
      log.warn('shares could not be read', error);
      return [];
    });
    setShares(found);
  }, [store, user_id]);
  useEffect(() => {
    const reloadIfVisible = (): void => {
      if (document.visibilityState === 'visible') void reload();
    };
    reloadIfVisible();
    document.addEventListener('visibilitychange', reloadIfVisible);
    return () => document.removeEventListener('visibilitychange', reloadIfVisible);
  }, [reload]);
  return [shares, reload];
}
