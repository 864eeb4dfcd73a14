import { stopSending } from './drain.ts';

/** The part of the service worker's global scope that is used here. */
interface Worker {
  addEventListener(name: string, run: (event: Event) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
}

type PageMessage = Event & { data: unknown; waitUntil(work: Promise<unknown>): void };

/**
 * Handles messages from pages. A new version waits until the user agrees to the update; the page then sends
 * `skip-waiting` to the new version and `let-go` to the old one, which stops its work. A page that was loaded while a
 * new version was taking over sends `claim`.
 */
export function listenToPages(self: Worker): void {
  self.addEventListener('message', (event) => {
    const message = event as PageMessage;
    const { type } = (message.data ?? {}) as { type?: string };
    if (type === 'skip-waiting') void self.skipWaiting();
    if (type === 'let-go') stopSending();
    if (type === 'claim') message.waitUntil(self.clients.claim());
  });
}
