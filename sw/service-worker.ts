import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { createBrowserPorts } from '../src/lib/browser-ports.ts';
import { meterFetch, recordUsage } from '../workers/sync/data-usage.ts';
import { serveBackgroundSync } from './background-sync.ts';
import { sendInBackground } from './drain.ts';
import { serveOptionalAssets, splitManifest } from './lazy-precache.ts';
import { guardLogout } from './logout.ts';
import { answerMedia, servesMedia, isViewPage } from './media.ts';
import { unpackBundles, type PrecacheBundle } from './precache-bundles.ts';
import { createProgressPlugin, createProgressReporter } from './progress.ts';
import { receiveShares } from './share.ts';
import { listenToPages } from './update.ts';
import { servePush } from './web-push.ts';

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: { url: string; revision: string | null }[];
  __PRECACHE_BUNDLES: PrecacheBundle[];
};

const { precached, optional } = splitManifest(self.__WB_MANIFEST);
const send = meterFetch((url, init) => fetch(url, init), recordUsage(globalThis));
const report = createProgressReporter(
  self.clients,
  async () => caches.open(precache.strategy.cacheName),
  precached.length,
);
const precache = new PrecacheController({ plugins: [createProgressPlugin(report)] });
precache.addToCacheList(precached);
registerRoute(new PrecacheRoute(precache));
cleanupOutdatedCaches();
// Every navigation gets the app shell, except navigations to paths of the API, media, build files and other server
// pages.
registerRoute(
  new NavigationRoute(precache.createHandlerBoundToURL('/index.html'), {
    denylist: [/^\/(api|media|assets|demo)\//, /^\/(healthz|readyz)$/],
  }),
);
registerRoute(
  ({ url, request }) => servesMedia(url, request),
  ({ request, event }) =>
    answerMedia(request, async () => isViewPage(await self.clients.get((event as FetchEvent).clientId))),
);
serveOptionalAssets(self, optional, send);
guardLogout(
  self,
  createBrowserPorts((url, init) => fetch(url, init)),
);
receiveShares(createBrowserPorts(send));
listenToPages(self);
servePush(self, createBrowserPorts(send));
serveBackgroundSync(self, createBrowserPorts(send), () => sendInBackground(optional, send));

async function install(event: ExtendableEvent): Promise<void> {
  await unpackBundles(self.__PRECACHE_BUNDLES, await caches.open(precache.strategy.cacheName), send, report);
  await precache.install(event);
}

self.addEventListener('install', (event) => event.waitUntil(install(event)));
self.addEventListener('activate', (event) => {
  event.waitUntil(precache.activate(event));
  event.waitUntil(self.clients.claim());
});
