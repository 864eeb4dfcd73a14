/** Selects the preload links of the scripts of the app, each after those that it imports; the last one is the app. */
const SCRIPTS = 'link[rel="modulepreload"]';

/** Time in ms from the event `load` after which the app starts even if nothing is painted, as in a hidden page. */
export const MAX_WAIT_MS = 1_000;
/** Time in ms after which loading a script is tried again. */
export const RETRY_DELAY_MS = 5_000;

/** Resolves in a new task. A timer would be delayed in a background tab. */
const nextTask = (): Promise<unknown> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(null);
  });

/** Resolves at the end of the page itself, before the event `DOMContentLoaded`. */
export async function whenParsed(): Promise<void> {
  if (document.readyState !== 'loading') return;
  await new Promise((resolve) => document.addEventListener('readystatechange', resolve, { once: true }));
}

/**
 * Resolves when the browser has painted what is `shown`, or what the page contains if nothing can be shown. Either way,
 * the style sheets are loaded, because the app measures its elements: without them, nothing is painted, and the page
 * has no event `load`.
 */
export async function whenPainted(shown: Promise<void>): Promise<void> {
  const timeout = new Promise((resolve) => addEventListener('load', () => setTimeout(resolve, MAX_WAIT_MS)));
  const painted = shown
    .catch(() => {})
    .then(() => new Promise(requestAnimationFrame))
    .then(nextTask);
  await Promise.race([painted, timeout]);
}

/**
 * Runs a script. If a request is lost, tries again: browsers repeat a failed request at the next import. A script that
 * throws, which browsers do not run again, rejects with the same error each time, and then with it here.
 */
async function run(url: string, previous?: unknown): Promise<void> {
  try {
    await import(/* @vite-ignore */ url);
  } catch (error) {
    if (error === previous) throw error;
    reportError(error);
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
    await run(url, error);
  }
}

/** Runs the scripts of the app, each in a task of its own, so that the page reacts to input in between. */
export async function startApp(): Promise<void> {
  await whenParsed();
  for (const { href } of document.querySelectorAll<HTMLLinkElement>(SCRIPTS)) {
    await run(href);
    await nextTask();
  }
}
