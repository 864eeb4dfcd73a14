// Import this before Dexie, because Dexie's live queries look for a global indexedDB when they are loaded.
import 'fake-indexeddb/auto';
import { cleanup, configure, prettyDOM } from '@testing-library/react';
import * as React from 'react';
import { afterAll, afterEach, vi } from 'vitest';

configure({
  // The timeout is generous, because screens and sheets are loaded as chunks, which takes time on a busy machine.
  asyncUtilTimeout: 30_000,
  // Prints the page only when the message is read. Each failed attempt of a query that waits for an element creates
  // such an error, and printing the page each time would take a twentieth of the time of these tests.
  getElementError: (message, container) => {
    const get = () => `${message}\n\n${prettyDOM(container)}`;
    return Object.defineProperty(new Error(), 'message', { get, configurable: true });
  },
});

// In development, React records the place where each element was created, for up to 10,000 elements per second, and
// uses it in the stacks of warnings. Without these records, the tests of the page take a quarter less processor time.
const internals = (React as unknown as Record<string, object>)[
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
];
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => Infinity,
  set: () => {},
});

// Simulates a narrow window of fixed size, because jsdom has no layout.
window.matchMedia = (query) =>
  ({
    matches: false,
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
  }) as unknown as MediaQueryList;
window.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};

// A timer that is still pending at the end of its test file would fire in the window of the next file. Timers without a
// delay are left alone: Dexie, which all files share, notifies live queries again only after its own timer has fired.
const nativeSetTimeout = globalThis.setTimeout;
const timers = new Set<ReturnType<typeof setTimeout>>();
globalThis.setTimeout = Object.assign((...args: Parameters<typeof setTimeout>) => {
  const timer = nativeSetTimeout(...args);
  if ((args[1] ?? 0) > 0) timers.add(timer);
  return timer;
}, nativeSetTimeout);

function clearAttributes({ documentElement, body }: Document): void {
  for (const element of [documentElement, body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
}

afterEach(async () => {
  cleanup();
  // Run the fake timers that are due, since otherwise Dexie would wait for them forever.
  if (vi.isFakeTimers()) vi.advanceTimersByTime(0);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  const { dismissToast } = await import('../../src/ui/toast.ts');
  dismissToast();
  // Finish loading the English catalogue, because one that is still loading would change the texts of the next test.
  const { activateLanguage, loadRestOfTexts } = await import('../../src/app/i18n.ts');
  await activateLanguage('en');
  await loadRestOfTexts();
  localStorage.clear();
  sessionStorage.clear();
  document.title = '';
  document.body.replaceChildren();
  clearAttributes(document);
});

afterAll(async () => {
  await new Promise((resolve) => nativeSetTimeout(resolve, 0));
  for (const timer of timers) clearTimeout(timer);
  globalThis.setTimeout = nativeSetTimeout;
  history.replaceState(null, '', '/');
  // A frame whose shortcuts were still loading would take Ctrl+K from the next file.
  const { takeEarlyKeys } = await import('../../src/hooks/early-keys.ts');
  takeEarlyKeys();
  // Test files of a worker share its window and packages. Resetting the modules makes each file evaluate the product's
  // modules again, so that neither module state nor mocks reach the next file.
  vi.resetModules();
});
