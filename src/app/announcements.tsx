import type { ReactElement } from 'react';
import { PushEffects } from '../features/profile/push-effects.tsx';
import { AppBadge } from './app-badge.ts';
import { PullToSync } from './pull-to-sync.tsx';
import { ShareCleanUp } from './share/share-clean-up.ts';
import { SyncAnnouncer } from './sync-announcer.tsx';
import { UpdateNotice } from './update-notice.tsx';
import { ViewNotice } from './view-notice.tsx';

/**
 * Parts that belong to no particular screen: sync announcements, notices of account views and of updates, the app
 * badge, links in push messages, the deletion of old shares, and the pull-down gesture that starts a sync. They are
 * loaded after the first rows.
 */
export function Announcements(): ReactElement {
  return (
    <>
      <SyncAnnouncer />
      <ViewNotice />
      <UpdateNotice />
      <AppBadge />
      <PushEffects />
      <ShareCleanUp />
      <PullToSync />
    </>
  );
}
