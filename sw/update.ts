import { stopDrain } from './drain.ts';

/**
 * Handles messages from pages. A new version waits until the user agrees to the update; the page then sends
 * `skip-waiting` to the new version and `let-go` to the old one, which stops its work. A page that was loaded while a
 * new version was taking over sends `claim`.
 */
export function listenToPages(self: ServiceWorkerGlobalScope): void {
  self.addEventListener('message', (event: ExtendableMessageEvent) => {
    const { type } = (event.data ?? {}) as { type?: string };
    if (type === 'skip-waiting') void self.skipWaiting();
    if (type === 'let-go') stopDrain();
    if (type === 'claim') event.waitUntil(self.clients.claim());
  });
}
