/** The tag of the periodic sync, with which the browser tells the service worker what to do. */
export const PERIODIC_SYNC = 'haversack-refresh';

/** The part of a service worker registration that TypeScript does not know. */
export interface PeriodicSync {
  register(tag: string, options: { minInterval: number }): Promise<void>;
  unregister(tag: string): Promise<void>;
}

/** Returns the periodic sync of a registration; undefined if the browser has none. Only Chromium has it. */
export const periodicSyncOf = (registration: object | undefined): PeriodicSync | undefined =>
  (registration as { periodicSync?: PeriodicSync } | undefined)?.periodicSync;
