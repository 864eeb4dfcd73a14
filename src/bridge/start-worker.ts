import { scriptUrl } from './trusted-types.ts';

/**
 * Starts a worker that accesses the database. The worker is terminated when the browser puts the page into its
 * back/forward cache. See: [Note: Back/forward cache]
 */
export function startWorker(url: string): Worker {
  const worker = new Worker(scriptUrl(url), { type: 'module' });
  addEventListener('pagehide', ({ persisted }) => {
    if (persisted) worker.terminate();
  });
  return worker;
}
