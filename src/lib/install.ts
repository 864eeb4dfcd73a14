/** The event with which Chromium signals that the app can be installed. Other browsers never fire it. */
export interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

let offer: InstallOffer | null = null;
const listeners = new Set<() => void>();

function setOffer(next: InstallOffer | null): void {
  offer = next;
  for (const listener of listeners) listener();
}

/**
 * Listens for offers to install the app. Call at the start of the app: the browser fires the event only once, and
 * before any install button is shown.
 */
export function listenForInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    setOffer(event as InstallOffer);
  });
  addEventListener('appinstalled', () => setOffer(null));
}

export const installOffer = (): InstallOffer | null => offer;

export function onInstallOffer(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Requests the browser to install the app. Each offer can be used only once. */
export async function promptInstall(): Promise<void> {
  const usedOffer = offer;
  setOffer(null);
  await usedOffer?.prompt();
}
