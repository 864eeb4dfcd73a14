import { type ReactElement, useEffect } from 'react';
import { startPeriodicSync } from '../bridge/periodic-sync.ts';
import type { NavItem } from '../ui/app-nav.tsx';
import { Announcements } from './announcements.tsx';
import { CallSheets } from './call-sheets.tsx';
import { useFocusRecovery } from './focus-recovery.ts';
import { usePrefetchedScreens } from './prefetch-screens.ts';
import { Shortcuts } from './shortcuts.tsx';

export interface FrameExtrasProps {
  /** The navigation items of the user's role in the bar. */
  bar: readonly NavItem[];
  /** The navigation items of the user's role under More. */
  extra: readonly NavItem[];
}

/** The parts around every screen that show nothing at first: announcements, keyboard shortcuts, sheets about calls. */
export function FrameExtras({ bar, extra }: FrameExtrasProps): ReactElement {
  usePrefetchedScreens(bar);
  useFocusRecovery();
  useEffect(startPeriodicSync, []);
  return (
    <>
      <Announcements />
      <Shortcuts items={[...bar, ...extra]} />
      <CallSheets />
    </>
  );
}
