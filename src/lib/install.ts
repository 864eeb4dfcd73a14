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

/**
 * Listens for the event with which the app can be installed. Call at the start of the app: the browser fires the event
 * only once, and before any install button is shown.
 */
export function listenForInstall(): void {
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
