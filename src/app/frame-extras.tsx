import { type ReactElement, useEffect } from 'react';
import { startPeriodicSync } from '../bridge/periodic-sync.ts';
import type { NavItem } from '../ui/app-nav.tsx';
import { Announcements } from './announcements.tsx';
import { CallSheets } from './call-sheets.tsx';
import { type NavCounts, useNavCounts } from './nav-counts.ts';
import { usePrefetchedScreens } from './prefetch-screens.ts';
import { Shortcuts } from './shortcuts.tsx';

export interface FrameExtrasProps {
  /** The navigation items of the user's role in the bar. */
  bar: readonly NavItem[];
  /** The navigation items of the user's role under More. */
  extra: readonly NavItem[];
  /** Receives the counts of the navigation items, whenever one changes. */
  onCounts: (counts: NavCounts) => void;
}

/**
 * The parts around every screen that are not needed for the first rows: announcements, keyboard shortcuts, sheets about
 * calls, and the counts of the navigation.
 */
export function FrameExtras({ bar, extra, onCounts }: FrameExtrasProps): ReactElement {
  usePrefetchedScreens(bar);
  useEffect(startPeriodicSync, []);
  // Compares the counts by value, because the frame renders again with each report.
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
