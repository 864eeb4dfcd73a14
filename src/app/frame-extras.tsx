import { type ReactElement, useEffect } from 'react';
import { startPeriodicSync } from '../bridge/periodic-sync.ts';
import type { NavItem } from '../ui/app-nav.tsx';
import { Announcements } from './announcements.tsx';
import { CallSheets } from './call-sheets.tsx';
import { type NavCounts, useNavCounts } from './nav-counts.ts';
import { usePrefetchedScreens } from './prefetch-screens.ts';
import { Shortcuts } from './shortcuts.tsx';
import { useLastScreen } from './use-last-screen.ts';

export interface FrameExtrasProps {
  /** The navigation items of the user's role that are in the bar. */
  bar: readonly NavItem[];
  /** The navigation items of the user's role that are under More. */
  extra: readonly NavItem[];
  /** Called with the counts of the navigation items whenever one of them changes. */
  onCounts: (counts: NavCounts) => void;
}

/**
 * The parts around every screen that are not needed for the first rows: announcements, keyboard shortcuts, sheets about
 * calls, and the counts of the navigation.
 */
export function FrameExtras({ bar, extra, onCounts }: FrameExtrasProps): ReactElement {
  usePrefetchedScreens(bar);
  useLastScreen(bar);
  useEffect(startPeriodicSync, []);
  // Reports the counts only if a value has changed, because each report renders the frame again.
  const counts = JSON.stringify(useNavCounts());
  useEffect(() => onCounts(JSON.parse(counts) as NavCounts), [counts, onCounts]);
  return (
    <>
      <Announcements />
      <Shortcuts items={[...bar, ...extra]} />
      <CallSheets />
    </>
  );
}
