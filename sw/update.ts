import { stopDrain } from './drain.ts';

/**
 * Messages of pages. A new version waits until the user agrees: the page then sends a message to it, and tells the old
 * one to stop its work. A page that was loaded while a version took over asks to be claimed.
 */
export function listenToPages(self: ServiceWorkerGlobalScope): void {
  self.addEventListener('message', (event: ExtendableMessageEvent) => {
    const { type } = (event.data ?? {}) as { type?: string };
    if (type === 'skip-waiting') void self.skipWaiting();
    if (type === 'let-go') stopDrain();
    if (type === 'claim') event.waitUntil(self.clients.claim());
  });
}
