/**
 * Subscribes to events after which code that failed to load may be available: the network is back, or the service
 * worker, which has cached the code, now controls the page. Returns the unsubscribe function.
 */
export function onCodeReachable(listener: () => void): () => void {
  const subscription = new AbortController();
  addEventListener('online', listener, { signal: subscription.signal });
  navigator.serviceWorker?.addEventListener('controllerchange', listener, { signal: subscription.signal });
  return () => subscription.abort();
}
