// First: the policy under which workers and the service worker may start.
import './bridge/trusted-types.ts';
import './ui/styles/layers.css';
import './ui/styles/tokens.css';
import './ui/styles/base.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { applyPreferences, bootPreferences } from './app/preferences.ts';
import { createSession } from './app/session.ts';
import { installOffline } from './bridge/offline.ts';
import type { SyncApi } from './bridge/sync-api.ts';
import { browserPorts } from './lib/browser-ports.ts';
import { log } from './lib/log.ts';

// The worker and its bridge come after the first rows: what is on the phone needs neither.
const bridge = async (): Promise<SyncApi> => (await import('./bridge/sync.ts')).sync;
const sync: Pick<SyncApi, 'start' | 'turn' | 'logout'> = {
  start: async (user_id) => (await bridge()).start(user_id),
  turn: async () => (await bridge()).turn(),
  logout: async (mode) => (await bridge()).logout(mode),
};

const boot = bootPreferences();
const ports = browserPorts(() => Promise.reject(new Error('the page has no network')));
const session = createSession(ports, sync);

// All three at once: none of them waits for another.
void applyPreferences(boot);
void session.open();
const place = document.getElementById('root');
if (place) createRoot(place).render(<App session={session} ports={ports} boot={boot} />);

installOffline().catch((error: unknown) => log.warn('no service worker', error));
