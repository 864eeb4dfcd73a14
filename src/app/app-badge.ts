import { useEffect } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { unreadCount } from '../db/queries/notifications.ts';
import { useStore } from '../hooks/store-context.tsx';
import { useSyncState } from '../hooks/sync-context.tsx';
import { isViewing } from '../lib/view-mode.ts';

/** The part of `navigator` that shows a count on the icon of the installed app. Some browsers lack it. */
interface Badging {
  setAppBadge?(count: number): Promise<void>;
  clearAppBadge?(): Promise<void>;
}

async function showCount(count: number): Promise<void> {
  const { setAppBadge, clearAppBadge } = navigator as Badging;
  await (count > 0 ? setAppBadge?.call(navigator, count) : clearAppBadge?.call(navigator));
}

// Browsers reject the call where the app is not installed or notifications are not allowed; the screens show the count.
const showBadge = (count: number): void => void showCount(count).catch(() => {});

/** Shows on the icon of the app how many changes need the user and how many notifications are unread; shows nothing after a logout. */
export function AppBadge(): null {
  const { db } = useStore();
  const unread = useLiveQuery(async () => unreadCount(db), [db]) ?? 0;
  const count = (useSyncState()?.counts.needs_you ?? 0) + unread;
  useEffect(() => {
    if (!isViewing()) showBadge(count);
  }, [count]);
  // The frame is removed at a logout, but not when the tab is closed, after which the count must stay.
  useEffect(() => () => showBadge(0), []);
  return null;
}
