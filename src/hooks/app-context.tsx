import type { LogoutMode, LogoutResult } from '../lib/logout.ts';
import { createContext, useContext } from 'react';
import type { FailureCode } from '../components/error/error-messages.ts';
import type { DeviceValues } from '../db/schema/device.ts';

/** Theme, language and text size on this device. */
export type Preferences = Pick<DeviceValues, 'language' | 'theme' | 'text_size'>;

/** A user whose login has expired, and the number of their unsent changes. */
export interface LoggedOutUser {
  name: string;
  to_send: number;
}

/** Actions and settings of the app that all screens can use. */
export interface AppActions {
  preferences: Preferences;
  /**
   * Applies preferences at once and stores them on this device. The settings screen separately queues the change for
   * the account.
   */
  setPreferences(change: Partial<Preferences>): Promise<void>;
  /** Opens the user's database after the worker accepted a login. */
  openSession(login: { user_id: string; token: string }): Promise<void>;
  /**
   * Ends the session and deletes the user's data from this device; works offline. With mode `keep`, unsent changes stay
   * on the device as ciphertext. If that fails, returns the reason, and the user is still logged in.
   */
  logOut(mode: LogoutMode): Promise<LogoutResult>;
  /**
   * Shows the app as the user `user_id` sees it, until the view ends. Resolves to the reason if that is not possible.
   */
  startView(user_id: string, reason: string): Promise<StartViewResult>;
  /** Syncs now, regardless of back-off. Resolves to false on failure. */
  syncNow(): Promise<boolean>;
  locked: LoggedOutUser | null;
}

type StartViewResult = { ok: true } | (FailureCode & { ok: false });

const AppContext = createContext<AppActions | null>(null);

/** Wraps the entire app. */
export const AppProvider = AppContext.Provider;

export function useApp(): AppActions {
  const app = useContext(AppContext);
  if (!app) throw new Error('useApp outside the app');
  return app;
}
