/** Pause in ms that browsers without idle callbacks leave for other work. */
const PAUSE_MS = 200;

/** Runs `work` when the page has nothing else to do. Returns a function that cancels it. */
export function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, PAUSE_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work);
  return () => cancelIdleCallback(handle);
}
