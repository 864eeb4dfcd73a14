import { stopDrain } from './drain.ts';

/**
 * A new version waits until the person agrees: the page then says so by a message, and tells the old one to let go of
 * what it does.
 */
export function listenForUpdate(self: ServiceWorkerGlobalScope): void {
  self.addEventListener('message', (event: ExtendableMessageEvent) => {
    const { type } = (event.data ?? {}) as { type?: string };
    if (type === 'skip-waiting') void self.skipWaiting();
    if (type === 'let-go') stopDrain();
  });
}
