import { useLingui } from '@lingui/react/macro';
import { useSavedToast } from '../components/sync/saved-toast.ts';
import { log } from '../lib/log.ts';
import { toast } from '../ui/toast.ts';
import { type Preferences, useApp } from './app-context.tsx';
import { useStore } from './store-context.tsx';

/** Returns a function that applies a change at once, stores it on the device and queues it for the account. */
export function useChangePreferences(): (change: Partial<Preferences>) => Promise<void> {
  const { t } = useLingui();
  const { setPreferences } = useApp();
  const store = useStore();
  const showSavedToast = useSavedToast();
  return async (change) => {
    try {
      await setPreferences(change);
      const write = { kind: 'settings.update', id: store.actor.user_id, args: change } as const;
      showSavedToast(await store.write(write), t`Changes saved`);
    } catch (error) {
      log.warn('the settings were not saved', error);
      toast(t`An error occurred`, { tone: 'error' });
    }
  };
}
