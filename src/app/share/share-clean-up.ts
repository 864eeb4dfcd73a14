import { useEffect } from 'react';
import { dropExpiredShares } from '../../db/storage/shares.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { log } from '../../lib/log.ts';

/** Deletes shares that nobody has used or discarded in time. */
export function ShareCleanUp(): null {
  const store = useStore();
  useEffect(() => {
    dropExpiredShares(globalThis.caches, store.now()).catch((error: unknown) =>
      log.warn('old shares were not deleted', error),
    );
  }, [store]);
  return null;
}
