/**
 * Subscribes to moments when code that failed to load may load: the network is back, or the service worker, which has
 * it cached, now controls the page. Returns the unsubscribe function.
 */
export function onCodeReachable(listener: () => void): () => void {
  const ended = new AbortController();
  addEventListener('online', listener, { signal: ended.signal });
  navigator.serviceWorker?.addEventListener('controllerchange', listener, { signal: ended.signal });
  return () => ended.abort();
}
