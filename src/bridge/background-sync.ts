/**
 * Registers a background sync, which sends waiting writes and reports a logout even while every tab is closed. Chromium
 * only.
 */
export async function sendWhenOnline(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const background = (registration as { sync?: { register(tag: string): Promise<void> } } | undefined)?.sync;
  await background?.register('haversack-outbox').catch(() => {});
}
