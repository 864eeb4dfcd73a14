import { scriptUrl } from './trusted-types.ts';

/**
 * Starts a worker that accesses the database. It ends when the browser keeps the page in its back/forward cache. See:
 * [Note: Back/forward cache]
 */
export function startWorker(url: string): Worker {
  const worker = new Worker(scriptUrl(url), { type: 'module' });
  addEventListener('pagehide', ({ persisted }) => {
    if (persisted) worker.terminate();
  });
  return worker;
}
