/** A new version waits until the person agrees: the page then says so by a message. */
export function listenForUpdate(self: ServiceWorkerGlobalScope): void {
  self.addEventListener('message', (event: ExtendableMessageEvent) => {
    if ((event.data as { type?: string } | null)?.type === 'skip-waiting') void self.skipWaiting();
  });
}
