import { useLingui } from '@lingui/react/macro';
import type { RefObject } from 'react';
import { useShortcuts } from './shortcuts.ts';

/** Makes "/" focus the search field of this screen. On screens without one, "/" opens the search of the app. */
export function useSearchShortcut(field: RefObject<HTMLInputElement | null>): void {
  const { t } = useLingui();
  useShortcuts('screen', [{ keys: ['/'], label: t`Search this list`, run: () => field.current?.focus() }]);
}
