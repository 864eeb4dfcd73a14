import type { Notification } from '../../../contract/entities/notification.ts';
import type { Store } from '../../db/schema/store.ts';
import { iso } from '../../lib/ports.ts';
import { log } from '../../lib/log.ts';
import { isViewing } from '../../lib/view-mode.ts';

/** Marks unread notifications as read. Does nothing while the user views the app as someone else. */
export async function markNotificationsRead(store: Store, notifications: readonly Notification[]): Promise<void> {
  const unread = notifications.filter(({ read_at }) => read_at === null);
  if (unread.length === 0 || isViewing()) return;
  const at = iso(store.now());
  await store.writeAll(unread.map(({ id }) => ({ kind: 'notification.read', id, args: { at } })));
}

/**
 * Marks a notification as read while its screen opens. An error is only logged, so that the screen opens in any case.
 */
export function markOpenedNotification(store: Store, notification: Notification): void {
  markNotificationsRead(store, [notification]).catch((error: unknown) =>
    log.warn('a notification was not marked as read', error),
  );
}
