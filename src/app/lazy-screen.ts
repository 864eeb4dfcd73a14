import { type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { loadLoginTexts, loadRestOfTexts, retryRestOfTexts } from './i18n.ts';
import { withTimeout } from '../lib/with-timeout.ts';

/** Thrown if a screen's code cannot be loaded. */
export class ScreenNotLoaded extends Error {
  constructor(cause: unknown) {
    super('the screen could not be loaded', { cause });
    this.name = 'ScreenNotLoaded';
  }
}

const TIMEOUT_MS = 120_000;
const RETRY_DELAY_MS = 1_500;

const withTimeLimit = <T>(promise: Promise<T>): Promise<T> =>
  withTimeout(promise, TIMEOUT_MS, () => {
    throw new Error('timed out');
  });

/** Loads the code of a screen together with its texts. */
async function loadWithTexts<T>(load: () => Promise<T>, texts: () => Promise<void>): Promise<T> {
  const [screen] = await Promise.all([load(), texts()]);
  return screen;
}

async function loadWithRetry<T>(
  load: () => Promise<T>,
  texts: typeof loadRestOfTexts,
  again: typeof loadRestOfTexts,
): Promise<T> {
  try {
    return await withTimeLimit(loadWithTexts(load, texts));
  } catch {
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
    return await withTimeLimit(loadWithTexts(load, again)).catch((error: unknown) => {
      throw new ScreenNotLoaded(error);
    });
  }
}

/** A function that imports the module of a screen. */
export type LoadScreens<K extends string> = () => Promise<Record<K, () => ReactNode>>;

/**
 * Creates a screen whose code and texts are loaded when the screen is first opened. A failed attempt is repeated once;
 * each attempt has a time limit.
 */
export function lazyScreen<K extends string>(load: LoadScreens<K>, name: K): AsyncRouteComponent<object> {
  return lazyRouteComponent(() => loadWithRetry(load, loadRestOfTexts, retryRestOfTexts), name);
}

const noTexts = () => Promise.resolve();

/**
 * Creates a screen that may be the first one after a login. It does not wait for the rest of the texts, because its
 * texts are in the first part of the catalog; see build/message-parts-plugin.ts.
 */
export function lazyFirstScreen<K extends string>(load: LoadScreens<K>, name: K): AsyncRouteComponent<object> {
  return lazyRouteComponent(() => loadWithRetry(load, noTexts, noTexts), name);
}

/** Creates the login screen. It waits for its own texts only, because it is the first screen of a first visit. */
export function lazyLoginScreen<K extends string>(load: LoadScreens<K>, name: K): AsyncRouteComponent<object> {
  return lazyRouteComponent(() => loadWithRetry(load, loadLoginTexts, loadLoginTexts), name);
}
