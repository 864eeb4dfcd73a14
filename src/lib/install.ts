/** The event with which Chromium signals that the app can be installed. Other browsers never fire it. */
export interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

let saved: BeforeInstallPromptEvent | null = null;
const listeners = new Set<() => void>();

function savePrompt(next: BeforeInstallPromptEvent | null): void {
  saved = next;
  for (const listener of listeners) listener();
}

/** An event that was fired before the app started. */
const early = globalThis as { installPrompt?: BeforeInstallPromptEvent };

/**
 * Keeps the event with which the app can be installed for `listenForInstall`. The script in the page calls this: over a
 * slow connection, the browser may fire the event, which it does only once, before the scripts of the app are there.
 */
export function keepEarlyInstallPrompt(): void {
  const keep = (event: Event): void => {
    event.preventDefault();
    early.installPrompt = event as BeforeInstallPromptEvent;
  };
  addEventListener('beforeinstallprompt', keep, { once: true });
}

/** Listens for the event with which the app can be installed. Call at the start of the app. */
export function listenForInstall(): void {
  if (early.installPrompt) savePrompt(early.installPrompt);
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    savePrompt(event as BeforeInstallPromptEvent);
  });
  addEventListener('appinstalled', () => savePrompt(null));
}

export const installPrompt = (): BeforeInstallPromptEvent | null => saved;

export function onInstallPrompt(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Asks the browser to install the app. Each event can be used only once. */
export async function promptInstall(): Promise<void> {
  const used = saved;
  savePrompt(null);
  await used?.prompt();
}
