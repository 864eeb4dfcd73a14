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
import { sync } from './bridge/sync.ts';
import { browserPorts } from './lib/browser-ports.ts';
import { log } from './lib/log.ts';

const boot = bootPreferences();
const ports = browserPorts(() => Promise.reject(new Error('the page has no network')));
const session = createSession(ports, sync);

// All three at once: none of them waits for another.
void applyPreferences(boot);
void session.open();
const place = document.getElementById('root');
if (place) createRoot(place).render(<App session={session} ports={ports} boot={boot} />);

installOffline().catch((error: unknown) => log.warn('no service worker', error));
