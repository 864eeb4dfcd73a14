// This import comes first: it sets the policy that allows workers and the service worker to start.
import './bridge/trusted-types.ts';
import './ui/styles/layers.css';
import './ui/styles/tokens.css';
import './ui/styles/base.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { releaseDatabasesOnPageHide } from './app/back-forward-cache.ts';
import { applyPreferences, bootPreferences } from './app/preferences.ts';
import { createSession, type Session } from './app/session.ts';
import { isStorageUnavailable, setPageDatabasePorts } from './db/schema/db.ts';
import type { SyncApi } from './bridge/sync-api.ts';
import { listenForInstall } from './lib/install.ts';
import { createBrowserPorts } from './lib/browser-ports.ts';
import type { Ports } from './lib/ports.ts';

// The worker and its bridge are loaded after the first rows, because reading the rows needs neither.
const bridge = async (): Promise<SyncApi> => (await import('./bridge/sync.ts')).sync;
const sync: Pick<SyncApi, 'start' | 'syncNow' | 'logout' | 'reportLogout'> = {
  start: async (user_id) => (await bridge()).start(user_id),
  syncNow: async () => (await bridge()).syncNow(),
  logout: async (mode) => (await bridge()).logout(mode),
  reportLogout: async () => (await bridge()).reportLogout(),
};

listenForInstall();
const stopReleasingDisk = releaseDatabasesOnPageHide();
const boot = bootPreferences();
const ports = createBrowserPorts(() => Promise.reject(new Error('pages have no network access')));
const container = document.getElementById('root');
const root = container && createRoot(container);

function show(usedPorts: Ports, hasNoStorage = false): Session {
  const session = createSession(usedPorts, sync);
  root?.render(
    <App key={String(hasNoStorage)} session={session} ports={usedPorts} boot={boot} hasNoStorage={hasNoStorage} />,
  );
  return session;
}

/** Continues without storage: all data is kept in memory, and a notice is shown. */
async function continueWithoutStorage(): Promise<void> {
  stopReleasingDisk();
  const { startInMemorySync: inMemory } = await import('./bridge/in-memory-sync.ts');
  const disk = inMemory();
  setPageDatabasePorts(disk);
  await show({ ...ports, ...disk }, true).open();
}

// The following steps run concurrently, since none depends on another.
void applyPreferences(boot);
const session = show(ports);
void session.open().then(() => {
  const state = session.current();
  if (state.kind === 'failed' && isStorageUnavailable(state.error)) void continueWithoutStorage();
});

const RETRY_DELAY_MS = 5_000;

/** Loads the code that stores the offline copy of the app. If a request is lost, loading is retried. */
function prepareOffline(): void {
  import('./bridge/service-worker.ts').then(
    ({ installOffline }) => installOffline(),
    () => setTimeout(prepareOffline, RETRY_DELAY_MS),
  );
}

prepareOffline();
