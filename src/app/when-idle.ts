/** Delay in ms before `work` runs in browsers without idle callbacks, so that other work can run first. */
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
