/**
 * Subscribes to events after which code that failed to load may be available: the network is back, or the service
 * worker, which has cached the code, now controls the page. Returns the unsubscribe function.
 */
export function onCodeReachable(listener: () => void): () => void {
  const ended = new AbortController();
  addEventListener('online', listener, { signal: ended.signal });
  navigator.serviceWorker?.addEventListener('controllerchange', listener, { signal: ended.signal });
  return () => ended.abort();
}
