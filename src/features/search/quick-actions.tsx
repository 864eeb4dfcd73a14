import { useLingui } from '@lingui/react/macro';
import IconMoon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs';
import IconSun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs';
import IconUserSearch from '@tabler/icons-react/dist/esm/icons/IconUserSearch.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import { CALL_NOW, takeLead } from '../../components/lead/lead-requests.ts';
import { useIsDisconnected } from '../../components/lead/use-is-disconnected.ts';
import { useCountryName } from '../../components/person/person-row.tsx';
import { nextWaiting } from '../../db/queries/waiting-leads.ts';
import { useApp } from '../../hooks/app-context.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { useChangePreferences } from '../../hooks/use-change-preferences.ts';
import { useRequestAction } from '../../hooks/use-write-action.ts';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import type { RunEntry } from './entry.ts';

/**
 * Returns the action that takes the lead that has waited longest, with a call as its first task. While offline, it
 * requests the lead. Null if there is no waiting lead without a request.
 */
function useTakeNext(isStaff: boolean): RunEntry | null {
  const { t } = useLingui();
  const store = useStore();
  const request = useRequestAction();
  const country = useCountryName();
  const isDisconnected = useIsDisconnected();
  const lead = useLiveQuery(async () => (isStaff ? nextWaiting(store.db) : null), [store, isStaff]);
  if (!lead) return null;
  const name = lead.first_name;
  return {
    key: 'action:take-next',
    title: isDisconnected ? t`Request next lead` : t`Take next lead`,
    detail: [name, lead.city, country(lead.country)].filter((part) => part !== '').join(', '),
    icon: <IconUserSearch />,
    run: () =>
      void request(
        () => takeLead(store, lead, CALL_NOW),
        t`${name} is yours`,
        t`Requested. ${name} is not confirmed as yours yet.`,
      ),
  };
}

/** Returns the action that switches between the light and the dark theme. */
function useThemeAction(): RunEntry {
  const { t } = useLingui();
  const { theme } = useApp().preferences;
  const change = useChangePreferences();
  const isSystemDark = useMediaQuery('(prefers-color-scheme: dark)');
  const isDark = theme === 'dark' || (theme === 'system' && isSystemDark);
  return {
    key: 'action:theme',
    title: isDark ? t`Light theme` : t`Dark theme`,
    icon: isDark ? <IconSun /> : <IconMoon />,
    run: () => void change({ theme: isDark ? 'light' : 'dark' }),
  };
}

/** Returns the actions that work without opening a screen. */
export function useQuickActions(isStaff: boolean): readonly RunEntry[] {
  const takeNextAction = useTakeNext(isStaff);
  const theme = useThemeAction();
  return [...(takeNextAction ? [takeNextAction] : []), theme];
}
