import { useEffect, useState } from 'react';
import { log } from '../../lib/log.ts';

/** Returns true when a new version is waiting. */
export function useUpdateReady(): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const ended = new AbortController();
    // The module is loaded after the first rows are shown, like the code that installs the service worker.
    import('../../bridge/service-worker.ts')
      .then(({ onUpdateReady }) => {
        if (!ended.signal.aborted) ended.signal.addEventListener('abort', onUpdateReady(setReady));
      })
      .catch((error: unknown) => log.warn('updates are not watched', error));
    return () => ended.abort();
  }, []);
  return isReady;
}
