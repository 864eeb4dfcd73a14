import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { counted, keepUse } from '../workers/sync/data-use.ts';
import { drain } from './drain.ts';
import { serveLate, splitLate } from './late.ts';
import { answerMedia } from './media.ts';
import { listenForUpdate } from './update.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] };

interface SyncEvent extends ExtendableEvent {
  tag: string;
}

const { first, late } = splitLate(self.__WB_MANIFEST);
precacheAndRoute(first);
cleanupOutdatedCaches();
// Every screen is the shell; the API, media and build files are not screens.
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), {
    denylist: [/^\/(api|media|assets|demo)\//, /^\/(healthz|readyz)$/],
  }),
);
registerRoute(
  ({ url }) => url.pathname.startsWith('/media/'),
  ({ request }) => answerMedia(request),
);
serveLate(
  self,
  late,
  counted((url, init) => fetch(url, init), keepUse(globalThis)),
);
listenForUpdate(self);

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('sync', (event) => {
  const { tag } = event as SyncEvent;
  if (tag === 'haversack-outbox') (event as SyncEvent).waitUntil(drain(late));
});
