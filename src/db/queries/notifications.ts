import type { Notification } from '../../../contract/entities/notification.ts';
import { MAX_NOTIFICATIONS } from '../../../contract/notification-limits.ts';
import type { PhoneDb } from '../schema/db.ts';

/** Returns the notifications on this device, newest first. */
export const savedNotifications = (db: PhoneDb): Promise<Notification[]> =>
  db.notifications.orderBy('created_at').reverse().limit(MAX_NOTIFICATIONS).toArray();

/** Returns the number of unread notifications. */
export async function countUnread(db: PhoneDb): Promise<number> {
  return (await savedNotifications(db)).filter(({ read_at }) => read_at === null).length;
}
