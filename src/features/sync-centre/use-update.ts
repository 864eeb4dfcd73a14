import { useEffect, useState } from 'react';
import { log } from '../../lib/log.ts';

/** Returns whether a new version of the app is waiting to be activated. */
export function useUpdateReady(): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const ended = new AbortController();
    // The service worker module is loaded on demand, so that it does not delay the first rows.
    import('../../bridge/service-worker.ts')
      .then(({ onUpdateReady }) => {
        if (!ended.signal.aborted) ended.signal.addEventListener('abort', onUpdateReady(setReady));
      })
      .catch((error: unknown) => log.warn('updates are not watched', error));
    return () => ended.abort();
  }, []);
  return isReady;
}
