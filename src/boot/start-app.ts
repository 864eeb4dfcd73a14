/** Selects the preload links of the scripts of the app, each after those that it imports; the last one is the app. */
const SCRIPTS = 'link[rel="modulepreload"]';

/** Resolves in a new task. A timer would be delayed in a background tab. */
const nextTask = (): Promise<unknown> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(null);
  });

/** Resolves at the end of the page itself, before the event `DOMContentLoaded`. */
export const whenParsed = async (): Promise<void> => {
  if (document.readyState !== 'loading') return;
  await new Promise((resolve) => document.addEventListener('readystatechange', resolve, { once: true }));
};

/** Time in ms after which the app starts even if nothing has been painted. */
export const MAX_WAIT_MS = 1_000;

async function waitForPaint(): Promise<void> {
  // A hidden page is not painted.
  if (document.hidden) return;
  await new Promise(requestAnimationFrame);
  await nextTask();
}

/** Resolves when the browser has painted what is `shown`; after a second at the latest. */
export async function whenPainted(shown: Promise<void>): Promise<void> {
  const timeout = new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS));
  // If nothing can be shown, the app starts at once.
  await Promise.race([shown.then(waitForPaint, () => {}), timeout]);
}

/** Runs the scripts of the app, each in a task of its own, so that the page reacts to input in between. */
export async function startApp(): Promise<void> {
  await whenParsed();
  for (const { href } of document.querySelectorAll<HTMLLinkElement>(SCRIPTS)) {
    await import(/* @vite-ignore */ href);
    await nextTask();
  }
}
