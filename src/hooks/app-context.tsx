import type { LogoutMode, LogoutResult } from '../lib/logout.ts';
import { createContext, useContext } from 'react';
import type { DeviceValues } from '../db/schema/device.ts';

/** How the person wants the app to look and speak on this phone. */
export type Preferences = Pick<DeviceValues, 'language' | 'theme' | 'text_size'>;

/** A person whose login ran out, with what they have not sent. */
export interface LockedPerson {
  name: string;
  to_send: number;
}

/** What a screen may ask of the app around it. */
export interface AppActions {
  preferences: Preferences;
  /** Applied at once and kept on this phone. The account's copy is a queued write of the settings screen. */
  prefer(change: Partial<Preferences>): Promise<void>;
  /** After the worker accepted a login: opens this person's database. */
  entered(login: { user_id: string; token: string }): Promise<void>;
  /**
   * Ends the session and deletes the person's data from this phone; works offline. With `keep`, unsent work stays as
   * ciphertext. Says why it did not come off: then the person is still logged in.
   */
  leave(mode: LogoutMode): Promise<LogoutResult>;
  /** Send and fetch now, whatever the back-off says. False when it did not come off. */
  sendNow(): Promise<boolean>;
  locked: LockedPerson | null;
}

const AppContext = createContext<AppActions | null>(null);

/** Set once, around everything. */
export const AppProvider = AppContext.Provider;

export function useApp(): AppActions {
  const app = useContext(AppContext);
  if (!app) throw new Error('useApp outside the app');
  return app;
}
