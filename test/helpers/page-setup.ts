// Before Dexie is loaded: its live queries look for a database of the whole window.
import 'fake-indexeddb/auto';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { dismissToast } from '../../src/ui/toast.ts';

// What is awaited comes, but screens and sheets come as chunks, which a busy machine takes its time to load.
configure({ asyncUtilTimeout: 30_000 });

// A narrow window that stays where it is: jsdom lays nothing out.
window.matchMedia = (query) =>
  ({
    matches: false,
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
  }) as unknown as MediaQueryList;
window.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};

afterEach(() => {
  cleanup();
  dismissToast();
  vi.unstubAllGlobals();
});

// What a screen has planned for later would find no window any more, or that of the next file: timers end with the
// file that set them, and so does what it left in the window.
const planned = new Set<ReturnType<typeof setTimeout>>();
const later = globalThis.setTimeout;
globalThis.setTimeout = Object.assign((...args: Parameters<typeof setTimeout>) => {
  const timer = later(...args);
  planned.add(timer);
  return timer;
}, later);
afterAll(() => {
  planned.forEach((timer) => clearTimeout(timer));
  globalThis.setTimeout = later;
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
});
