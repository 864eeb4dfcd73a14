import type { ReactElement } from 'react';
import type { NavItem } from '../ui/app-nav.tsx';
import { Announcements } from './announcements.tsx';
import { CallSheets } from './call-sheets.tsx';
import { Shortcuts } from './shortcuts.tsx';

export interface FrameExtrasProps {
  /** The navigation items of the user's role. */
  items: readonly NavItem[];
}

/** The parts around every screen that show nothing at first: announcements, keyboard shortcuts, sheets about calls. */
export function FrameExtras({ items }: FrameExtrasProps): ReactElement {
  return (
    <>
      <Announcements />
      <Shortcuts items={items} />
      <CallSheets />
    </>
  );
}
