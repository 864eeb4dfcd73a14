import type { ReactElement } from 'react';
import { PushLink } from '../features/profile/push-link.tsx';
import { AppBadge } from './app-badge.ts';
import { SyncAnnouncer } from './sync-announcer.tsx';
import { ViewNotice } from './view-notice.tsx';

/** What the frame tells the user besides what the screens show. Loaded after the first rows. */
export function Announcements(): ReactElement {
  return (
    <>
      <SyncAnnouncer />
      <ViewNotice />
      <AppBadge />
      <PushLink />
    </>
  );
}
