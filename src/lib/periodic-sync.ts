/** The tag of the periodic sync, by which the service worker recognises its events. */
export const PERIODIC_SYNC = 'haversack-refresh';

/** The part of a service worker registration for which TypeScript has no types. */
export interface PeriodicSync {
  register(tag: string, options: { minInterval: number }): Promise<void>;
  unregister(tag: string): Promise<void>;
}

/** Returns the periodic sync of a registration; undefined if the browser does not support it. Only Chromium does. */
export const periodicSyncOf = (registration: object | undefined): PeriodicSync | undefined =>
  (registration as { periodicSync?: PeriodicSync } | undefined)?.periodicSync;
