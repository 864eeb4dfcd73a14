import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Me } from '../../contract/entities/me.ts';
import type { Preferences } from '../hooks/app-context.tsx';
import type { DeviceDb } from '../db/schema/db.ts';
import { log } from '../lib/log.ts';
import { applyPreferences, savePreferences, savedPreferences, resolvePreferences } from './preferences.ts';

/**
 * Returns theme, language and text size, and a function that changes them on this device and applies them at once. A
 * choice on this device takes precedence over that of the account.
 */
export function usePreferences(
  device: DeviceDb,
  boot: Preferences,
  me: Me | null,
): [Preferences, (change: Partial<Preferences>) => Promise<void>] {
  const [chosen, setChosen] = useState<Partial<Preferences> | null>(null);
  useEffect(() => {
    savedPreferences(device)
      .then((saved) => setChosen((now) => ({ ...saved, ...now })))
      .catch((error: unknown) => log.warn('the saved preferences could not be read', error));
  }, [device]);
  const { language, theme, text_size } = chosen ? resolvePreferences(chosen, me, navigator.languages) : boot;
  const preferences = useMemo(() => ({ language, theme, text_size }), [language, theme, text_size]);
  useEffect(() => void applyPreferences(preferences), [preferences]);
  const setPreferences = useCallback(
    async (change: Partial<Preferences>) => {
      setChosen((now) => ({ ...now, ...change }));
      await savePreferences(device, change);
    },
    [device],
  );
  return [preferences, setPreferences];
}
