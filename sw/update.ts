import { stopDrain } from './drain.ts';

/**
 * A new version waits until the user agrees: the page then sends a message to it, and tells the old one to stop its
 * work.
 */
export function listenForUpdate(self: ServiceWorkerGlobalScope): void {
  self.addEventListener('message', (event: ExtendableMessageEvent) => {
    const { type } = (event.data ?? {}) as { type?: string };
    if (type === 'skip-waiting') void self.skipWaiting();
    if (type === 'let-go') stopDrain();
  });
}
