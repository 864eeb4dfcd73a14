import { useEffect } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { countUnread } from '../db/queries/notifications.ts';
import { useStore } from '../hooks/store-context.tsx';
import { useSyncState } from '../hooks/sync-context.tsx';
import { isViewing } from '../lib/view-mode.ts';

/** The part of `navigator` that shows a count on the icon of the installed app. Some browsers do not support it. */
interface Badging {
  setAppBadge?(count: number): Promise<void>;
  clearAppBadge?(): Promise<void>;
}

async function showCount(count: number): Promise<void> {
  const { setAppBadge, clearAppBadge } = navigator as Badging;
  await (count > 0 ? setAppBadge?.call(navigator, count) : clearAppBadge?.call(navigator));
}

// Browsers reject the call if the app is not installed or notifications are not allowed. That can be ignored, because
// the screens show the count too.
const showBadge = (count: number): void => void showCount(count).catch(() => {});

/**
 * Shows a count on the icon of the app: the number of changes that need the user's attention plus the number of unread
 * notifications. A logout removes the count.
 */
export function AppBadge(): null {
  const { db } = useStore();
  const unread = useLiveQuery(async () => countUnread(db), [db]) ?? 0;
  const count = (useSyncState()?.counts.needs_you ?? 0) + unread;
  useEffect(() => {
    if (!isViewing()) showBadge(count);
  }, [count]);
  // Removes the count at a logout, which unmounts the frame. Closing the tab does not run this cleanup, so the count
  // stays, as it should.
  useEffect(() => () => showBadge(0), []);
  return null;
}
